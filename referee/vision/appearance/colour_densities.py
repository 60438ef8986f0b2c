"""How often each colour is seen on somebody: densities over a coarse grid of colours."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.compiler import compiled
from referee.vision.appearance.figure_colours import LIGHT, WEIGHT, YELLOW_BLUE, ZONE

ZONES = 2
SHAPE = (28, 30, 30)  # cells of light, red against green, yellow against blue
CELLS = SHAPE[0] * SHAPE[1] * SHAPE[2]
LOW = np.array([0.0, -0.9, -0.9])
CELL = np.array([0.10, 0.06, 0.06])
BLUR = (1.0, 0.8, 0.8)  # in cells: no two pictures show a paint in quite the same colour
COARSE = (14, 15, 15)
COARSE_CELLS = COARSE[0] * COARSE[1] * COARSE[2]
REACH = 3  # cells
FEWEST = 10.0  # samples from which a zone says something


def cells_of(colours: F64, gain: float = 1.0) -> I64:
    """The cell of each colour (light, red-green, yellow-blue), brightened by ``gain``."""
    last = np.array(SHAPE) - 1
    k = np.clip(np.floor((colours * gain - LOW) / CELL).astype(np.int64), 0, last)
    return np.asarray((k[:, 0] * SHAPE[1] + k[:, 1]) * SHAPE[2] + k[:, 2])


def counts_of(description: F64) -> F64:
    """Share of each cell, (ZONES, CELLS); a zone that is hidden has none."""
    out = np.zeros((ZONES, CELLS))
    cells = cells_of(description[:, LIGHT : YELLOW_BLUE + 1])
    zones = description[:, ZONE].astype(np.int64)
    np.add.at(out, (zones, cells), description[:, WEIGHT])
    whole = out.sum(axis=1, keepdims=True)
    return np.where(whole >= FEWEST, out / np.maximum(whole, 1e-9), 0.0)


def density_of(counts: Sequence[F64]) -> F64:
    """The blurred mean of several people's shares, (ZONES, CELLS)."""
    return mixed([paint_of(each) for each in counts])


def paint_of(counts: F64) -> F64:
    """One person's shares, blurred: what lies beyond the grid's edge is lost."""
    grid = counts.reshape(ZONES, *SHAPE)
    out = np.zeros_like(grid)
    _blur(grid, np.array(BLUR), out)
    return np.asarray(out.reshape(ZONES, CELLS))


def mixed(paints: Sequence[F64]) -> F64:
    """The mean of several people's paints; whose zone is hidden says nothing about it."""
    out = np.sum(paints, axis=0)
    return np.asarray(out / np.maximum(out.sum(axis=1, keepdims=True), 1e-9))


def coarse(values: F64) -> F64:
    """Sums over blocks of 2 x 2 x 2 cells, (ZONES, COARSE_CELLS)."""
    blocks = values.reshape(-1, COARSE[0], 2, COARSE[1], 2, COARSE[2], 2)
    return np.asarray(blocks.sum(axis=(2, 4, 6)).reshape(-1, COARSE_CELLS))


def coarse_cell(cells: I64) -> I64:
    """The block of each cell."""
    light, rest = np.divmod(cells, SHAPE[1] * SHAPE[2])
    red, blue = np.divmod(rest, SHAPE[2])
    return np.asarray(((light // 2) * COARSE[1] + red // 2) * COARSE[2] + blue // 2)


@compiled
def _blur(grid: F64, sigmas: F64, out: F64) -> None:
    """Each cell's amount spread over the cells within reach it."""
    kernel = np.zeros((3, 2 * REACH + 1))
    for axis in range(3):
        for step in range(2 * REACH + 1):
            kernel[axis, step] = math.exp(-0.5 * ((step - REACH) / sigmas[axis]) ** 2)
        kernel[axis] /= kernel[axis].sum()
    _, lights, reds, blues = grid.shape
    for z, i, j, k in np.ndindex(grid.shape):
        amount = grid[z, i, j, k]
        if amount == 0.0:
            continue
        for a in range(max(0, i - REACH), min(lights, i + REACH + 1)):
            for b in range(max(0, j - REACH), min(reds, j + REACH + 1)):
                part = amount * kernel[0, a - i + REACH] * kernel[1, b - j + REACH]
                for c in range(max(0, k - REACH), min(blues, k + REACH + 1)):
                    out[z, a, b, c] += part * kernel[2, c - k + REACH]
