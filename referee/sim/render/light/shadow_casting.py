"""Things that throw shadows, drawn into the shadow maps as seen from each lamp."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.light.lamps import X, Y, Z
from referee.sim.render.light.shadow_lookup import BLOCK

CONTACT_BELOW_MM = 30.0  # what is higher does not darken the board by being near it
HIGHEST = 0.85  # a thing higher than this share of a lamp's height throws no shadow


@njit(cache=True, nogil=True, fastmath=True)
def cast_shadows(  # noqa: PLR0912, PLR0915 - one loop nest compiles to one fast loop
    lamps: F64,
    grid: F64,
    vertices: F32,
    vertex_range: I32,
    triangles: I32,
    triangle_range: I32,
    active: U8,
    matrices: F64,
    drift: F64,
    height: F32,
    met: U8,
    boxes: I32,
) -> None:
    """Draw active parts into the maps. ``drift`` (parts, 2) shifts each part on the board in mm.

    ``boxes`` (parts, maps, 4) gets the blocks under each part's shadow (left, low, right, high),
    which are marked in ``met`` too.
    """
    count = len(lamps)
    rows, columns = height.shape[1], height.shape[2]
    most = 0
    for part in range(len(active)):
        most = max(most, vertex_range[part + 1] - vertex_range[part])
    flat = np.empty((most, 3), dtype=np.float32)
    scale, zero, one = 1.0 / grid[2], np.float32(0.0), np.float32(1.0)
    for part in range(len(active)):
        if active[part] == 0:
            continue
        m = matrices[part]
        start = vertex_range[part]
        for k in range(count + 1):
            lamp = lamps[min(k, count - 1)]
            left, low, right, high = 1e9, 1e9, -1e9, -1e9
            for v in range(start, vertex_range[part + 1]):
                a, b, c = vertices[v, 0], vertices[v, 1], vertices[v, 2]
                x = m[0, 0] * a + m[0, 1] * b + m[0, 2] * c + m[0, 3] + drift[part, 0]
                y = m[1, 0] * a + m[1, 1] * b + m[1, 2] * c + m[1, 3] + drift[part, 1]
                z = m[2, 0] * a + m[2, 1] * b + m[2, 2] * c + m[2, 3]
                if k < count:
                    z = min(z, HIGHEST * lamp[Z])
                    f = lamp[Z] / (lamp[Z] - z)
                    x, y = lamp[X] + (x - lamp[X]) * f, lamp[Y] + (y - lamp[Y]) * f
                x, y = (x - grid[0]) * scale, (y - grid[1]) * scale
                left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
                flat[v - start, 0], flat[v - start, 1], flat[v - start, 2] = x, y, z
            box = boxes[part, k]
            box[0], box[1] = max(0.0, left) // BLOCK, max(0.0, low) // BLOCK
            box[2], box[3] = min(columns - 1.0, right) // BLOCK, min(rows - 1.0, high) // BLOCK
            for br in range(box[1], box[3] + 1):
                for bc in range(box[0], box[2] + 1):
                    met[k, br, bc] = 1
            for t in range(triangle_range[part], triangle_range[part + 1]):
                i = np.uint64(triangles[t, 0] - start)
                j = np.uint64(triangles[t, 1] - start)
                n = np.uint64(triangles[t, 2] - start)
                x0, y0, z0 = flat[i, 0], flat[i, 1], flat[i, 2]
                ax, ay, az = flat[j, 0] - x0, flat[j, 1] - y0, flat[j, 2] - z0
                bx, by, bz = flat[n, 0] - x0, flat[n, 1] - y0, flat[n, 2] - z0
                area = ax * by - bx * ay
                if area < np.float32(1e-6):
                    continue
                if k == count and z0 + min(zero, az, bz) > np.float32(CONTACT_BELOW_MM):
                    continue
                c0 = max(0, math.ceil(x0 + min(zero, ax, bx)))
                c1 = min(columns - 1, math.floor(x0 + max(zero, ax, bx)))
                r0 = max(0, math.ceil(y0 + min(zero, ay, by)))
                r1 = min(rows - 1, math.floor(y0 + max(zero, ay, by)))
                if c0 > c1 or r0 > r1:
                    continue
                inv = one / area
                for r in range(r0, r1 + 1):
                    dy = np.float32(r) - y0
                    for c in range(c0, c1 + 1):
                        dx = np.float32(c) - x0
                        w1, w2 = (dx * by - bx * dy) * inv, (ax * dy - dx * ay) * inv
                        if min(w1, w2, one - w1 - w2) >= zero:
                            row, column = np.uint64(r), np.uint64(c)
                            z = z0 + w1 * az + w2 * bz
                            height[k, row, column] = max(height[k, row, column], z)
