"""A camera after a small motion, and what small motions do to the pixels of places."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel

Float = npt.NDArray[np.float64]
STEP = np.array([1e-5, 1e-5, 1e-5, 1e-2, 1e-2, 1e-2])


def moved_camera(camera: CameraModel, step: Float) -> CameraModel:
    """The camera after a small turn (rotation vector) and a small move, as itself sees them."""
    turn = cv2.Rodrigues(step[:3])[0]
    rotation = turn @ camera.rotation_matrix
    move = turn @ np.asarray(camera.translation_mm) + step[3:]
    left, _, right = np.linalg.svd(rotation)
    clean = left @ right
    return replace(
        camera,
        rotation=tuple((float(r[0]), float(r[1]), float(r[2])) for r in clean),
        translation_mm=(float(move[0]), float(move[1]), float(move[2])),
    )


def pixel_slopes(camera: CameraModel, board_mm: Float) -> Float:
    """Of every pixel by the six parts of a motion, by central differences."""
    columns = []
    for part in range(6):
        step = np.zeros(6)
        step[part] = STEP[part]
        ahead, behind = (moved_camera(camera, s).project(board_mm) for s in (step, -step))
        columns.append((ahead - behind) / (2 * STEP[part]))
    return np.stack(columns, axis=2)
