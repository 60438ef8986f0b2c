"""Adds samples and background up to linear light, tile by tile, where something changed."""

from __future__ import annotations

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8, U16, SampleArrays
from referee.sim.render.light.lamps import X, Y, Z
from referee.sim.render.light.shadow_lookup import blocked_at
from referee.sim.render.quality import SAMPLES
from referee.sim.render.tiles import TILE

LAYER_UNIT = 12000.0  # layers hold light up to 5.4 in 16 bit


@njit(cache=True, nogil=True, fastmath=True)
def resolve_samples(  # noqa: PLR0912, PLR0915 - one loop nest compiles to one fast loop
    lamps: F64,
    grid: F64,
    height: F32,
    above: F32,
    dark: F32,
    block_top: F32,
    reach: I32,
    empty: F32,
    layers: U16,
    position: F32,
    tiles: U8,
    share: float,
    fresh: bool,
    buffers: SampleArrays,
    scene: F32,
) -> None:
    """Add this pass's share to ``scene`` (3, rows, columns) and empty the samples of all tiles.

    ``empty``: light of the empty board. ``layers`` (rows, columns, lamps + 1, 3): what each lamp,
    and last the surroundings, add to it, in units of 1 / LAYER_UNIT; the shadows of moving things
    are taken out: where there are none, the light is exactly that of the empty board. ``fresh``
    forgets what ``scene`` held.
    """
    near, ink, _, owners = buffers
    rows, columns = near.shape[0], near.shape[1]
    count = len(lamps)
    one, zero, unit = np.float32(1.0), np.float32(0.0), np.float32(1.0 / LAYER_UNIT)
    quarter, part = np.float32(1.0 / SAMPLES), np.float32(share)
    left, low, scale = np.float32(grid[0]), np.float32(grid[1]), np.float32(1.0 / grid[2])
    map_rows, map_columns = np.float32(dark.shape[1] - 1.01), np.float32(dark.shape[2] - 1.01)
    kinds = np.empty(count + 1, dtype=np.int64)
    up = np.uint64(1)
    for tr in range(tiles.shape[0]):
        for tc in range(tiles.shape[1]):
            if tiles[tr, tc] == 0:
                continue
            dim = 0
            for k in range(count + 1):
                if _any_shadow(block_top[k], reach[tr, tc]):
                    kinds[dim] = k
                    dim += 1
            for row in range(tr * TILE, min(rows, tr * TILE + TILE)):
                r = np.uint64(row)
                for column in range(tc * TILE, min(columns, tc * TILE + TILE)):
                    c = np.uint64(column)
                    ink_blue = ink_green = ink_red = zero
                    behind = one
                    if owners[r, c] != np.uint32(0):
                        owners[r, c] = np.uint32(0)
                        covered = zero
                        for s in range(SAMPLES):
                            q = np.uint64(s)
                            ink_blue += ink[r, c, q, 0]
                            ink_green += ink[r, c, q, 1]
                            ink_red += ink[r, c, q, 2]
                            covered += ink[r, c, q, 3]
                            near[r, c, q] = zero
                            for b in range(4):
                                ink[r, c, q, b] = zero
                        behind = one - quarter * covered
                    blue, green, red = empty[0, r, c], empty[1, r, c], empty[2, r, c]
                    if dim > 0 and behind > np.float32(2.5e-4):
                        x, y, z = position[r, c, 0], position[r, c, 1], position[r, c, 2]
                        if z == zero:
                            gx = min(max((x - left) * scale, zero), map_columns)
                            gy = min(max((y - low) * scale, zero), map_rows)
                            m, n = np.uint64(int(gx)), np.uint64(int(gy))
                            fx, fy = gx - np.float32(int(gx)), gy - np.float32(int(gy))
                            for i in range(dim):
                                j = np.uint64(kinds[i])
                                upper, lower = dark[j, n, m], dark[j, n + up, m]
                                upper += (dark[j, n, m + up] - upper) * fx
                                lower += (dark[j, n + up, m + up] - lower) * fx
                                taken = (upper + (lower - upper) * fy) * unit
                                blue -= taken * np.float32(layers[r, c, j, 0])
                                green -= taken * np.float32(layers[r, c, j, 1])
                                red -= taken * np.float32(layers[r, c, j, 2])
                        else:
                            for i in range(dim):
                                j = np.uint64(kinds[i])
                                if kinds[i] == count:
                                    continue
                                lamp = lamps[j]
                                f = lamp[Z] / (lamp[Z] - z)
                                qx = (lamp[X] + (x - lamp[X]) * f - grid[0]) / grid[2]
                                qy = (lamp[Y] + (y - lamp[Y]) * f - grid[1]) / grid[2]
                                over = max(
                                    z, zero
                                )  # empty cells are 0 high: below the board they hide nothing
                                taken = blocked_at(height, above, kinds[i], qx, qy, over) * unit
                                blue -= taken * np.float32(layers[r, c, j, 0])
                                green -= taken * np.float32(layers[r, c, j, 1])
                                red -= taken * np.float32(layers[r, c, j, 2])
                    blue = part * (behind * blue + quarter * ink_blue)
                    green = part * (behind * green + quarter * ink_green)
                    red = part * (behind * red + quarter * ink_red)
                    if fresh:
                        scene[0, r, c], scene[1, r, c], scene[2, r, c] = blue, green, red
                    else:
                        scene[0, r, c] += blue
                        scene[1, r, c] += green
                        scene[2, r, c] += red


@njit(cache=True, nogil=True)
def _any_shadow(block_top: F32, box: I32) -> bool:
    """Whether a shadow may reach a block of a box (left, low, right, high)."""
    for r in range(max(0, box[1]), min(block_top.shape[0] - 1, box[3]) + 1):
        for c in range(max(0, box[0]), min(block_top.shape[1] - 1, box[2]) + 1):
            if block_top[r, c] > 0.0:
                return True
    return False


@njit(cache=True, nogil=True)
def clear_samples(tiles: U8, but: U8, buffers: SampleArrays) -> None:
    """Empty the samples of marked tiles, but not of those marked in ``but``."""
    near, ink, _, owners = buffers
    rows, columns = owners.shape
    for tr in range(tiles.shape[0]):
        for tc in range(tiles.shape[1]):
            if tiles[tr, tc] == 0 or but[tr, tc] != 0:
                continue
            for r in range(tr * TILE, min(rows, tr * TILE + TILE)):
                for c in range(tc * TILE, min(columns, tc * TILE + TILE)):
                    if owners[r, c] != 0:
                        owners[r, c] = 0
                        near[r, c] = 0.0
                        ink[r, c] = 0.0
