"""The same tile, never twice the same picture: mirrored, turned, lit and seen differently."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.lab.train.picture_light import relit_picture, shaded_picture
from referee.vision.network.detector_classes import BALL, CORNERS, FELT, MAGNET, MIRRORED

Float32 = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
NAMED_BY_HUE = (BALL, FELT, MAGNET)
SHADED = 0.25  # share of the tiles


def varied_tile(
    image: Picture, things: Float32, rng: np.random.Generator
) -> tuple[Picture, Float32]:
    """A square tile and its things, as one of the eight ways to look at it, by another camera."""
    if rng.random() < 0.5:
        image, things = image[:, ::-1], mirrored(things)
    quarters = int(rng.integers(4))
    image = np.ascontiguousarray(np.rot90(image, quarters))
    if rng.random() < SHADED:
        image = shaded_picture(image, rng)
    other_hues = not np.isin(things[:, 0], NAMED_BY_HUE).any()
    return relit_picture(image, rng, other_hues), turned(things, quarters)


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
