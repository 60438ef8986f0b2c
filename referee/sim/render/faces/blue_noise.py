"""Numbers for neighbouring pixels that differ as much as they can: blue noise on a torus."""

from __future__ import annotations

import numpy as np

from referee.sim.render.arrays import F64

SIDE = 32
REACH_CELLS = 1.9


def blue_noise() -> F64:
    """(SIDE, SIDE) of -1 to 1, every value once: any few neighbours cover the range evenly.

    Cells are ranked one after the other, each time the one that lies farthest from those before.
    """
    away = np.minimum(np.arange(SIDE), SIDE - np.arange(SIDE)).astype(float)
    push = np.exp(-(away[:, None] ** 2 + away**2) / (2.0 * REACH_CELLS**2))
    crowd = np.random.default_rng(1).uniform(0.0, 1e-3, (SIDE, SIDE))
    rank = np.zeros((SIDE, SIDE))
    for k in range(SIDE * SIDE):
        row, column = np.unravel_index(int(np.argmin(crowd)), crowd.shape)
        rank[row, column] = k
        crowd += np.roll(push, (int(row), int(column)), axis=(0, 1))
        crowd[row, column] = np.inf
    return np.asarray((rank + 0.5) / (SIDE * SIDE) * 2.0 - 1.0)


BLUE_NOISE = blue_noise()
