"""How often each colour is seen on somebody: densities over a coarse grid of colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.vision.colours import LIGHT, WEIGHT, YELLOW_BLUE, ZONE
from referee.vision.light import Float

Int = npt.NDArray[np.int64]

ZONES = 2
SHAPE = (28, 30, 30)  # cells of light, red against green, yellow against blue
CELLS = SHAPE[0] * SHAPE[1] * SHAPE[2]
LOW = np.array([0.0, -0.9, -0.9])
CELL = np.array([0.10, 0.06, 0.06])
BLUR = (1.0, 0.8, 0.8)  # in cells: no two pictures show a paint in quite the same colour
COARSE = (14, 15, 15)
COARSE_CELLS = COARSE[0] * COARSE[1] * COARSE[2]
FEWEST = 10.0  # samples from which a zone says something


def cells_of(colours: Float, gain: float = 1.0) -> Int:
    """The cell of each colour (light, red-green, yellow-blue), brightened by ``gain``."""
    last = np.array(SHAPE) - 1
    k = np.clip(np.floor((colours * gain - LOW) / CELL).astype(np.int64), 0, last)
    return np.asarray((k[:, 0] * SHAPE[1] + k[:, 1]) * SHAPE[2] + k[:, 2])


def counts_of(description: Float) -> Float:
    """Share of each cell, (ZONES, CELLS); a zone that is hidden has none."""
    out = np.zeros((ZONES, CELLS))
    cells = cells_of(description[:, LIGHT : YELLOW_BLUE + 1])
    zones = description[:, ZONE].astype(np.int64)
    np.add.at(out, (zones, cells), description[:, WEIGHT])
    whole = out.sum(axis=1, keepdims=True)
    return np.where(whole >= FEWEST, out / np.maximum(whole, 1e-9), 0.0)


def density_of(counts: Sequence[Float]) -> Float:
    """The blurred mean of several people's shares, (ZONES, CELLS)."""
    every = np.array(counts)
    there = every.sum(axis=2) > 0.0
    mean = every.sum(axis=0) / np.maximum(there.sum(axis=0), 1)[:, None]
    out = mean.reshape(ZONES, *SHAPE)
    for axis, sigma in enumerate(BLUR, start=1):
        out = _blurred(out, axis, sigma)
    flat = out.reshape(ZONES, CELLS)
    return np.asarray(flat / np.maximum(flat.sum(axis=1, keepdims=True), 1e-9))


def coarse(values: Float) -> Float:
    """Sums over blocks of 2 x 2 x 2 cells, (ZONES, COARSE_CELLS)."""
    blocks = values.reshape(-1, COARSE[0], 2, COARSE[1], 2, COARSE[2], 2)
    return np.asarray(blocks.sum(axis=(2, 4, 6)).reshape(-1, COARSE_CELLS))


def coarse_cell(cells: Int) -> Int:
    """The block of each cell."""
    light, rest = np.divmod(cells, SHAPE[1] * SHAPE[2])
    red, blue = np.divmod(rest, SHAPE[2])
    return np.asarray(((light // 2) * COARSE[1] + red // 2) * COARSE[2] + blue // 2)


def _blurred(values: Float, axis: int, sigma: float) -> Float:
    steps = np.arange(-3, 4)
    kernel = np.exp(-0.5 * (steps / sigma) ** 2)
    kernel /= kernel.sum()
    moved = np.moveaxis(values, axis, 0)
    padded = np.pad(moved, [(3, 3), *[(0, 0)] * (values.ndim - 1)])
    out = sum(w * padded[3 + s : 3 + s + len(moved)] for s, w in zip(steps, kernel, strict=True))
    return np.moveaxis(np.asarray(out), 0, axis)
