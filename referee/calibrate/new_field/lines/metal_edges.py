"""Where the metal may end: no print tells it, but its edge is often the outermost long line."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.calibrate.new_field.lines.line_points import LinePoints
from referee.core.field.field_profile import FieldProfile

F64 = npt.NDArray[np.float64]

BIN_MM = 0.5
NEAREST_YD, FARTHEST_YD = 0.5, 3.0  # beyond the field's outer lines
USUAL_YD = 2.0
LONG = 0.15  # of the most that lies at one place


def metal_edges(seen: LinePoints, profile: FieldProfile) -> dict[str, float]:
    """The four edges in mm, as a profile calls them: seen, or the usual border."""
    yard = profile.length_mm_per_yd
    upright, level = seen.upright[:, 0], seen.level[:, 1]
    ends = {
        "metal_left_x_mm": (upright, seen.upright_weight, profile.left_end_line_x_mm, -1.0),
        "metal_right_x_mm": (upright, seen.upright_weight, profile.right_end_line_x_mm, 1.0),
        "metal_near_y_mm": (level, seen.level_weight, 0.0, -1.0),
        "metal_far_y_mm": (level, seen.level_weight, profile.width_mm, 1.0),
    }
    return {key: round(_edge(*about, yard), 2) for key, about in ends.items()}


def _edge(places: F64, weight: F64, line: float, sign: float, yard: float) -> float:
    away = sign * (places - line)
    bins = np.arange(-20.0 * yard, FARTHEST_YD * yard, BIN_MM)
    heap = np.histogram(away, bins, weights=weight)[0]
    piled = np.convolve(heap, np.ones(3), "same")
    middle = (bins[:-1] + bins[1:]) / 2
    beyond = (middle > NEAREST_YD * yard) & (piled > LONG * max(float(piled.max()), 1e-9))
    return line + sign * (float(middle[beyond].max()) if beyond.any() else USUAL_YD * yard)
