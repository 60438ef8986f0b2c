"""Whether the board's printed lines are seen where the calibration says they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F64
from referee.core.field.field_profile import FIELD_LENGTH_YD, FieldProfile

STEP_MM = 0.5
REACH_MM = 15.0  # how far off its place a line is looked for
SIDE_MM = 4.0  # where the turf beside a line is compared with it
PIECE_MM = 80.0  # lines are looked at piece by piece: a wrong lens bends them
SAMPLES = 60  # along a piece
CLEAR = 5.0  # a peak this many times above what the rest of a profile holds
LEAST_CONTRAST = 5.0  # grey values of a line on its turf
EVERY_YD = 10.0


def lines_off_mm(image: Image, camera: CameraModel, board: FieldProfile) -> F64:
    """How far beside its place each piece of a printed line is seen that stands out clearly."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    offsets = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
    side = round(SIDE_MM / STEP_MM)
    seen = []
    for start, end in _pieces(board):
        profile = _profile(np.asarray(grey), camera, start, end, offsets)
        if profile is None:
            continue
        middle = profile[side:-side]
        ridge = np.abs(middle - (profile[2 * side :] + profile[: -2 * side]) / 2)
        best = int(ridge.argmax())
        if ridge[best] > max(LEAST_CONTRAST, CLEAR * float(np.median(ridge))):
            seen.append(float(offsets[side + best]))
    return np.array(seen)


def _pieces(board: FieldProfile) -> Iterator[tuple[F64, F64]]:
    """Ends of the pieces: yard lines every ten yards from goal to goal, and both sidelines.

    Where lines stand so close that one may be taken for the next, sidelines must do.
    """
    across = max(1, round(board.width_mm / PIECE_MM))
    edges = np.linspace(0.0, board.width_mm, across + 1)
    apart_mm = board.x_mm(board.yard_line_every_yd)
    count = round(FIELD_LENGTH_YD / EVERY_YD) + 1 if apart_mm > 2 * REACH_MM else 0
    for yards in np.arange(count) * EVERY_YD:
        x_mm = board.x_mm(float(yards))
        for low, high in pairwise(edges):
            yield np.array([x_mm, low]), np.array([x_mm, high])
    along = max(1, round(board.goal_to_goal_mm / PIECE_MM))
    edges = np.linspace(0.0, board.goal_to_goal_mm, along + 1)
    for y_mm in (0.0, board.width_mm):
        for low, high in pairwise(edges):
            yield np.array([low, y_mm]), np.array([high, y_mm])


def _profile(grey: Image, camera: CameraModel, start: F64, end: F64, offsets: F64) -> F64 | None:
    """Grey values along the piece, as it is moved to its side; None outside the picture.

    The middle value of each row: figures, numerals and hash marks cover less than half of it.
    """
    along = (end - start) / np.linalg.norm(end - start)
    aside = np.array([-along[1], along[0]])
    share = np.linspace(0.05, 0.95, SAMPLES)
    points = start + share[None, :, None] * (end - start) + offsets[:, None, None] * aside
    flat = np.concatenate([points, np.zeros((*points.shape[:2], 1))], axis=2)
    pixels = camera.project(flat).astype(np.float32)
    high = np.array([camera.width_px - 1, camera.height_px - 1])
    if (pixels < 0).any() or (pixels > high).any():
        return None
    values = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
    return np.asarray(np.median(values, axis=1), dtype=float)
