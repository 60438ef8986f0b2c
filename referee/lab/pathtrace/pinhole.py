"""From a lens with distortion to a pinhole that sees a little more, and back by resampling."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64

MARGIN_PX = 4


@dataclass(frozen=True, slots=True)
class Pinhole:
    """What Blender renders; ``map_x`` and ``map_y`` tell where each wanted pixel lies in it."""

    width_px: int
    height_px: int
    focal_px: float
    cx_px: float
    cy_px: float
    map_x: npt.NDArray[np.float32]
    map_y: npt.NDArray[np.float32]

    def distorted(self, light: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The wanted picture from the pinhole's."""
        out = cv2.remap(
            light, self.map_x, self.map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
        )
        return np.asarray(np.maximum(out, 0.0), dtype=np.float32)

    def project(self, camera: CameraModel, points_mm: npt.ArrayLike) -> F64:
        """Board points (..., 3) to pixels of the pinhole picture."""
        seen = np.asarray(points_mm, dtype=float) @ camera.rotation_matrix.T + np.asarray(
            camera.translation_mm
        )
        flat = seen[..., :2] / seen[..., 2:] * self.focal_px
        return np.asarray(flat + np.array([self.cx_px, self.cy_px]))


def pinhole_for(camera: CameraModel) -> Pinhole:
    """A pinhole with the camera's pose whose picture covers all that the lens shows."""
    rows, columns = np.mgrid[0 : camera.height_px, 0 : camera.width_px].astype(float)
    rays = normalised(camera, columns, rows)
    focal = max(camera.fx_px, camera.fy_px)
    low = rays.reshape(-1, 2).min(axis=0) * focal
    high = rays.reshape(-1, 2).max(axis=0) * focal
    cx, cy = (float(v) for v in np.ceil(-low) + MARGIN_PX)
    return Pinhole(
        width_px=math.ceil(cx + high[0]) + MARGIN_PX,
        height_px=math.ceil(cy + high[1]) + MARGIN_PX,
        focal_px=focal,
        cx_px=cx,
        cy_px=cy,
        map_x=(rays[..., 0] * focal + cx).astype(np.float32),
        map_y=(rays[..., 1] * focal + cy).astype(np.float32),
    )


def normalised(camera: CameraModel, columns: F64, rows: F64) -> F64:
    """The undistorted rays (x / z, y / z) behind pixels, by way of the board plane."""
    board = camera.to_plane(np.stack([columns, rows], axis=-1), 0.0)
    points = np.concatenate([board, np.zeros((*board.shape[:-1], 1))], axis=-1)
    seen = points @ camera.rotation_matrix.T + np.asarray(camera.translation_mm)
    return np.asarray(seen[..., :2] / seen[..., 2:])
