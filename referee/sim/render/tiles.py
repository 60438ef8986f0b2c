"""Tiles of the picture: in which of them something changed, and copying them."""

from __future__ import annotations

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.light.shadow_lookup import BLOCK, on_board

TILE = 16
MARGIN = 0.5  # of a block: a tile is also concerned by shadows just beside it: the lens blurs
STRIP = 8  # tiles beside each other that are worked on in one go: long rows are fast rows


@njit(cache=True, nogil=True)
def strip_end(tiles: U8, row: int, column: int) -> int:
    """One past the last of the marked tiles that begin at ``column``, at most ``STRIP`` of them."""
    end = column
    while end < min(tiles.shape[1], column + STRIP) and tiles[row, end] != 0:
        end += 1
    return end


@njit(cache=True, nogil=True)
def mark_boxes(boxes: F32, active: U8, tiles: U8) -> None:
    """Mark the tiles under each part's box, with room for the lens's blur."""
    for part in range(len(active)):
        if active[part] == 0:
            continue
        c0 = max(0, int(boxes[part, 0] - 4.0) // TILE)
        c1 = min(tiles.shape[1] - 1, int(boxes[part, 2] + 5.0) // TILE)
        r0 = max(0, int(boxes[part, 1] - 4.0) // TILE)
        r1 = min(tiles.shape[0] - 1, int(boxes[part, 3] + 5.0) // TILE)
        for r in range(r0, r1 + 1):
            for c in range(c0, c1 + 1):
                tiles[r, c] = 1


@njit(cache=True, nogil=True)
def mark_faces(screen: F32, triangles: I32, triangle_part: I32, active: U8, tiles: U8) -> None:
    """Mark the tiles under each face: closer than boxes where parts are long and lie across."""
    for t in range(len(triangles)):
        if active[triangle_part[t]] == 0:
            continue
        i, j, k = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        left, right = (
            min(screen[i, 0], screen[j, 0], screen[k, 0]),
            max(screen[i, 0], screen[j, 0], screen[k, 0]),
        )
        top, bottom = (
            min(screen[i, 1], screen[j, 1], screen[k, 1]),
            max(screen[i, 1], screen[j, 1], screen[k, 1]),
        )
        for r in range(
            max(0, int(top - 4.0) // TILE), min(tiles.shape[0] - 1, int(bottom + 5.0) // TILE) + 1
        ):
            for c in range(
                max(0, int(left - 4.0) // TILE),
                min(tiles.shape[1] - 1, int(right + 5.0) // TILE) + 1,
            ):
                tiles[r, c] = 1


@njit(cache=True, nogil=True)
def mark_seeing(blocks: U8, reach: I32, tiles: U8) -> None:
    """Mark the tiles that see a marked block of the shadow maps."""
    for r in range(tiles.shape[0]):
        for c in range(tiles.shape[1]):
            c0, r0 = max(0, reach[r, c, 0]), max(0, reach[r, c, 1])
            c1 = min(blocks.shape[1] - 1, reach[r, c, 2])
            r1 = min(blocks.shape[0] - 1, reach[r, c, 3])
            for br in range(r0, r1 + 1):
                for bc in range(c0, c1 + 1):
                    tiles[r, c] |= blocks[br, bc]


@njit(cache=True, nogil=True)
def under_boxes(boxes: F32, parts: U8, tiles: U8, out: U8) -> None:
    """Which of ``parts`` have a marked tile under their box (as `mark_boxes` sees it)."""
    for part in range(len(parts)):
        out[part] = 0
        if parts[part] == 0:
            continue
        c0 = max(0, int(boxes[part, 0] - 4.0) // TILE)
        c1 = min(tiles.shape[1] - 1, int(boxes[part, 2] + 5.0) // TILE)
        r0 = max(0, int(boxes[part, 1] - 4.0) // TILE)
        r1 = min(tiles.shape[0] - 1, int(boxes[part, 3] + 5.0) // TILE)
        for r in range(r0, r1 + 1):
            for c in range(c0, c1 + 1):
                out[part] |= tiles[r, c]


@njit(cache=True, nogil=True)
def tile_reach(
    lamps: F64, grid: F64, position: F32, tile_rows: int, tile_columns: int, out: I32
) -> None:
    """For each tile the box of shadow map blocks its pixels look into: left, low, right, high."""
    rows, columns = position.shape[0], position.shape[1]
    for tr in range(tile_rows):
        for tc in range(tile_columns):
            left, low, right, high = 1e9, 1e9, -1e9, -1e9
            for r in range(tr * TILE, min(rows, tr * TILE + TILE)):
                for c in range(tc * TILE, min(columns, tc * TILE + TILE)):
                    x, y, z = position[r, c, 0], position[r, c, 1], position[r, c, 2]
                    for k in range(len(lamps) + 1):
                        qx, qy = x, y
                        if k < len(lamps) and z != 0.0:
                            qx, qy = on_board(lamps[k], x, y, z)
                        left, right = min(left, qx), max(right, qx)
                        low, high = min(low, qy), max(high, qy)
            size = grid[2] * BLOCK
            out[tr, tc, 0] = max(-1.0, min(1e6, (left - grid[0]) / size - MARGIN))
            out[tr, tc, 1] = max(-1.0, min(1e6, (low - grid[1]) / size - MARGIN))
            out[tr, tc, 2] = max(-1.0, min(1e6, (right - grid[0]) / size + MARGIN))
            out[tr, tc, 3] = max(-1.0, min(1e6, (high - grid[1]) / size + MARGIN))


@njit(cache=True, nogil=True)
def fill_tiles(tiles: U8, without: U8, source: F32, share: float, target: F32) -> None:
    """Set tiles that are marked in ``tiles`` but not in ``without`` to a share of ``source``."""
    rows, columns = target.shape[1], target.shape[2]
    part = np.float32(share)
    for tr in range(tiles.shape[0]):
        for tc in range(tiles.shape[1]):
            if tiles[tr, tc] == 0 or without[tr, tc] != 0:
                continue
            for b in range(3):
                for r in range(tr * TILE, min(rows, tr * TILE + TILE)):
                    for c in range(tc * TILE, min(columns, tc * TILE + TILE)):
                        target[b, r, c] = part * source[b, r, c]


@njit(cache=True, nogil=True)
def copy_tiles(tiles: U8, without: U8, source: U8, target: U8) -> None:
    """The same for finished pictures (rows, columns, 3)."""
    rows, columns = target.shape[0], target.shape[1]
    for tr in range(tiles.shape[0]):
        for tc in range(tiles.shape[1]):
            if tiles[tr, tc] == 0 or without[tr, tc] != 0:
                continue
            for r in range(tr * TILE, min(rows, tr * TILE + TILE)):
                for c in range(tc * TILE, min(columns, tc * TILE + TILE)):
                    for b in range(3):
                        target[r, c, b] = source[r, c, b]
