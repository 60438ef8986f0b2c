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
from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.lamps import SIZE, X, Y, Z

BLOCK = 8
MARGIN_MM = 160.0
BIAS_MM = 0.9
CONTACT_MM = 9.0  # how far around a thing the board is darkened
CONTACT = 0.75
HIGHEST = 0.85  # a thing higher than this share of a lamp's height throws no shadow
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

    @property
    def grid(self) -> F64:
        """Origin and cell size, as compiled code takes them."""
        return np.array([self.x0_mm, self.y0_mm, self.cell_mm])

    def soften(self, lamps: F64, passes: int) -> None:
        """Light on the board, when each of ``passes`` takes its share of the lamps' discs."""
        spread(lamps, self.cell_mm, self.peaks, self.touched, self.block_top)
        soften(
            lamps,
            self.cell_mm,
            passes**-0.5,
            CELLS,
            WEIGHTS,
            self.height,
            self.touched,
            self.block_top,
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
    )


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def on_board(lamp: F64, x: float, y: float, z: float) -> tuple[float, float]:
    """Where the ray from the lamp through a point meets the board."""
    f = lamp[Z] / (lamp[Z] - z)
    return lamp[X] + (x - lamp[X]) * f, lamp[Y] + (y - lamp[Y]) * f


@njit(cache=True, nogil=True, fastmath=True)
def cast(
    lamps: F64,
    grid: F64,
    vertices: F32,
    vertex_range: I32,
    triangles: I32,
    triangle_part: I32,
    active: U8,
    matrices: F64,
    drift: F64,
    height: F32,
    peaks: F32,
) -> None:
    """Draw all parts into the maps. ``drift`` (parts, 2) shifts each part on the board in mm."""
    count = len(lamps)
    rows, columns = height.shape[1], height.shape[2]
    flat = np.empty((len(vertices), 3), dtype=np.float32)
    scale = 1.0 / grid[2]
    for k in range(count + 1):
        for part in range(len(active)):
            if active[part] == 0:
                continue
            m = matrices[part]
            for i in range(vertex_range[part], vertex_range[part + 1]):
                a, b, c = vertices[i, 0], vertices[i, 1], vertices[i, 2]
                x = m[0, 0] * a + m[0, 1] * b + m[0, 2] * c + m[0, 3] + drift[part, 0]
                y = m[1, 0] * a + m[1, 1] * b + m[1, 2] * c + m[1, 3] + drift[part, 1]
                z = m[2, 0] * a + m[2, 1] * b + m[2, 2] * c + m[2, 3]
                if k < count:
                    z = min(z, HIGHEST * lamps[k, Z])
                    x, y = on_board(lamps[k], x, y, z)
                flat[i, 0], flat[i, 1] = (x - grid[0]) * scale, (y - grid[1]) * scale
                flat[i, 2] = z
        for t in range(len(triangles)):
            if active[triangle_part[t]] == 0:
                continue
            i, j, n = triangles[t, 0], triangles[t, 1], triangles[t, 2]
            x0, y0, z0 = flat[i, 0], flat[i, 1], flat[i, 2]
            x1, y1, z1 = flat[j, 0], flat[j, 1], flat[j, 2]
            x2, y2, z2 = flat[n, 0], flat[n, 1], flat[n, 2]
            c0 = max(0, math.ceil(min(x0, x1, x2)))
            c1 = min(columns - 1, math.floor(max(x0, x1, x2)))
            r0 = max(0, math.ceil(min(y0, y1, y2)))
            r1 = min(rows - 1, math.floor(max(y0, y1, y2)))
            if c0 > c1 or r0 > r1:
                continue
            area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
            if area < 1e-6:
                continue
            inv = 1.0 / area
            for r in range(r0, r1 + 1):
                for c in range(c0, c1 + 1):
                    w1 = ((c - x0) * (y2 - y0) - (x2 - x0) * (r - y0)) * inv
                    w2 = ((x1 - x0) * (r - y0) - (c - x0) * (y1 - y0)) * inv
                    if w1 >= 0.0 and w2 >= 0.0 and w1 + w2 <= 1.0:
                        z = z0 + w1 * (z1 - z0) + w2 * (z2 - z0)
                        height[k, r, c] = max(height[k, r, c], z)
                        br, bc = r // BLOCK, c // BLOCK
                        peaks[k, br, bc] = max(peaks[k, br, bc], z)


@njit(cache=True, nogil=True, fastmath=True)
def spread(lamps: F64, cell_mm: float, peaks: F32, touched: U8, block_top: F32) -> None:
    """Mark all blocks that the penumbra of a caster may reach, with the highest such caster."""
    count = len(lamps)
    rows, columns = peaks.shape[1], peaks.shape[2]
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
                        touched[k, r, c] = 1
                        block_top[k, r, c] = max(block_top[k, r, c], top)


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def pattern_of(reach: float) -> int:
    """The smallest tap pattern that is at least this wide."""
    return min(max(math.ceil(math.log(max(reach, 0.1) / 0.9) / math.log(STEP)), 0), 13)


@njit(cache=True, nogil=True, fastmath=True)
def soften(  # noqa: PLR0912 - one loop nest compiles to one fast loop
    lamps: F64,
    cell_mm: float,
    share: float,
    cells: I32,
    weights: F32,
    height: F32,
    touched: U8,
    block_top: F32,
    lit: F32,
) -> None:
    """Light on the board in every touched block: penumbras grow with lamp size and caster height.

    ``share`` is the part of a lamp's width that one pass stands for.
    """
    count = len(lamps)
    sums = np.zeros((2, BLOCK), dtype=np.float32)
    last_row, last_column = touched.shape[1], touched.shape[2]
    for k in range(count + 1):
        for br in range(touched.shape[1]):
            for bc in range(touched.shape[2]):
                if touched[k, br, bc] == 0:
                    continue
                widest = CONTACT_MM / cell_mm
                if k < count:
                    top = block_top[k, br, bc]
                    widest = 0.5 * share * lamps[k, SIZE] * top / (lamps[k, Z] - top) / cell_mm
                level = pattern_of(widest)
                around = 1 + int(REACHES[level]) // BLOCK
                if br < around or bc < around or br >= last_row - around:
                    continue  # the maps' edge stays lit
                if bc >= last_column - around:
                    continue
                c0 = bc * BLOCK
                for r in range(br * BLOCK, br * BLOCK + BLOCK):
                    _look_around(height[k], r, c0, cells[level], weights[level], k == count, sums)
                    for q in range(BLOCK):
                        found = sums[0, q]
                        if found == 0.0:
                            continue
                        if k == count:
                            lit[k, r, c0 + q] = 1.0 - CONTACT * sums[1, q]
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
                        lit[k, r, c0 + q] = 1.0 - found


@njit(cache=True, nogil=True, fastmath=True)
def _look_around(
    height: F32, row: int, column: int, cells: I32, weights: F32, contact: bool, sums: F32
) -> None:
    """Blocked share, height of what blocks or contact, for one row of a block at once."""
    sums[:] = 0.0
    for i in range(len(cells)):
        w = weights[i]
        if w == 0.0:
            break
        line = height[row + cells[i, 1]]
        first = column + cells[i, 0]
        fade = np.float32(1.5 * CONTACT_MM * i / len(cells) + 0.5)
        for q in range(BLOCK):
            z = line[first + q]
            sums[0, q] += w if z > 0.0 else np.float32(0.0)
            sums[1, q] += w * z / (z + fade) if contact else w * z


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


@njit(cache=True, nogil=True, fastmath=True)
def lit_at(height: F32, k: int, gx: float, gy: float, z_mm: float) -> float:
    """Share of lamp k's light at a point of height ``z_mm`` above the board, over 3 x 3 cells."""
    rows, columns = height.shape[1], height.shape[2]
    c, r = math.floor(gx), math.floor(gy)
    if r < 1 or c < 1 or r >= rows - 2 or c >= columns - 2:
        return 1.0
    fx, fy = gx - c, gy - r
    limit = np.float32(z_mm + BIAS_MM)
    total = 0.0
    for dr in range(-1, 3):
        line = height[k, r + dr]
        a = 1.0 - fx if line[c - 1] <= limit else 0.0
        b = 1.0 if line[c] <= limit else 0.0
        d = 1.0 if line[c + 1] <= limit else 0.0
        e = fx if line[c + 2] <= limit else 0.0
        wy = 1.0 - fy if dr == -1 else (fy if dr == 2 else 1.0)
        total += wy * (a + b + d + e)
    return total / 9.0


@njit(cache=True, nogil=True, fastmath=True)
def smooth_at(field: F32, k: int, gx: float, gy: float) -> float:
    """Bilinear value of layer k at grid coordinates; the nearest edge outside."""
    rows, columns = field.shape[1], field.shape[2]
    gx = min(max(gx, 0.0), columns - 1.001)
    gy = min(max(gy, 0.0), rows - 1.001)
    c, r = int(gx), int(gy)
    fx, fy = gx - c, gy - r
    upper = field[k, r, c] * (1.0 - fx) + field[k, r, c + 1] * fx
    lower = field[k, r + 1, c] * (1.0 - fx) + field[k, r + 1, c + 1] * fx
    return upper * (1.0 - fy) + lower * fy
