"""Samples and background to linear light, tile by tile, only where something changed."""

from __future__ import annotations

from numba import njit

from referee.sim.render.arrays import F32, F64, U8, U16
from referee.sim.render.quality import SAMPLES
from referee.sim.render.shadow_lookup import lit_at, on_board
from referee.sim.render.tiles import TILE

LAYER_UNIT = 12000.0  # layers hold light up to 5.4 in 16 bit


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
