"""Long faces lit at their corners, as arms and hands are made of. They carry no velocity."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, U8, CornerArrays, SampleArrays
from referee.sim.render.faces.mesh_batch import MeshBatch
from referee.sim.render.faces.raster import SMOOTH, narrow_span, put_sample
from referee.sim.render.quality import SAMPLES


@njit(cache=True, nogil=True, fastmath=True)
def draw_smooth(  # noqa: PLR0912 - one loop nest compiles to one fast loop
    samples: F64,
    batch: MeshBatch,
    active: U8,
    first_id: int,
    corners: CornerArrays,
    static_near: F32,
    buffers: SampleArrays,
) -> None:
    """Draw the long faces of all active parts; sample owners become ``first_id`` + part."""
    triangles, screen, light = batch.triangles, corners.screen, corners.light
    near, ink, owner, _ = buffers
    rows, columns = near.shape[0], near.shape[1]
    half = 0.0
    for s in range(SAMPLES):
        half = max(half, abs(samples[s, 0]), abs(samples[s, 1]))
    tint, step1, step2 = np.empty(3), np.empty(3), np.empty(3)
    for t in range(len(triangles)):
        part = batch.triangle_part[t]
        if active[part] == 0 or batch.kind[t] != SMOOTH:
            continue
        i, j, k = triangles[t, 0], triangles[t, 2], triangles[t, 1]
        x0, y0, x1, y1 = screen[i, 0], screen[i, 1], screen[j, 0], screen[j, 1]
        x2, y2 = screen[k, 0], screen[k, 1]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area <= 1e-6:
            continue
        left, right = min(x0, x1, x2) - half, max(x0, x1, x2) + half
        first_row = max(0, math.ceil(min(y0, y1, y2) - half))
        last_row = min(rows - 1, math.floor(max(y0, y1, y2) + half))
        if first_row > last_row or right < 0.0 or left > columns - 1.0:
            continue
        inv = 1.0 / area
        a1, b1 = (y2 - y0) * inv, -(x2 - x0) * inv
        a2, b2 = -(y1 - y0) * inv, (x1 - x0) * inv
        e1, e2 = -(a1 * x0 + b1 * y0), -(a2 * x0 + b2 * y0)
        n0, n1, n2 = screen[i, 2], screen[j, 2] - screen[i, 2], screen[k, 2] - screen[i, 2]
        slack1, slack2 = half * (abs(a1) + abs(b1)), half * (abs(a2) + abs(b2))
        slack0 = half * (abs(a1 + a2) + abs(b1 + b2))
        for b in range(3):
            tint[b] = batch.colours[t, b] * light[i, b] + corners.highlight[i, b]
            step1[b] = batch.colours[t, b] * light[j, b] + corners.highlight[j, b] - tint[b]
            step2[b] = batch.colours[t, b] * light[k, b] + corners.highlight[k, b] - tint[b]
        for r in range(first_row, last_row + 1):
            f1, f2 = b1 * r + e1, b2 * r + e2
            low, high = narrow_span(a1, f1 + slack1, left, right)
            low, high = narrow_span(a2, f2 + slack2, low, high)
            low, high = narrow_span(-a1 - a2, 1.0 - f1 - f2 + slack0, low, high)
            for c in range(max(0, math.ceil(low)), min(columns - 1, math.floor(high)) + 1):
                h1, h2 = a1 * c + f1, a2 * c + f2
                depth = n0 + h1 * n1 + h2 * n2
                if depth <= static_near[r, c]:
                    continue
                whole = h1 >= slack1 and h2 >= slack2 and h1 + h2 <= 1.0 - slack0
                for s in range(SAMPLES):
                    if depth <= near[r, c, s]:
                        continue
                    if not whole:
                        w1 = h1 + a1 * samples[s, 0] + b1 * samples[s, 1]
                        w2 = h2 + a2 * samples[s, 0] + b2 * samples[s, 1]
                        if w1 < 0.0 or w2 < 0.0 or w1 + w2 > 1.0:
                            continue
                    near[r, c, s] = depth
                    owner[r, c, s] = first_id + part
                    put_sample(
                        ink,
                        r,
                        c,
                        s,
                        1.0,
                        tint[0] + h1 * step1[0] + h2 * step2[0],
                        tint[1] + h1 * step1[1] + h2 * step2[1],
                        tint[2] + h1 * step1[2] + h2 * step2[2],
                    )
