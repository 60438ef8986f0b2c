"""The camera model for compiled loops."""

from __future__ import annotations

from referee.core.arrays import F64
from referee.core.compiler import compiled


@compiled
def project(cam: F64, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A board point as column, row and depth in mm."""
    depth = cam[15] * x + cam[16] * y + cam[17] * z + cam[20]
    a = (cam[9] * x + cam[10] * y + cam[11] * z + cam[18]) / depth
    b = (cam[12] * x + cam[13] * y + cam[14] * z + cam[19]) / depth
    r2 = a * a + b * b
    radial = 1.0 + r2 * (cam[4] + r2 * (cam[5] + r2 * cam[8]))
    across = a * radial + 2.0 * cam[6] * a * b + cam[7] * (r2 + 2.0 * a * a)
    down = b * radial + cam[6] * (r2 + 2.0 * b * b) + 2.0 * cam[7] * a * b
    return cam[0] * across + cam[2], cam[1] * down + cam[3], depth
