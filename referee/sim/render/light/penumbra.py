"""How much light things take from the board: soft edges, wider for higher things."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.light.lamps import SIZE, Z
from referee.sim.render.light.shadow_lookup import BLOCK

CONTACT_MM = 9.0  # how far around a thing the board is darkened
CONTACT = 0.75
TAPS = 20
STEP = 1.35
REACHES = 0.9 * STEP ** np.arange(14.0)  # radii, in cells, for which there are tap patterns


def _patterns() -> tuple[I32, F32]:
    """For each radius cells of a disc (radii, taps, 2: column, row) and their weights.

    Small discs meet few cells: there the same cell is looked up once, with a larger weight, and
    the list ends at the first weight of zero.
    """
    k = np.arange(TAPS)
    angle = k * (math.pi * (3.0 - math.sqrt(5.0)))
    disc = np.stack([np.cos(angle), np.sin(angle)], axis=1) * np.sqrt((k + 0.5) / TAPS)[:, None]
    cells = np.zeros((len(REACHES), TAPS, 2), dtype=np.int32)
    weights = np.zeros((len(REACHES), TAPS), dtype=np.float32)
    for row, reach in enumerate(REACHES):
        near = np.rint(reach * disc).astype(np.int32)
        unique, first, count = np.unique(near, axis=0, return_index=True, return_counts=True)
        order = np.argsort(first)
        cells[row, : len(unique)] = unique[order]
        weights[row, : len(unique)] = count[order] / TAPS
    return cells, weights


CELLS, WEIGHTS = _patterns()


@njit(cache=True, nogil=True, fastmath=True)
def spread(lamps: F64, cell_mm: float, peaks: F32, block_top: F32) -> None:
    """In all blocks that the penumbra of a caster may reach: the height of the highest of these."""
    count = len(lamps)
    rows, columns = peaks.shape[1], peaks.shape[2]
    block_top[:] = 0.0
    for k in range(count + 1):
        for br in range(rows):
            for bc in range(columns):
                top = peaks[k, br, bc]
                if top <= 0.0:
                    continue
                reach_mm = CONTACT_MM
                if k < count:
                    reach_mm = 0.5 * lamps[k, SIZE] * top / (lamps[k, Z] - top)
                around = 1 + int(STEP * reach_mm / cell_mm) // BLOCK
                for r in range(max(0, br - around), min(rows, br + around + 1)):
                    for c in range(max(0, bc - around), min(columns, bc + around + 1)):
                        block_top[k, r, c] = max(block_top[k, r, c], top)


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def pattern_of(reach: float) -> int:
    """The smallest tap pattern that is at least this wide."""
    return min(max(math.ceil(math.log(max(reach, 0.1) / 0.9) / math.log(STEP)), 0), 13)


@njit(cache=True, nogil=True, fastmath=True)
def soften(
    lamps: F64,
    cell_mm: float,
    share: float,
    cells: I32,
    weights: F32,
    height: F32,
    changed: U8,
    block_top: F32,
    block_top_before: F32,
    full: U8,
    dark: F32,
    dimmed: U8,
) -> None:
    """Shadows on the board: penumbras grow with lamp size and caster height.

    Only blocks that changed, or that see changed ones, are made anew; those that came out another
    way are marked in ``dimmed``. ``share`` is the part of a lamp's width that one pass stands for.
    """
    count = len(lamps)
    last_row, last_column = full.shape[1], full.shape[2]
    fresh = np.empty((BLOCK, BLOCK), dtype=np.float32)
    for k in range(count + 1):
        for br in range(last_row):
            for bc in range(last_column):
                dimmed[k, br, bc] = 0
                top = block_top[k, br, bc]
                before = block_top_before[k, br, bc]
                block_top_before[k, br, bc] = top
                if top <= 0.0 and before <= 0.0:
                    continue
                widest = CONTACT_MM / cell_mm
                if k < count:
                    widest = 0.5 * share * lamps[k, SIZE] * top / (lamps[k, Z] - top) / cell_mm
                level = pattern_of(widest)
                around = 1 + int(REACHES[level]) // BLOCK
                low, left = min(br, last_row - 1 - br), min(bc, last_column - 1 - bc)
                edge = min(low, left) < around  # the maps' edge stays lit
                if top == before and (edge or not _marked_near(changed[k], br, bc, around)):
                    continue
                fresh[:] = 0.0
                if edge or top <= 0.0:
                    pass
                elif k < count and _deep_inside(full[k], br, bc, around):
                    fresh[:] = 1.0
                else:
                    _soften_block(
                        lamps, cell_mm, share, cells, weights, height, k, br, bc, level, fresh
                    )
                apart = np.float32(0.0)
                for q in range(BLOCK):
                    r = np.uint64(br * BLOCK + q)
                    for j in range(BLOCK):
                        c = np.uint64(bc * BLOCK + j)
                        apart = max(apart, abs(dark[k, r, c] - fresh[q, j]))
                        dark[k, r, c] = fresh[q, j]
                dimmed[k, br, bc] = apart > np.float32(0.0)


@njit(cache=True, nogil=True, fastmath=True)
def _soften_block(
    lamps: F64,
    cell_mm: float,
    share: float,
    cells: I32,
    weights: F32,
    height: F32,
    k: int,
    br: int,
    bc: int,
    level: int,
    fresh: F32,
) -> None:
    """Shadows on one block, with the taps of ``level`` or fewer where what is above is low."""
    sums = np.zeros((2, BLOCK), dtype=np.float32)
    contact = k == len(lamps)
    c0 = bc * BLOCK
    for p in range(BLOCK):
        r = br * BLOCK + p
        _look_around(height[k], r, c0, cells[level], weights[level], contact, sums)
        for q in range(BLOCK):
            found = sums[0, q]
            if found == 0.0:
                continue
            if contact:
                fresh[p, q] = CONTACT * sums[1, q]
                continue
            z = sums[1, q] / found
            own = 0.5 * share * lamps[k, SIZE] * z / (lamps[k, Z] - z) / cell_mm
            nearer = level
            while nearer > 0 and REACHES[nearer - 1] >= own:
                nearer -= 1
            if nearer < level and found < 0.999:
                found = np.float32(0.0)
                for i in range(cells.shape[1]):
                    if weights[nearer, i] == 0.0:
                        break
                    x = c0 + q + cells[nearer, i, 0]
                    if height[k, r + cells[nearer, i, 1], x] > 0.0:
                        found += weights[nearer, i]
            fresh[p, q] = found


@njit(cache=True, nogil=True, fastmath=True)
def _marked_near(marked: U8, br: int, bc: int, around: int) -> bool:
    for r in range(br - around, br + around + 1):
        for c in range(bc - around, bc + around + 1):
            if marked[r, c] != 0:
                return True
    return False


@njit(cache=True, nogil=True, fastmath=True)
def _deep_inside(full: U8, br: int, bc: int, around: int) -> bool:
    """Whether a whole block lies in the dark: all about it is in the way of the lamp."""
    for r in range(br - around, br + around + 1):
        for c in range(bc - around, bc + around + 1):
            if full[r, c] == 0:
                return False
    return True


@njit(cache=True, nogil=True, fastmath=True)
def _look_around(
    height: F32, row: int, column: int, cells: I32, weights: F32, contact: bool, sums: F32
) -> None:
    """Blocked share, height of what blocks or contact, for one row of a block at once."""
    sums[:] = 0.0
    rows = height.reshape(-1)
    wide = height.shape[1]
    for i in range(len(cells)):
        w = weights[i]
        if w == 0.0:
            break
        first = np.uint64((row + cells[i, 1]) * wide + column + cells[i, 0])
        fade = np.float32(1.5 * CONTACT_MM * i / len(cells) + 0.5)
        for q in range(BLOCK):
            z = rows[first + np.uint64(q)]
            sums[0, q] += w if z > 0.0 else np.float32(0.0)
            sums[1, q] += w * z / (z + fade) if contact else w * z
