"""The same tile, never twice the same picture: mirrored, turned by quarters, lit differently."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.classes import CORNERS, MIRRORED

Float32 = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
GAIN, BALANCE, GAMMA = 0.15, 0.05, 0.15  # standard deviations of their logarithms


def varied(image: Picture, things: Float32, rng: np.random.Generator) -> tuple[Picture, Float32]:
    """A square tile and its things, as one of the eight ways to look at it, in another light."""
    if rng.random() < 0.5:
        image, things = image[:, ::-1], mirrored(things)
    quarters = int(rng.integers(4))
    return relit(np.rot90(image, quarters), rng), turned(things, quarters)


def mirrored(things: Float32) -> Float32:
    """The same things in a mirror: left corners become right ones."""
    out = things.copy()
    out[:, 1] = 1.0 - things[:, 1]
    corners = things[:, 5:].reshape(-1, CORNERS, 3)[:, list(MIRRORED)].copy()
    corners[..., 0] = np.where(corners[..., 2] > 0.0, 1.0 - corners[..., 0], 0.0)
    out[:, 5:] = corners.reshape(len(things), 3 * CORNERS)
    return out


def turned(things: Float32, quarters: int) -> Float32:
    """The same things after quarter turns to the left."""
    out = things.copy()
    for _ in range(quarters % 4):
        out[:, 1], out[:, 2] = out[:, 2].copy(), 1.0 - out[:, 1]
        out[:, 3], out[:, 4] = out[:, 4].copy(), out[:, 3].copy()
        corners = out[:, 5:].reshape(-1, CORNERS, 3)
        x, y, there = (corners[..., k].copy() for k in range(3))
        corners[..., 0] = np.where(there > 0.0, y, 0.0)
        corners[..., 1] = np.where(there > 0.0, 1.0 - x, 0.0)
        out[:, 5:] = corners.reshape(len(things), 3 * CORNERS)
    return out


def relit(image: Picture, rng: np.random.Generator) -> Picture:
    """Another exposure, balance and tone."""
    gains = np.exp(rng.normal(0.0, GAIN) + rng.normal(0.0, BALANCE, 3))
    tones = np.linspace(0.0, 1.0, 256) ** np.exp(rng.normal(0.0, GAMMA))
    table = np.clip(np.rint(255.0 * tones[:, None] * gains), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(image), table[None]), dtype=np.uint8)
