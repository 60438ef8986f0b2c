"""From light to 8 bit, strip by strip of the tiles that changed: lens blur, tones, sharpening.

Arrays are taken as flat and indexed without signs: compilers then see that a row has no gaps.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, U8
from referee.sim.render.sensor.sensor import TONE_TOP, TONES
from referee.sim.render.tiles import STRIP, TILE, strip_end

WIDE = STRIP * TILE


@njit(cache=True, nogil=True, fastmath=True)
def expose(tiles: U8, scene: F32, gain: F32, across: F32, tones: F32, toned: F32) -> None:
    """Lens blur, gain and tone curve of the marked tiles, ``scene`` to ``toned``."""
    rows, columns = scene.shape[1], scene.shape[2]
    lines = np.empty((TILE + 4) * WIDE, dtype=np.float32)
    at = np.empty(WIDE, dtype=np.int32)
    one, two, step = np.uint64(1), np.uint64(2), np.uint64(WIDE)
    scale, half = np.float32((TONES - 1) / TONE_TOP), np.float32(0.5)
    far, near, own = across[0], across[1], across[2]
    flat_scene, flat_gain, flat_toned = scene.reshape(-1), gain.reshape(-1), toned.reshape(-1)
    for tr in range(tiles.shape[0]):
        tc = 0
        while tc < tiles.shape[1]:
            r0, c0 = tr * TILE, tc * TILE
            tc = strip_end(tiles, tr, tc)
            if tc * TILE == c0:
                tc += 1
                continue
            high, wide = min(TILE, rows - r0), min(tc * TILE, columns) - c0
            head = min(max(2 - c0, 0), wide)
            tail = max(wide - max(c0 + wide + 2 - columns, 0), head)
            for b in range(3):
                for r in range(high + 4):
                    row = np.uint64((b * rows + min(max(r0 + r - 2, 0), rows - 1)) * columns)
                    line = np.uint64(r) * step
                    for c in range(head, tail):
                        k = row + np.uint64(c0) + np.uint64(c)
                        lines[line + np.uint64(c)] = (
                            far * (flat_scene[k - two] + flat_scene[k + two])
                            + near * (flat_scene[k - one] + flat_scene[k + one])
                            + own * flat_scene[k]
                        )
                    for c in range(wide):
                        if head <= c < tail:
                            continue
                        total = np.float32(0.0)
                        for q in range(5):
                            beside = min(max(c0 + c + q - 2, 0), columns - 1)
                            total += across[q] * flat_scene[row + np.uint64(beside)]
                        lines[line + np.uint64(c)] = total
                for r in range(high):
                    first = np.uint64((b * rows + r0 + r) * columns + c0)
                    for c in range(wide):
                        k = np.uint64(r) * step + np.uint64(c)
                        value = (
                            far * (lines[k] + lines[k + two * two * step])
                            + near * (lines[k + step] + lines[k + (one + two) * step])
                            + own * lines[k + two * step]
                        )
                        value = value * flat_gain[first + np.uint64(c)] * scale + half
                        at[c] = np.int32(min(max(value, np.float32(0.0)), np.float32(TONES - 1)))
                    for c in range(wide):
                        flat_toned[first + np.uint64(c)] = tones[np.uint64(at[c])]


@njit(cache=True, nogil=True, fastmath=True)
def sharpen(tiles: U8, toned: F32, amount: float, out: U8) -> None:
    """Edges with the halo that webcams give them, ``toned`` to 8 bit BGR."""
    rows, columns = toned.shape[1], toned.shape[2]
    own, side = np.float32(1.0 + amount), np.float32(0.25 * amount)
    one, two, three, step = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(WIDE)
    lines = np.empty(3 * WIDE, dtype=np.uint8)
    flat, flat_out = toned.reshape(-1), out.reshape(-1)
    for tr in range(tiles.shape[0]):
        tc = 0
        while tc < tiles.shape[1]:
            c0 = tc * TILE
            tc = strip_end(tiles, tr, tc)
            if tc * TILE == c0:
                tc += 1
                continue
            wide = min(tc * TILE, columns) - c0
            head, tail = int(c0 == 0), wide - int(c0 + wide == columns)
            for r in range(tr * TILE, min(rows, tr * TILE + TILE)):
                for b in range(3):
                    row = np.uint64((b * rows + r) * columns + c0)
                    above = np.uint64((b * rows + max(r - 1, 0)) * columns + c0)
                    below = np.uint64((b * rows + min(r + 1, rows - 1)) * columns + c0)
                    line = np.uint64(b) * step
                    for c in range(head, tail):
                        k, q = row + np.uint64(c), np.uint64(c)
                        around = flat[above + q] + flat[below + q] + flat[k - one] + flat[k + one]
                        lines[line + q] = _whole(own * flat[k] - side * around)
                    for c in (0, wide - 1):
                        if head <= c < tail:
                            continue
                        k, q = row + np.uint64(c), np.uint64(c)
                        inward = flat[k + one] if c < head else flat[k - one]
                        around = flat[above + q] + flat[below + q] + flat[k] + inward
                        lines[line + q] = _whole(own * flat[k] - side * around)
                target = np.uint64((r * columns + c0) * 3)
                for c in range(wide):
                    k = np.uint64(c)
                    flat_out[target] = lines[k]
                    flat_out[target + one] = lines[k + step]
                    flat_out[target + two] = lines[k + two * step]
                    target += three


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def _whole(value: np.float32) -> np.uint8:
    low, high = np.float32(0.0), np.float32(255.0)
    return np.uint8(np.int32(min(max(value + np.float32(0.5), low), high)))
