"""What another camera, another lamp and other cloth make of the same picture."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
LUMA = np.array([0.114, 0.587, 0.299])
NOISE_SIZE = 256
METERED = (0.12, 0.6)  # mean levels that are still a picture


def relit_picture(image: U8, rng: np.random.Generator, other_hues: bool = True) -> U8:
    """Other colours, exposure, sharpness, grain and compression; nothing moves."""
    if rng.random() < 0.75:
        image = _u8(cv2.transform(image, _mixing(rng, other_hues)))
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
    return np.ascontiguousarray(image)


def shaded_picture(image: U8, rng: np.random.Generator) -> U8:
    """With the edge of a shadow or of a bar of sunlight across it, soft or hard."""
    rows, columns = image.shape[:2]
    turn = float(rng.uniform(0.0, 2.0 * np.pi))
    across = (
        np.cos(turn) * np.arange(columns, dtype=np.float32)[None, :] / columns
        + np.sin(turn) * np.arange(rows, dtype=np.float32)[:, None] / rows
    )
    near, wide = float(rng.uniform(across.min(), across.max())), float(rng.uniform(0.03, 0.6))
    soft = float(rng.uniform(0.002, 0.15))
    inside = 1.0 / (1.0 + np.exp(np.clip((np.abs(across - near) - wide / 2.0) / soft, -30, 30)))
    gains = float(rng.uniform(0.35, 0.9)) * np.exp(rng.normal(0.0, 0.04, 3))
    if rng.random() < 0.5:
        inside = 1.0 - inside
    return _u8(image * (1.0 + inside[..., None] * (gains.astype(np.float32) - 1.0)))


def _mixing(rng: np.random.Generator, other_hues: bool) -> npt.NDArray[np.float64]:
    """Balance, saturation, sometimes other hues altogether: cloth comes in every colour."""
    mix = np.eye(3)
    if other_hues and rng.random() < 0.3:
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
