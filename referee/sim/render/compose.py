"""Samples and background to linear light, tile by tile, only where something changed."""

from __future__ import annotations

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8, U16
from referee.sim.render.quality import SAMPLES
from referee.sim.render.shadows import BLOCK, lit_at, on_board

TILE = 16
LAYER_UNIT = 12000.0  # layers hold light up to 5.4 in 16 bit


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
def mark_shadows(touched: U8, tile_blocks: I32, tiles: U8) -> None:
    """Mark the tiles that see a touched block of any shadow map."""
    maps, block_rows, block_columns = touched.shape
    any_touched = touched[0].copy()
    for k in range(1, maps):
        for r in range(block_rows):
            for c in range(block_columns):
                any_touched[r, c] |= touched[k, r, c]
    for r in range(tiles.shape[0]):
        for c in range(tiles.shape[1]):
            if tiles[r, c] != 0:
                continue
            c0, r0 = max(0, tile_blocks[r, c, 0]), max(0, tile_blocks[r, c, 1])
            c1 = min(block_columns - 1, tile_blocks[r, c, 2])
            r1 = min(block_rows - 1, tile_blocks[r, c, 3])
            for br in range(r0, r1 + 1):
                for bc in range(c0, c1 + 1):
                    if any_touched[br, bc] != 0:
                        tiles[r, c] = 1


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
            out[tr, tc, 0] = max(-1.0, min(1e6, (left - grid[0]) / size - 0.2))
            out[tr, tc, 1] = max(-1.0, min(1e6, (low - grid[1]) / size - 0.2))
            out[tr, tc, 2] = max(-1.0, min(1e6, (right - grid[0]) / size + 0.2))
            out[tr, tc, 3] = max(-1.0, min(1e6, (high - grid[1]) / size + 0.2))


@njit(cache=True, nogil=True, fastmath=True)
def resolve(  # noqa: PLR0912 - one loop nest compiles to one fast loop
    lamps: F64,
    grid: F64,
    height: F32,
    lit: F32,
    layers: U16,
    position: F32,
    tiles: U8,
    share: float,
    fresh: bool,
    near: F32,
    ink: F32,
    owner: U8,
    scene: F32,
) -> None:
    """Add this pass's share to ``scene`` (3, rows, columns) and empty the samples of all tiles.

    ``layers`` (rows, columns, lamps + 1, 3): what each lamp, and last the surroundings, make of the
    empty board, in units of 1 / LAYER_UNIT; the shadows of moving things are taken out of them
    here. ``fresh`` forgets what ``scene`` held.
    """
    rows, columns = near.shape[0], near.shape[1]
    count = len(lamps)
    quarter = share / SAMPLES
    scale = 1.0 / grid[2]
    unit = 1.0 / LAYER_UNIT
    map_rows, map_columns = lit.shape[1] - 1.001, lit.shape[2] - 1.001
    for tr in range(tiles.shape[0]):
        for tc in range(tiles.shape[1]):
            if tiles[tr, tc] == 0:
                continue
            for r in range(tr * TILE, min(rows, tr * TILE + TILE)):
                for c in range(tc * TILE, min(columns, tc * TILE + TILE)):
                    blue = green = red = 0.0
                    behind = unit * SAMPLES
                    for s in range(SAMPLES):
                        if near[r, c, s] > 0.0:
                            blue += ink[r, c, s, 0]
                            green += ink[r, c, s, 1]
                            red += ink[r, c, s, 2]
                            behind -= unit * ink[r, c, s, 3]
                            near[r, c, s] = 0.0
                            owner[r, c, s] = 0
                            for b in range(4):
                                ink[r, c, s, b] = 0.0
                    if behind > 1e-3 * unit:
                        x, y, z = position[r, c, 0], position[r, c, 1], position[r, c, 2]
                        if z == 0.0:
                            gx = min(max((x - grid[0]) * scale, 0.0), map_columns)
                            gy = min(max((y - grid[1]) * scale, 0.0), map_rows)
                            m, n = int(gx), int(gy)
                            fx, fy = gx - m, gy - n
                            w00, w01 = (1.0 - fx) * (1.0 - fy) * behind, fx * (1.0 - fy) * behind
                            w10, w11 = (1.0 - fx) * fy * behind, fx * fy * behind
                            for k in range(count + 1):
                                seen = (
                                    w00 * lit[k, n, m]
                                    + w01 * lit[k, n, m + 1]
                                    + w10 * lit[k, n + 1, m]
                                    + w11 * lit[k, n + 1, m + 1]
                                )
                                blue += seen * layers[r, c, k, 0]
                                green += seen * layers[r, c, k, 1]
                                red += seen * layers[r, c, k, 2]
                        else:
                            for k in range(count + 1):
                                seen = behind
                                if k < count:
                                    qx, qy = on_board(lamps[k], x, y, z)
                                    gx, gy = (qx - grid[0]) * scale, (qy - grid[1]) * scale
                                    seen = behind * lit_at(height, k, gx, gy, z)
                                blue += seen * layers[r, c, k, 0]
                                green += seen * layers[r, c, k, 1]
                                red += seen * layers[r, c, k, 2]
                    blue, green, red = quarter * blue, quarter * green, quarter * red
                    if not fresh:
                        blue, green, red = (
                            blue + scene[0, r, c],
                            green + scene[1, r, c],
                            red + scene[2, r, c],
                        )
                    scene[0, r, c] = blue
                    scene[1, r, c] = green
                    scene[2, r, c] = red


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
