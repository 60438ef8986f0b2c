"""Another camera in another room for a whole frame, the camera's model with it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel
from referee.lab.train.picture_light import relit_picture

U8 = npt.NDArray[np.uint8]


def relit_scene(image: U8, camera: CameraModel, rng: np.random.Generator) -> tuple[U8, CameraModel]:
    """The frame as a different webcam would have given it."""
    if rng.random() < 0.3:
        image, camera = _smaller(image, camera, float(rng.uniform(0.6, 0.95)))
    return relit_picture(image, rng), camera


def _smaller(image: U8, camera: CameraModel, ratio: float) -> tuple[U8, CameraModel]:
    """Fewer pixels; pixel centres stay where they belong."""
    width, height = round(camera.width_px * ratio), round(camera.height_px * ratio)
    sx, sy = width / camera.width_px, height / camera.height_px
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), replace(
        camera,
        width_px=width,
        height_px=height,
        fx_px=camera.fx_px * sx,
        fy_px=camera.fy_px * sy,
        cx_px=(camera.cx_px + 0.5) * sx - 0.5,
        cy_px=(camera.cy_px + 0.5) * sy - 0.5,
    )
