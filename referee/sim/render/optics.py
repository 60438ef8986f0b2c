"""The camera model for compiled code: project points, and what every pixel sees of a plane."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.camera.camera_model import CameraModel
from referee.sim.render.arrays import F32, F64

NEWTON_STEPS = 6


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def project(cam: F64, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A board point as (column, row, depth)."""
    cx = cam[9] * x + cam[10] * y + cam[11] * z + cam[18]
    cy = cam[12] * x + cam[13] * y + cam[14] * z + cam[19]
    cz = cam[15] * x + cam[16] * y + cam[17] * z + cam[20]
    iz = 1.0 / cz
    a = cx * iz
    b = cy * iz
    r2 = a * a + b * b
    radial = 1.0 + r2 * (cam[4] + r2 * (cam[5] + r2 * cam[8]))
    xd = a * radial + 2.0 * cam[6] * a * b + cam[7] * (r2 + 2.0 * a * a)
    yd = b * radial + cam[6] * (r2 + 2.0 * b * b) + 2.0 * cam[7] * a * b
    return cam[0] * xd + cam[2], cam[1] * yd + cam[3], cz


@njit(cache=True, nogil=True)
def plane_map(cam: F64, height_px: int, width_px: int, z_mm: float, out: F32) -> None:
    """Fill ``out`` (height, width, 2) with the point of the plane z = ``z_mm`` each pixel sees."""
    for row in range(height_px):
        for col in range(width_px):
            xd = (col - cam[2]) / cam[0]
            yd = (row - cam[3]) / cam[1]
            a = xd
            b = yd
            for _ in range(NEWTON_STEPS):
                r2 = a * a + b * b
                radial = 1.0 + r2 * (cam[4] + r2 * (cam[5] + r2 * cam[8]))
                ex = a * radial + 2.0 * cam[6] * a * b + cam[7] * (r2 + 2.0 * a * a) - xd
                ey = b * radial + cam[6] * (r2 + 2.0 * b * b) + 2.0 * cam[7] * a * b - yd
                slope = 2.0 * (cam[4] + r2 * (2.0 * cam[5] + 3.0 * cam[8] * r2))
                j00 = radial + slope * a * a + 2.0 * cam[6] * b + 6.0 * cam[7] * a
                j01 = slope * a * b + 2.0 * cam[6] * a + 2.0 * cam[7] * b
                j11 = radial + slope * b * b + 6.0 * cam[6] * b + 2.0 * cam[7] * a
                det = j00 * j11 - j01 * j01
                a -= (j11 * ex - j01 * ey) / det
                b -= (j00 * ey - j01 * ex) / det
                if abs(ex) + abs(ey) < 1e-12:
                    break
            rx = a * cam[9] + b * cam[12] + cam[15]
            ry = a * cam[10] + b * cam[13] + cam[16]
            rz = a * cam[11] + b * cam[14] + cam[17]
            depth = (z_mm - cam[23]) / rz
            out[row, col, 0] = cam[21] + rx * depth
            out[row, col, 1] = cam[22] + ry * depth


def board_seen(camera: CameraModel, z_mm: float) -> F32:
    """(height, width, 2): the point of the plane z = ``z_mm`` behind the centre of each pixel."""
    out = np.empty((camera.height_px, camera.width_px, 2), dtype=np.float32)
    plane_map(camera.packed, camera.height_px, camera.width_px, float(z_mm), out)
    return out


def millimetres_per_pixel(camera: CameraModel) -> float:
    """Size of a pixel on the board in the middle of the picture."""
    middle = np.array([(camera.width_px - 1) / 2, (camera.height_px - 1) / 2])
    near = middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    p = camera.to_plane(near, 0.0)
    step = abs(np.linalg.det(np.stack([p[1] - p[0], p[2] - p[0]])))
    return float(math.sqrt(step))
