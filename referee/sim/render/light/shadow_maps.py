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

from referee.core.field.field_profile import FieldProfile
from referee.sim.render.arrays import F32, F64, U8, ShadowArrays
from referee.sim.render.light.penumbra import CELLS, WEIGHTS, soften, spread
from referee.sim.render.light.shadow_blocks import survey_blocks
from referee.sim.render.light.shadow_lookup import BLOCK, raise_above

MARGIN_MM = 160.0


@dataclass(frozen=True)
class ShadowMaps:
    """Grid cell (row, column) is centred on x0 + column * cell, y0 + row * cell."""

    x0_mm: float
    y0_mm: float
    cell_mm: float
    height: F32  # (lamps + 1, rows, columns): highest caster, 0 for none
    before: F32  # the same at the last look
    above: F32  # (lamps + 1, rows, columns): highest of the cells that one look-up takes in
    dark: F32  # (lamps + 1, rows, columns): share of the light that does not reach the board
    block_top: F32  # (lamps + 1, block rows, block columns): highest caster whose shadow may reach
    block_top_before: F32
    peaks: F32  # highest caster in each block
    full: U8  # blocks in which something is above every cell
    met: U8  # blocks in which casters may have come or gone
    changed: U8  # blocks in which casters have
    dimmed: U8  # blocks in which ``dark`` has changed

    @property
    def grid(self) -> F64:
        """Origin and cell size, as compiled code takes them."""
        return np.array([self.x0_mm, self.y0_mm, self.cell_mm])

    def looked_up(self, panes: F32) -> ShadowArrays:
        """The maps as a point looks up in them how much light it gets."""
        return ShadowArrays(self.grid, self.height, self.above, panes)

    def soften(self, lamps: F64, passes: int) -> None:
        """Shadows on the board, when each of ``passes`` takes its share of the lamps' discs.

        Does no more than what casters that came or went since the last call make necessary.
        """
        survey_blocks(self.met, self.height, self.before, self.peaks, self.full, self.changed)
        raise_above(self.changed, self.height, self.above)
        spread(lamps, self.cell_mm, self.peaks, self.block_top)
        soften(
            lamps,
            self.cell_mm,
            passes**-0.5,
            CELLS,
            WEIGHTS,
            self.height,
            self.changed,
            self.block_top,
            self.block_top_before,
            self.full,
            self.dark,
            self.dimmed,
        )

    def forget(self) -> None:
        """Take all casters away."""
        forget(
            self.height,
            self.before,
            self.above,
            self.dark,
            self.block_top,
            self.block_top_before,
            self.peaks,
            self.full,
        )


def shadow_maps(profile: FieldProfile, lamps: int, cell_mm: float) -> ShadowMaps:
    """Empty maps over the metal and a margin around it."""
    x0, y0 = profile.metal_left_x_mm - MARGIN_MM, profile.metal_near_y_mm - MARGIN_MM
    wide = profile.metal_right_x_mm + MARGIN_MM - x0
    deep = profile.metal_far_y_mm + MARGIN_MM - y0
    columns = math.ceil(wide / cell_mm / BLOCK) * BLOCK
    rows = math.ceil(deep / cell_mm / BLOCK) * BLOCK
    cells, blocks = (lamps + 1, rows, columns), (lamps + 1, rows // BLOCK, columns // BLOCK)
    height, before, above, dark = (np.zeros(cells, dtype=np.float32) for _ in range(4))
    top, top_before, peaks = (np.zeros(blocks, dtype=np.float32) for _ in range(3))
    full, met, changed, dimmed = (np.zeros(blocks, dtype=np.uint8) for _ in range(4))
    return ShadowMaps(
        x0,
        y0,
        cell_mm,
        height,
        before,
        above,
        dark,
        top,
        top_before,
        peaks,
        full,
        met,
        changed,
        dimmed,
    )


@njit(cache=True, nogil=True)
def forget(
    height: F32,
    before: F32,
    above: F32,
    dark: F32,
    block_top: F32,
    block_top_before: F32,
    peaks: F32,
    full: U8,
) -> None:
    """Empty all blocks that a shadow may reach, for the next pass."""
    for k in range(peaks.shape[0]):
        for br in range(peaks.shape[1]):
            for bc in range(peaks.shape[2]):
                if block_top[k, br, bc] <= 0.0:
                    continue
                peaks[k, br, bc] = block_top[k, br, bc] = block_top_before[k, br, bc] = 0.0
                full[k, br, bc] = 0
                for q in range(BLOCK):
                    r = np.uint64(br * BLOCK + q)
                    for j in range(BLOCK):
                        c = np.uint64(bc * BLOCK + j)
                        height[k, r, c] = before[k, r, c] = above[k, r, c] = dark[k, r, c] = 0.0
