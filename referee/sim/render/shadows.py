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
TAPS = 20
HIGHEST = 0.85  # a thing higher than this share of a lamp's height throws no shadow
_k = np.arange(TAPS)
_angle = _k * (math.pi * (3.0 - math.sqrt(5.0)))
DISC = np.stack(
    [np.sqrt((_k + 0.5) / TAPS) * np.cos(_angle), np.sqrt((_k + 0.5) / TAPS) * np.sin(_angle)],
    axis=1,
).astype(np.float32)


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

    @property
    def grid(self) -> F64:
        """Origin and cell size, as compiled code takes them."""
        return np.array([self.x0_mm, self.y0_mm, self.cell_mm])


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
    place: F32,
    vertex_range: I32,
    triangles: I32,
    triangle_part: I32,
    alpha: F32,
    active: U8,
    drift: F64,
    height: F32,
    touched: U8,
    block_top: F32,
) -> None:
    """Draw all parts into the maps. ``drift`` (parts, 2) shifts each part on the board in mm."""
    count = len(lamps)
    rows, columns = height.shape[1], height.shape[2]
    flat = np.empty((len(place), 3), dtype=np.float32)
    for k in range(count + 1):
        size = 14.0 if k == count else lamps[k, SIZE]
        for part in range(len(active)):
            if active[part] == 0:
                continue
            left, low, right, high, top = 1e9, 1e9, -1e9, -1e9, 0.0
            for i in range(vertex_range[part], vertex_range[part + 1]):
                x, y, z = place[i, 0] + drift[part, 0], place[i, 1] + drift[part, 1], place[i, 2]
                if k < count:
                    z = min(z, HIGHEST * lamps[k, Z])
                    x, y = on_board(lamps[k], x, y, z)
                gx, gy = (x - grid[0]) / grid[2], (y - grid[1]) / grid[2]
                flat[i, 0], flat[i, 1], flat[i, 2] = gx, gy, z
                left, right, low, high = min(left, gx), max(right, gx), min(low, gy), max(high, gy)
                top = max(top, z)
            reach = 12.0 / grid[2]
            if k < count:
                reach = 0.5 * size * top / (lamps[k, Z] - top) / grid[2] + 2.0
            b0 = max(0, int(left - reach) // BLOCK)
            b1 = min(touched.shape[2] - 1, int(right + reach) // BLOCK)
            r0 = max(0, int(low - reach) // BLOCK)
            r1 = min(touched.shape[1] - 1, int(high + reach) // BLOCK)
            for br in range(r0, r1 + 1):
                for bc in range(b0, b1 + 1):
                    touched[k, br, bc] = 1
                    block_top[k, br, bc] = max(block_top[k, br, bc], top)
        for t in range(len(triangles)):
            if active[triangle_part[t]] == 0 or alpha[t] < 0.4:
                continue
            i, j, m = triangles[t, 0], triangles[t, 1], triangles[t, 2]
            x0, y0, z0 = flat[i, 0], flat[i, 1], flat[i, 2]
            x1, y1, z1 = flat[j, 0], flat[j, 1], flat[j, 2]
            x2, y2, z2 = flat[m, 0], flat[m, 1], flat[m, 2]
            area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
            if area < 1e-6:
                continue
            c0 = max(0, int(math.ceil(min(x0, x1, x2))))
            c1 = min(columns - 1, int(math.floor(max(x0, x1, x2))))
            r0 = max(0, int(math.ceil(min(y0, y1, y2))))
            r1 = min(rows - 1, int(math.floor(max(y0, y1, y2))))
            inv = 1.0 / area
            for r in range(r0, r1 + 1):
                for c in range(c0, c1 + 1):
                    w1 = ((c - x0) * (y2 - y0) - (x2 - x0) * (r - y0)) * inv
                    w2 = ((x1 - x0) * (r - y0) - (c - x0) * (y1 - y0)) * inv
                    if w1 >= 0.0 and w2 >= 0.0 and w1 + w2 <= 1.0:
                        z = z0 + w1 * (z1 - z0) + w2 * (z2 - z0)
                        if z > height[k, r, c]:
                            height[k, r, c] = z


@njit(cache=True, nogil=True, fastmath=True)
def soften(
    lamps: F64,
    cell_mm: float,
    share: float,
    disc: F32,
    height: F32,
    touched: U8,
    block_top: F32,
    lit: F32,
) -> None:
    """Light on the board in every touched block: penumbras grow with lamp size and caster height.

    ``share`` is the part of the lamp's size that one pass stands for.
    """
    count = len(lamps)
    rows, columns = height.shape[1], height.shape[2]
    for k in range(count + 1):
        for br in range(touched.shape[1]):
            for bc in range(touched.shape[2]):
                if touched[k, br, bc] == 0:
                    continue
                if k == count:
                    widest = 9.0 / cell_mm
                else:
                    top = block_top[k, br, bc]
                    widest = 0.5 * share * lamps[k, SIZE] * top / (lamps[k, Z] - top) / cell_mm
                    widest = max(widest, 1.2)
                for r in range(br * BLOCK, br * BLOCK + BLOCK):
                    for c in range(bc * BLOCK, bc * BLOCK + BLOCK):
                        found = 0.0
                        total = 0.0
                        shade = 0.0
                        for i in range(len(disc)):
                            rr = int(r + widest * disc[i, 1] + 0.5)
                            cc = int(c + widest * disc[i, 0] + 0.5)
                            if 0 <= rr < rows and 0 <= cc < columns:
                                z = height[k, rr, cc]
                                if z > 0.0:
                                    found += 1.0
                                    total += z
                                    away = (i + 0.5) / len(disc) * widest * cell_mm
                                    shade += z / (z + 1.5 * away + 0.5)
                        if found == 0.0:
                            lit[k, r, c] = 1.0
                        elif k == count:
                            lit[k, r, c] = 1.0 - 0.75 * shade / len(disc)
                        else:
                            z = total / found
                            near = 0.5 * share * lamps[k, SIZE] * z / (lamps[k, Z] - z) / cell_mm
                            near = max(near, 0.9)
                            hit = 0.0
                            for i in range(len(disc)):
                                rr = int(r + near * disc[i, 1] + 0.5)
                                cc = int(c + near * disc[i, 0] + 0.5)
                                if 0 <= rr < rows and 0 <= cc < columns and height[k, rr, cc] > 0.0:
                                    hit += 1.0
                            lit[k, r, c] = 1.0 - hit / len(disc)


@njit(cache=True, nogil=True)
def forget(height: F32, touched: U8, block_top: F32, lit: F32) -> None:
    """Empty the touched blocks for the next pass."""
    for k in range(touched.shape[0]):
        for br in range(touched.shape[1]):
            for bc in range(touched.shape[2]):
                if touched[k, br, bc] == 0:
                    continue
                touched[k, br, bc] = 0
                block_top[k, br, bc] = 0.0
                for r in range(br * BLOCK, br * BLOCK + BLOCK):
                    for c in range(bc * BLOCK, bc * BLOCK + BLOCK):
                        height[k, r, c] = 0.0
                        lit[k, r, c] = 1.0


@njit(cache=True, nogil=True, fastmath=True)
def lit_at(height: F32, k: int, gx: float, gy: float, z_mm: float) -> float:
    """Share of lamp k's light at a point of height ``z_mm`` above the board, over 3 x 3 cells."""
    rows, columns = height.shape[1], height.shape[2]
    c, r = int(math.floor(gx)), int(math.floor(gy))
    if r < 1 or c < 1 or r >= rows - 2 or c >= columns - 2:
        return 1.0
    fx, fy = gx - c, gy - r
    limit = z_mm + BIAS_MM
    total = 0.0
    for dr in range(-1, 3):
        wy = 1.0 - fy if dr == -1 else (fy if dr == 2 else 1.0)
        for dc in range(-1, 3):
            if height[k, r + dr, c + dc] <= limit:
                wx = 1.0 - fx if dc == -1 else (fx if dc == 2 else 1.0)
                total += wx * wy
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
