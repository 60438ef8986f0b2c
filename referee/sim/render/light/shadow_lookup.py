"""What a shadow map says about a point: how much of a lamp's light comes through."""

from __future__ import annotations

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, U8
from referee.sim.render.light.lamps import X, Y, Z

BLOCK = 8  # cells of a map are kept track of in blocks of this width
BIAS_MM = 0.9  # a surface is not shaded by what is hardly higher


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def on_board(lamp: F64, x: float, y: float, z: float) -> tuple[float, float]:
    """Where the ray from the lamp through a point meets the board."""
    f = lamp[Z] / (lamp[Z] - z)
    return lamp[X] + (x - lamp[X]) * f, lamp[Y] + (y - lamp[Y]) * f


@njit(cache=True, nogil=True, fastmath=True)
def raise_above(changed: U8, height: F32, above: F32) -> None:
    """``above``: the highest of the 4 x 4 cells that a look-up at this cell takes into account.

    Made anew in changed blocks and beside them.
    """
    maps, block_rows, block_columns = changed.shape
    rows = height.shape[1]
    lines = np.empty((BLOCK + 3, BLOCK), dtype=np.float32)
    one, two = np.uint64(1), np.uint64(2)
    for k in range(maps):
        for br in range(block_rows):
            for bc in range(1, block_columns - 1):  # what is at the maps' edge stays lit
                beside = 0
                for by in range(max(br - 1, 0), min(br + 2, block_rows)):
                    for bx in range(bc - 1, bc + 2):
                        beside |= changed[k, by, bx]
                if beside == 0:
                    continue
                for q in range(BLOCK + 3):
                    r = np.uint64(min(max(br * BLOCK + q - 1, 0), rows - 1))
                    for j in range(BLOCK):
                        c = np.uint64(bc * BLOCK + j)
                        lines[q, j] = max(
                            height[k, r, c - one],
                            height[k, r, c],
                            height[k, r, c + one],
                            height[k, r, c + two],
                        )
                for q in range(BLOCK):
                    r = np.uint64(br * BLOCK + q)
                    for j in range(BLOCK):
                        above[k, r, np.uint64(bc * BLOCK + j)] = max(
                            lines[q, j], lines[q + 1, j], lines[q + 2, j], lines[q + 3, j]
                        )


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def blocked_at(height: F32, above: F32, k: int, gx: float, gy: float, z_mm: float) -> np.float32:
    """Share of lamp k's light that does not reach a point at this height, over 3 x 3 cells.

    Exactly zero where nothing is in the way.
    """
    one, zero = np.float32(1.0), np.float32(0.0)
    total = zero
    if 1.0 <= gx < height.shape[2] - 2.0 and 1.0 <= gy < height.shape[1] - 2.0:
        m, c, r = np.uint64(k), np.uint64(int(gx)), np.uint64(int(gy))
        limit = np.float32(z_mm + BIAS_MM)
        if above[m, r, c] > limit:
            fx, fy = np.float32(gx - int(gx)), np.float32(gy - int(gy))
            for d in range(4):
                q = r + np.uint64(d) - np.uint64(1)
                met = one - fx if height[m, q, c - np.uint64(1)] > limit else zero
                met += one if height[m, q, c] > limit else zero
                met += one if height[m, q, c + np.uint64(1)] > limit else zero
                met += fx if height[m, q, c + np.uint64(2)] > limit else zero
                total += met * (one - fy if d == 0 else (fy if d == 3 else one))
    return total * np.float32(1.0 / 9.0)


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def smooth_at(field: F32, k: int, gx: float, gy: float) -> np.float32:
    """Bilinear value of layer k at grid coordinates; the nearest edge outside."""
    gx = min(max(gx, 0.0), field.shape[2] - 1.001)
    gy = min(max(gy, 0.0), field.shape[1] - 1.001)
    fx, fy = np.float32(gx - int(gx)), np.float32(gy - int(gy))
    m, c, r, one = np.uint64(k), np.uint64(int(gx)), np.uint64(int(gy)), np.uint64(1)
    upper = field[m, r, c] + (field[m, r, c + one] - field[m, r, c]) * fx
    lower = field[m, r + one, c] + (field[m, r + one, c + one] - field[m, r + one, c]) * fx
    return upper + (lower - upper) * fy
