"""Blocks of the shadow maps: which have changed since the last frame, and which parts see them."""

from __future__ import annotations

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, I32, U8
from referee.sim.render.light.shadow_lookup import BLOCK


@njit(cache=True, nogil=True)
def wipe_shadows(boxes: I32, parts: U8, height: F32, met: U8) -> None:
    """Take everything away under the shadows of ``parts``; marks those blocks in ``met``."""
    for part in range(len(parts)):
        if parts[part] == 0:
            continue
        for k in range(boxes.shape[1]):
            left, low, right, high = boxes[part, k]
            for br in range(low, high + 1):
                for bc in range(left, right + 1):
                    if met[k, br, bc] != 0:
                        continue
                    met[k, br, bc] = 1
                    for q in range(BLOCK):
                        for j in range(BLOCK):
                            height[k, np.uint64(br * BLOCK + q), np.uint64(bc * BLOCK + j)] = 0.0


@njit(cache=True, nogil=True)
def mark_concerned_parts(boxes: I32, parts: U8, blocks: U8, around: int, out: U8) -> None:
    """Mark in ``out`` the parts with a marked block under their shadow or ``around`` it."""
    for part in range(len(parts)):
        out[part] = 0
        if parts[part] == 0:
            continue
        for k in range(boxes.shape[1]):
            left, low, right, high = boxes[part, k]
            for br in range(max(low - around, 0), min(high + around + 1, blocks.shape[1])):
                for bc in range(max(left - around, 0), min(right + around + 1, blocks.shape[2])):
                    out[part] |= blocks[k, br, bc]


@njit(cache=True, nogil=True, fastmath=True)
def survey_blocks(met: U8, height: F32, before: F32, peaks: F32, full: U8, changed: U8) -> None:
    """Highest caster of every met block, and whether it is met everywhere and has ``changed``."""
    for k in range(met.shape[0]):
        for br in range(met.shape[1]):
            for bc in range(met.shape[2]):
                changed[k, br, bc] = 0
                if met[k, br, bc] == 0:
                    continue
                met[k, br, bc] = 0
                top, low, apart = np.float32(0.0), np.float32(1e9), np.float32(0.0)
                for q in range(BLOCK):
                    r = np.uint64(br * BLOCK + q)
                    for j in range(BLOCK):
                        c = np.uint64(bc * BLOCK + j)
                        here = height[k, r, c]
                        apart = max(apart, abs(here - before[k, r, c]))
                        top, low = max(top, here), min(low, here)
                        before[k, r, c] = here
                peaks[k, br, bc] = top
                full[k, br, bc] = low > np.float32(0.0)
                changed[k, br, bc] = apart > np.float32(0.0)


@njit(cache=True, nogil=True)
def shadowed_blocks(block_top: F32, out: U8) -> None:
    """Blocks (rows, columns) that a shadow may reach in any map."""
    out[:] = 0
    for k in range(block_top.shape[0]):
        for r in range(block_top.shape[1]):
            for c in range(block_top.shape[2]):
                out[r, c] |= block_top[k, r, c] > 0.0


@njit(cache=True, nogil=True)
def changed_blocks(changed: U8, dimmed: U8, out: U8) -> None:
    """Blocks (rows, columns) in which a map's light has changed, or beside which a caster has."""
    maps, rows, columns = changed.shape
    out[:] = 0
    for k in range(maps):
        for br in range(rows):
            for bc in range(columns):
                out[br, bc] |= dimmed[k, br, bc]
                if changed[k, br, bc] == 0:
                    continue
                for r in range(max(br - 1, 0), min(br + 2, rows)):
                    for c in range(max(bc - 1, 0), min(bc + 2, columns)):
                        out[r, c] = 1
