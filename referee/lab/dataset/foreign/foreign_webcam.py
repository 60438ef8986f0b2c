"""What a cheap webcam makes of light: exposure, balance, noise, smear, sharpening halos, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
LUMA = np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)


@dataclass(frozen=True)
class ForeignWebcam:
    """How one camera exposes, balances, blurs and compresses."""

    grey: float  # the mean it aims at, in linear light
    balance: tuple[float, float, float]  # what it does to red, green, blue
    falloff: float
    blur_px: float
    noise: float
    smear: int
    halo_px: float
    halo: float
    contrast: float
    saturation: float
    quality: int


def draw_webcam(rng: np.random.Generator) -> ForeignWebcam:
    """A webcam drawn at random."""
    warm = float(rng.normal(0.0, 0.07))
    return ForeignWebcam(
        grey=float(rng.uniform(0.11, 0.24)),
        balance=(1.0 + warm, 1.0, 1.0 - warm),
        falloff=float(rng.uniform(0.0, 0.45)),
        blur_px=float(rng.uniform(0.45, 1.0)),
        noise=float(rng.uniform(0.002, 0.02)),
        smear=int(rng.choice([0, 0, 3, 5])),
        halo_px=float(rng.uniform(0.9, 2.2)),
        halo=float(rng.uniform(0.0, 1.1)),
        contrast=float(rng.uniform(0.0, 0.5)),
        saturation=float(rng.uniform(0.75, 1.3)),
        quality=int(rng.integers(68, 93)),
    )


def develop(
    light: npt.NDArray[np.float32], camera: ForeignWebcam, rng: np.random.Generator
) -> tuple[Picture, bytes]:
    """Linear RGB light to the picture a program gets, and its JPEG."""
    rows, columns = light.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    shaded = light * (1.0 - camera.falloff * 0.5 * (x**2 + y**2) * 0.8)[..., None]
    neutral = shaded.reshape(-1, 3).mean(axis=0)
    shaded = shaded * (neutral.mean() / neutral) ** 0.6 * np.array(camera.balance)
    shaded = shaded * camera.grey / max(float((shaded @ LUMA).mean()), 1e-6)
    soft = cv2.GaussianBlur(shaded.astype(np.float32), (0, 0), camera.blur_px)
    sigma = camera.noise * np.sqrt(np.maximum(soft, 0.0) * 2.0 + 0.02)
    grain = cv2.GaussianBlur(rng.normal(0.0, 1.0, soft.shape).astype(np.float32), (0, 0), 0.6) * 2.2
    raw = np.maximum(soft + grain * sigma, 0.0)
    shown = _tone(raw, camera.contrast)
    if camera.smear:
        shown = np.asarray(cv2.bilateralFilter(shown, camera.smear, 0.07, 1.6))
    wide = cv2.GaussianBlur(shown, (0, 0), camera.halo_px)
    shown = shown + camera.halo * (shown - wide)
    grey = (shown @ LUMA)[..., None]
    rich = grey + camera.saturation * (shown - grey)
    image = np.clip(np.rint(rich[..., ::-1] * 255.0), 0, 255).astype(np.uint8)
    settings = [cv2.IMWRITE_JPEG_QUALITY, camera.quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
                cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]  # fmt: skip
    jpeg = cv2.imencode(".jpg", image, settings)[1].tobytes()
    seen = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(seen, dtype=np.uint8), jpeg


def _tone(light: npt.NDArray[np.float32], contrast: float) -> npt.NDArray[np.float32]:
    """A film-like curve: highlights roll off, then sRGB, then some contrast about the middle."""
    rolled = np.where(light < 0.7, light, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.6))
    shown = np.where(
        rolled <= 0.0031308, 12.92 * rolled, 1.055 * np.maximum(rolled, 1e-9) ** (1 / 2.4) - 0.055
    )
    curved = shown + contrast * (shown - 0.5) * shown * (1.0 - shown)
    return np.asarray(curved, dtype=np.float32)
