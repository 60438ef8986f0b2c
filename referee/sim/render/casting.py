"""Things that throw shadows, drawn into the shadow maps as seen from each lamp."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.lamps import Z
from referee.sim.render.shadow_lookup import BLOCK, on_board

CONTACT_BELOW_MM = 30.0  # what is higher does not darken the board by being near it
HIGHEST = 0.85  # a thing higher than this share of a lamp's height throws no shadow


@njit(cache=True, nogil=True, fastmath=True)
def cast(  # noqa: PLR0912 - one loop nest compiles to one fast loop
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
            if k == count and min(z0, z1, z2) > CONTACT_BELOW_MM:
                continue
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
