"""Where an unknown field lies, once the coach has shown its four corners."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.fit.registration import shifted_camera
from referee.calibrate.lines.ridges import Ridges
from referee.calibrate.new_field.field_guess import SPACINGS_YD, FieldGuess
from referee.calibrate.new_field.lines.line_points import points_through_camera
from referee.calibrate.new_field.plain_profile import plain_profile
from referee.calibrate.search.corner_cameras import ORDER, cameras_at_corners
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.errors import BadValue
from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD, FIELD_WIDTH_YD

SCALES = np.linspace(0.94, 1.06, 61)  # of the usual length between goal lines, by the corners
SHIFT_YD = np.linspace(-4.0, 4.0, 161)
NEAR_YD = 0.3
BEST = 3


def guesses_at_corners(
    corners_px: Sequence[tuple[float, float]],
    ridges: Ridges,
    belief: LensBelief,
    goal_to_goal_mm: float,
) -> list[FieldGuess]:
    """Cameras through the corners; between them yard lines say where the goal lines are."""
    size = ridges.size_px
    usual = plain_profile(goal_to_goal_mm, SPACINGS_YD[0], _width_mm(corners_px, goal_to_goal_mm))
    found = []
    for camera in cameras_at_corners(corners_px, usual, size, belief):
        seen = points_through_camera(ridges, camera)
        inside = (seen.upright[:, 1] > 0.0) & (seen.upright[:, 1] < usual.width_mm)
        yards = seen.upright[inside, 0] / usual.length_mm_per_yd
        for every in SPACINGS_YD:
            for scale, shift, score in _combs(yards, every):
                placed = _placed(camera, shift * usual.length_mm_per_yd, 1.0 / scale)
                found.append(FieldGuess(placed, every, usual.width_mm / scale, score))
    return sorted(found, key=lambda guess: -guess.score)


def _width_mm(corners_px: Sequence[tuple[float, float]], goal_to_goal_mm: float) -> float:
    """The width in mm from the corners' shape in the picture, as if seen from straight above."""
    if len(corners_px) != 4:
        raise BadValue("corners", list(corners_px), f"four points x,y in pixels: {ORDER}")
    corners = np.asarray(corners_px, dtype=float)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    long, wide = float(sides[0] + sides[2]), float(sides[1] + sides[3])
    yards = (FIELD_LENGTH_YD + 2.0 * END_ZONE_YD) * wide / max(long, 1.0)
    return float(np.clip(yards, 0.6 * FIELD_WIDTH_YD, 1.6 * FIELD_WIDTH_YD)) * (
        goal_to_goal_mm / FIELD_LENGTH_YD
    )


def _combs(yards: F64, every_yd: int) -> list[tuple[float, float, float]]:
    """The (scale, shift in yards, score) at which most points lie on a line every so many yards."""
    lines = np.arange(0.0, FIELD_LENGTH_YD + 1.0, every_yd)
    edges = np.arange(-20.0, 140.0, NEAR_YD)
    heap = np.histogram(yards, edges)[0].astype(float)
    heap = np.minimum(heap, np.percentile(heap[heap > 0], 90)) if (heap > 0).any() else heap
    middle = (edges[:-1] + edges[1:]) / 2
    mean, spread = float(heap.mean()), float(heap.std()) + 1e-9
    tried = [
        (
            float(scale),
            float(shift),
            float(
                np.sqrt(len(lines))
                * (np.interp(shift + scale * lines, middle, heap).mean() - mean)
                / spread
            ),
        )
        for scale in SCALES
        for shift in SHIFT_YD
    ]
    tried.sort(key=lambda t: -t[2])
    kept: list[tuple[float, float, float]] = []
    for one in tried:
        if all(abs(one[1] - other[1]) > 1.0 or abs(one[0] - other[0]) > 0.02 for other in kept):
            kept.append(one)
        if len(kept) == BEST:
            break
    return kept


def _placed(camera: CameraModel, left_mm: float, larger: float) -> CameraModel:
    """The same view, counted from a goal line elsewhere, and of a board that is larger."""
    shifted = shifted_camera(camera, left_mm, 0.0)
    return camera.with_motion(camera.rotation_matrix, np.asarray(shifted.translation_mm) * larger)
