"""Another camera, another room: what changes a frame's pixels and not what stands where."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.model import CameraModel

U8 = npt.NDArray[np.uint8]
LUMA = np.array([0.114, 0.587, 0.299])
NOISE_SIZE = 256
METERED = (0.12, 0.6)  # mean levels that are still a picture


def relit(image: U8, camera: CameraModel, rng: np.random.Generator) -> tuple[U8, CameraModel]:
    """The frame as a different webcam would have given it."""
    if rng.random() < 0.3:
        image, camera = _smaller(image, camera, float(rng.uniform(0.6, 0.95)))
    if rng.random() < 0.75:
        image = _u8(cv2.transform(image, _mixing(rng)))
        image = _u8(cv2.LUT(image, _tones(float(image[::16, ::16].mean()), rng)))
    if rng.random() < 0.3:
        image = _u8(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3))))
    if rng.random() < 0.2:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        share = float(rng.uniform(0.3, 1.2))
        image = _u8(cv2.addWeighted(image, 1.0 + share, soft, -share, 0.0))
    if rng.random() < 0.4:
        image = _noisy(image, float(rng.uniform(1.0, 9.0)), rng)
    if rng.random() < 0.4:
        quality = int(rng.integers(35, 92))
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        image = _u8(cv2.imdecode(data, cv2.IMREAD_COLOR))
    return np.ascontiguousarray(image), camera


def _smaller(image: U8, camera: CameraModel, ratio: float) -> tuple[U8, CameraModel]:
    """Fewer pixels; pixel centres stay where they belong."""
    width, height = round(camera.width_px * ratio), round(camera.height_px * ratio)
    sx, sy = width / camera.width_px, height / camera.height_px
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return _u8(small), replace(
        camera,
        width_px=width,
        height_px=height,
        fx_px=camera.fx_px * sx,
        fy_px=camera.fy_px * sy,
        cx_px=(camera.cx_px + 0.5) * sx - 0.5,
        cy_px=(camera.cy_px + 0.5) * sy - 0.5,
    )


def _mixing(rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Balance, saturation, sometimes other hues altogether: cloth comes in every colour."""
    mix = np.eye(3)
    if rng.random() < 0.3:
        mix = np.eye(3)[rng.permutation(3)]
        blend = rng.dirichlet(np.full(3, 0.4), 3)
        share = float(rng.uniform(0.0, 0.6))
        mix = (1.0 - share) * mix + share * blend
    grey = np.tile(LUMA, (3, 1))
    colourful = 0.0 if rng.random() < 0.05 else float(rng.uniform(0.4, 1.5))
    mix = (grey + colourful * (np.eye(3) - grey)) @ mix
    return np.asarray(mix * np.exp(rng.normal(0.0, 0.09, 3))[:, None])


def _tones(mean: float, rng: np.random.Generator) -> U8:
    """Another exposure, as a webcam that meters about the middle would choose it, and gamma."""
    x = np.arange(256) / 255.0
    gamma = float(np.exp(rng.normal(0.0, 0.28)))
    level = max(mean / 255.0, 0.02)
    wanted = float(np.clip(level * np.exp(rng.normal(0.0, 0.35)), *METERED))
    curve = wanted * (x / level) ** gamma + rng.uniform(-0.05, 0.05)
    return np.asarray(np.clip(curve, 0.0, 1.0) * 255.0).astype(np.uint8)


def _noisy(image: U8, level: float, rng: np.random.Generator) -> U8:
    """Grain from one small sheet, laid on anew: drawing a number for every pixel takes longer."""
    sheet = rng.standard_normal((NOISE_SIZE, NOISE_SIZE, 3), dtype=np.float32) * level
    rows, columns = image.shape[:2]
    tiles = (-(-rows // NOISE_SIZE), -(-columns // NOISE_SIZE), 1)
    grain = np.tile(sheet.astype(np.int16), tiles)[:rows, :columns]
    return _u8(np.clip(image + grain, 0, 255))


def _u8(image: npt.NDArray[np.generic] | cv2.typing.MatLike | None) -> U8:
    return np.asarray(image, dtype=np.uint8)
