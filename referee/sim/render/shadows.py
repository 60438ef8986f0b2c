"""Shadow maps: for every lamp a grid on the board that holds the height of what is in the way.

A cell is looked up where the ray from the lamp through a point meets the board (z = 0), so the same
map serves the board, base tops, figures and the table. The last map looks straight down: from it
comes the darkening where things meet the board.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit

from referee.core.field import FieldProfile
from referee.sim.render.arrays import F32, F64, U8
from referee.sim.render.penumbra import CELLS, WEIGHTS, soften, spread
from referee.sim.render.shadow_lookup import BLOCK, raise_above

MARGIN_MM = 160.0


@dataclass(frozen=True)
class ShadowMaps:
    """Grid cell (row, column) is centred on x0 + column * cell, y0 + row * cell."""

    x0_mm: float
    y0_mm: float
    cell_mm: float
    height: F32  # (lamps + 1, rows, columns): highest caster, 0 for none
    above: F32  # (lamps + 1, rows, columns): highest of the cells that one look-up takes in
    dark: F32  # (lamps + 1, rows, columns): share of the light that does not reach the board
    touched: U8  # (lamps + 1, block rows, block columns)
    block_top: F32  # highest caster near each block
    peaks: F32  # highest caster in each block
    full: U8  # blocks in which something is above every cell

    @property
    def grid(self) -> F64:
        """Origin and cell size, as compiled code takes them."""
        return np.array([self.x0_mm, self.y0_mm, self.cell_mm])

    def soften(self, lamps: F64, passes: int) -> None:
        """Shadows on the board, when each of ``passes`` takes its share of the lamps' discs."""
        spread(
            lamps,
            self.cell_mm,
            self.height,
            self.peaks,
            self.touched,
            self.block_top,
            self.full,
        )
        soften(
            lamps,
            self.cell_mm,
            passes**-0.5,
            CELLS,
            WEIGHTS,
            self.height,
            self.touched,
            self.block_top,
            self.full,
            self.dark,
        )
        raise_above(self.peaks, self.height, self.above)

    def forget(self) -> None:
        """Take all casters away."""
        forget(self.height, self.touched, self.block_top, self.peaks, self.above, self.dark)


def shadow_maps(profile: FieldProfile, lamps: int, cell_mm: float) -> ShadowMaps:
    """Empty maps over the metal and a margin around it."""
    x0, y0 = profile.metal_left_x_mm - MARGIN_MM, profile.metal_near_y_mm - MARGIN_MM
    wide = profile.metal_right_x_mm + MARGIN_MM - x0
    deep = profile.metal_far_y_mm + MARGIN_MM - y0
    columns = math.ceil(wide / cell_mm / BLOCK) * BLOCK
    rows = math.ceil(deep / cell_mm / BLOCK) * BLOCK
    blocks = (lamps + 1, rows // BLOCK, columns // BLOCK)
    return ShadowMaps(
        x0,
        y0,
        cell_mm,
        np.zeros((lamps + 1, rows, columns), dtype=np.float32),
        np.zeros((lamps + 1, rows, columns), dtype=np.float32),
        np.zeros((lamps + 1, rows, columns), dtype=np.float32),
        np.zeros(blocks, dtype=np.uint8),
        np.zeros(blocks, dtype=np.float32),
        np.zeros(blocks, dtype=np.float32),
        np.zeros(blocks, dtype=np.uint8),
    )


@njit(cache=True, nogil=True)
def forget(height: F32, touched: U8, block_top: F32, peaks: F32, above: F32, dark: F32) -> None:
    """Empty the touched blocks for the next pass."""
    for k in range(touched.shape[0]):
        for br in range(touched.shape[1]):
            for bc in range(touched.shape[2]):
                if touched[k, br, bc] == 0:
                    continue
                touched[k, br, bc] = 0
                peaks[k, br, bc] = 0.0
                block_top[k, br, bc] = 0.0
                c0 = np.uint64(bc * BLOCK)
                for q in range(BLOCK):
                    r = np.uint64(br * BLOCK + q)
                    for j in range(BLOCK):
                        height[k, r, c0 + np.uint64(j)] = 0.0
                        above[k, r, c0 + np.uint64(j)] = 0.0
                        dark[k, r, c0 + np.uint64(j)] = 0.0
