"""What a shadow map says about a point: how much of a lamp's light comes through."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64
from referee.sim.render.lamps import X, Y, Z

BLOCK = 8  # cells of a map are kept track of in blocks of this width
BIAS_MM = 0.9  # a surface is not shaded by what is hardly higher


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def on_board(lamp: F64, x: float, y: float, z: float) -> tuple[float, float]:
    """Where the ray from the lamp through a point meets the board."""
    f = lamp[Z] / (lamp[Z] - z)
    return lamp[X] + (x - lamp[X]) * f, lamp[Y] + (y - lamp[Y]) * f


@njit(cache=True, nogil=True, fastmath=True)
def lit_at(height: F32, k: int, gx: float, gy: float, z_mm: float) -> float:
    """Share of lamp k's light at a point of height ``z_mm`` above the board, over 3 x 3 cells."""
    rows, columns = height.shape[1], height.shape[2]
    c, r = math.floor(gx), math.floor(gy)
    if r < 1 or c < 1 or r >= rows - 2 or c >= columns - 2:
        return 1.0
    fx, fy = gx - c, gy - r
    limit = np.float32(z_mm + BIAS_MM)
    total = 0.0
    for dr in range(-1, 3):
        line = height[k, r + dr]
        a = 1.0 - fx if line[c - 1] <= limit else 0.0
        b = 1.0 if line[c] <= limit else 0.0
        d = 1.0 if line[c + 1] <= limit else 0.0
        e = fx if line[c + 2] <= limit else 0.0
        wy = 1.0 - fy if dr == -1 else (fy if dr == 2 else 1.0)
        total += wy * (a + b + d + e)
    return total / 9.0


@njit(cache=True, nogil=True, fastmath=True)
def smooth_at(field: F32, k: int, gx: float, gy: float) -> float:
    """Bilinear value of layer k at grid coordinates; the nearest edge outside."""
    rows, columns = field.shape[1], field.shape[2]
    gx = min(max(gx, 0.0), columns - 1.001)
    gy = min(max(gy, 0.0), rows - 1.001)
    c, r = int(gx), int(gy)
    fx, fy = gx - c, gy - r
    upper = field[k, r, c] * (1.0 - fx) + field[k, r, c + 1] * fx
    lower = field[k, r + 1, c] * (1.0 - fx) + field[k, r + 1, c + 1] * fx
    return upper * (1.0 - fy) + lower * fy
