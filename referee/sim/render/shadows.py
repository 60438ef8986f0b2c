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
from referee.sim.render.shadow_lookup import BLOCK

MARGIN_MM = 160.0


@dataclass(frozen=True)
class ShadowMaps:
    """Grid cell (row, column) is centred on x0 + column * cell, y0 + row * cell."""

    x0_mm: float
    y0_mm: float
    cell_mm: float
    height: F32  # (lamps + 1, rows, columns): highest caster, 0 for none
    lit: F32  # (lamps + 1, rows, columns): share of the light that reaches the board
    touched: U8  # (lamps + 1, block rows, block columns)
    block_top: F32  # highest caster near each block
    peaks: F32  # highest caster in each block
    full: U8  # blocks in which something is above every cell

    @property
    def grid(self) -> F64:
        """Origin and cell size, as compiled code takes them."""
        return np.array([self.x0_mm, self.y0_mm, self.cell_mm])

    def soften(self, lamps: F64, passes: int) -> None:
        """Light on the board, when each of ``passes`` takes its share of the lamps' discs."""
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
            self.lit,
        )

    def forget(self) -> None:
        """Take all casters away."""
        forget(self.height, self.touched, self.block_top, self.peaks, self.lit)


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
        np.ones((lamps + 1, rows, columns), dtype=np.float32),
        np.zeros(blocks, dtype=np.uint8),
        np.zeros(blocks, dtype=np.float32),
        np.zeros(blocks, dtype=np.float32),
        np.zeros(blocks, dtype=np.uint8),
    )


@njit(cache=True, nogil=True)
def forget(height: F32, touched: U8, block_top: F32, peaks: F32, lit: F32) -> None:
    """Empty the touched blocks for the next pass."""
    for k in range(touched.shape[0]):
        for br in range(touched.shape[1]):
            for bc in range(touched.shape[2]):
                if touched[k, br, bc] == 0:
                    continue
                touched[k, br, bc] = 0
                peaks[k, br, bc] = 0.0
                block_top[k, br, bc] = 0.0
                for r in range(br * BLOCK, br * BLOCK + BLOCK):
                    for c in range(bc * BLOCK, bc * BLOCK + BLOCK):
                        height[k, r, c] = 0.0
                        lit[k, r, c] = 1.0
