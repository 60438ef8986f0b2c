"""A camera after a small motion, and what small motions do to the pixels of places."""

from __future__ import annotations

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64

# Steps of the differences: turns in radians, moves in mm.
STEP = np.array([1e-5, 1e-5, 1e-5, 1e-2, 1e-2, 1e-2])


def moved_camera(camera: CameraModel, step: F64) -> CameraModel:
    """The camera after a small turn (rotation vector) and move (mm), both along its own axes."""
    turn = cv2.Rodrigues(step[:3])[0]
    rotation = turn @ camera.rotation_matrix
    move = turn @ np.asarray(camera.translation_mm) + step[3:]
    left, _, right = np.linalg.svd(rotation)
    clean = left @ right
    return camera.with_motion(clean, move)


def pixel_slopes(camera: CameraModel, board_mm: F64) -> F64:
    """(n, 2, 6): how each pixel moves with the six parts of a motion, by central differences."""
    columns = []
    for part in range(6):
        step = np.zeros(6)
        step[part] = STEP[part]
        ahead, behind = (moved_camera(camera, s).project(board_mm) for s in (step, -step))
        columns.append((ahead - behind) / (2 * STEP[part]))
    return np.stack(columns, axis=2)
