"""Light on what does not move: every pixel of the empty board, table and rim, lamp by lamp."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64
from referee.sim.render.light.lamps import BLUE, REFERENCE2, SIZE, X, Y, Z, pane
from referee.sim.render.light.shadow_lookup import blocked_at, on_board, smooth_at


@njit(cache=True, nogil=True, fastmath=True)
def print_colours(
    near: F32,
    far: F32,
    metal: F64,
    grid_n: int,
    art: F32,
    art_x0: float,
    art_y1: float,
    px_per_mm: float,
    table: F32,
    table_z_mm: float,
) -> tuple[F32, F32]:
    """Colour of every pixel, and where it lies (x, y, z), of print and table without rim.

    ``near`` and ``far``: the points of print and table each pixel sees. ``metal``: left, near,
    right, far edge. ``art``: the print in linear light, row 0 at y = ``art_y1``.
    """
    rows, columns = near.shape[0], near.shape[1]
    colour = np.zeros((rows, columns, 3), dtype=np.float32)
    position = np.empty((rows, columns, 3), dtype=np.float32)
    high, wide = art.shape[0], art.shape[1]
    for r in range(rows):
        ra, rb = max(r - 1, 0), min(r + 1, rows - 1)
        for c in range(columns):
            ca, cb = max(c - 1, 0), min(c + 1, columns - 1)
            x, y = near[r, c, 0], near[r, c, 1]
            dxc, dyc = (
                (near[r, cb, 0] - near[r, ca, 0]) / (cb - ca),
                (near[r, cb, 1] - near[r, ca, 1]) / (cb - ca),
            )
            dxr, dyr = (
                (near[rb, c, 0] - near[ra, c, 0]) / (rb - ra),
                (near[rb, c, 1] - near[ra, c, 1]) / (rb - ra),
            )
            blue = green = red = 0.0
            on_metal = 0
            for i in range(grid_n):
                for j in range(grid_n):
                    u, v = (i + 0.5) / grid_n - 0.5, (j + 0.5) / grid_n - 0.5
                    sx, sy = x + u * dxc + v * dxr, y + u * dyc + v * dyr
                    if metal[0] <= sx <= metal[2] and metal[1] <= sy <= metal[3]:
                        on_metal += 1
                        ac = min(max((sx - art_x0) * px_per_mm - 0.5, 0.0), wide - 1.001)
                        ar = min(max((art_y1 - sy) * px_per_mm - 0.5, 0.0), high - 1.001)
                        k, m = int(ar), int(ac)
                        fr, fc = ar - k, ac - m
                        w00, w01 = (1 - fr) * (1 - fc), (1 - fr) * fc
                        w10, w11 = fr * (1 - fc), fr * fc
                        blue += (
                            w00 * art[k, m, 0]
                            + w01 * art[k, m + 1, 0]
                            + w10 * art[k + 1, m, 0]
                            + w11 * art[k + 1, m + 1, 0]
                        )
                        green += (
                            w00 * art[k, m, 1]
                            + w01 * art[k, m + 1, 1]
                            + w10 * art[k + 1, m, 1]
                            + w11 * art[k + 1, m + 1, 1]
                        )
                        red += (
                            w00 * art[k, m, 2]
                            + w01 * art[k, m + 1, 2]
                            + w10 * art[k + 1, m, 2]
                            + w11 * art[k + 1, m + 1, 2]
                        )
            n = grid_n * grid_n
            rest = n - on_metal
            colour[r, c, 0] = (blue + rest * table[r, c, 0]) / n
            colour[r, c, 1] = (green + rest * table[r, c, 1]) / n
            colour[r, c, 2] = (red + rest * table[r, c, 2]) / n
            if 2 * on_metal >= n:
                position[r, c, 0], position[r, c, 1], position[r, c, 2] = x, y, 0.0
            else:
                position[r, c, 0], position[r, c, 1] = far[r, c, 0], far[r, c, 1]
                position[r, c, 2] = table_z_mm
    return colour, position


@njit(cache=True, nogil=True, fastmath=True)
def light_planes(
    cam: F64,
    lamps: F64,
    share: float,
    grid: F64,
    height: F32,
    above: F32,
    dark: F32,
    ambient: F64,
    gloss: float,
    colour: F32,
    position: F32,
    layers: F32,
) -> None:
    """Add what each lamp makes of print and table to ``layers`` (lamps + 1, rows, columns, 3).

    ``share``: the part of the light that this call stands for. The print's gloss mirrors lamps as
    a soft bright patch.
    """
    rows, columns = colour.shape[0], colour.shape[1]
    count = len(lamps)
    for r in range(rows):
        for c in range(columns):
            x, y, z = position[r, c, 0], position[r, c, 1], position[r, c, 2]
            gx, gy = (x - grid[0]) / grid[2], (y - grid[1]) / grid[2]
            contact = 1.0 - smooth_at(dark, count, gx, gy) if z == 0.0 else 1.0
            for b in range(3):
                layers[count, r, c, b] += share * ambient[b] * contact * colour[r, c, b]
            ex, ey, ez = cam[21] - x, cam[22] - y, cam[23] - z
            inv = 1.0 / math.sqrt(ex * ex + ey * ey + ez * ez)
            ex, ey, ez = ex * inv, ey * inv, ez * inv
            for k in range(count):
                lx, ly, lz = lamps[k, X] - x, lamps[k, Y] - y, lamps[k, Z] - z
                d2 = lx * lx + ly * ly + lz * lz
                inv = 1.0 / math.sqrt(d2)
                lx, ly, lz = lx * inv, ly * inv, lz * inv
                if lz <= 0.0:
                    continue
                qx, qy = on_board(lamps[k], x, y, z)
                hx, hy = (qx - grid[0]) / grid[2], (qy - grid[1]) / grid[2]
                if z == 0.0:
                    hidden = smooth_at(dark, k, hx, hy)
                else:
                    hidden = blocked_at(height, above, k, hx, hy, z)
                seen = (1.0 - hidden) * pane(lamps[k], qx, qy)
                if seen <= 0.0:
                    continue
                diffuse = lz * lamps[k, REFERENCE2] / d2 * seen * share
                hz = lz + ez
                sx, sy = lx + ex, ly + ey
                h2 = hz * hz / (sx * sx + sy * sy + hz * hz)
                wide = 0.006 + 0.02 * (1.0 - gloss) + (0.35 * lamps[k, SIZE]) ** 2 / d2
                glare = 0.0
                if z == 0.0:
                    glare = gloss * 0.05 * math.exp(-(1.0 - h2) / wide) / wide * 0.06
                for b in range(3):
                    layers[k, r, c, b] += lamps[k, BLUE + b] * diffuse * (colour[r, c, b] + glare)


@njit(cache=True, nogil=True, fastmath=True)
def pane_shares(lamps: F64, grid: F64, dark: F32, share: float, panes: F32) -> None:
    """Add to ``panes`` (lamps, rows, columns) the light past windows and still things."""
    for k in range(len(lamps)):
        for r in range(panes.shape[1]):
            for c in range(panes.shape[2]):
                x, y = grid[0] + c * grid[2], grid[1] + r * grid[2]
                panes[k, r, c] += share * (1.0 - dark[k, r, c]) * pane(lamps[k], x, y)


@njit(cache=True, nogil=True, fastmath=True)
def positions_of_depth(cam: F64, near_plane: F32, depth: F32, position: F32) -> None:
    """Where on the still meshes each pixel looks: from 1/depth where it is not zero."""
    for r in range(depth.shape[0]):
        for c in range(depth.shape[1]):
            if depth[r, c] <= 0.0:
                continue
            x, y = near_plane[r, c, 0], near_plane[r, c, 1]
            whole = cam[15] * x + cam[16] * y + cam[20]
            f = 1.0 / (depth[r, c] * whole)
            position[r, c, 0] = cam[21] + (x - cam[21]) * f
            position[r, c, 1] = cam[22] + (y - cam[22]) * f
            position[r, c, 2] = cam[23] + (0.0 - cam[23]) * f
