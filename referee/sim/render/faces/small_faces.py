"""Small faces, as figures are made of: sample by sample, in spans.

Neighbouring pixels take other moments of the exposure where a part is fast.
"""

from __future__ import annotations

import math

from numba import njit

from referee.sim.render.arrays import F32, F64, U8, CornerArrays, SampleArrays
from referee.sim.render.faces.mesh_batch import MeshBatch
from referee.sim.render.faces.raster import SMALL, SOLID, narrow_span, put_sample
from referee.sim.render.quality import SAMPLES

FAST_PX = 2.5
TURNS = 4


@njit(cache=True, nogil=True, fastmath=True)
def draw_small(
    samples: F64,
    slice_: float,
    batch: MeshBatch,
    active: U8,
    translucent: bool,
    first_id: int,
    corners: CornerArrays,
    static_near: F32,
    buffers: SampleArrays,
) -> None:
    """Draw the small faces of all active parts; sample owners become ``first_id`` + part."""
    triangles, triangle_part, kind = batch.triangles, batch.triangle_part, batch.kind
    colours, alpha = batch.colours, batch.alpha
    screen, smear = corners.screen, corners.motion
    light, highlight = corners.light, corners.highlight
    near, ink, owner, _ = buffers
    rows, columns = near.shape[0], near.shape[1]
    for t in range(len(triangles)):
        part = triangle_part[t]
        if active[part] == 0 or kind[t] != SMALL or (alpha[t] < SOLID) != translucent:
            continue
        i, j, k = triangles[t, 0], triangles[t, 2], triangles[t, 1]
        x0, y0, x1, y1 = screen[i, 0], screen[i, 1], screen[j, 0], screen[j, 1]
        x2, y2 = screen[k, 0], screen[k, 1]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area <= 1e-6:
            continue
        vx, vy = smear[i, 0], smear[i, 1]
        inv = 1.0 / area
        a1, b1 = (y2 - y0) * inv, -(x2 - x0) * inv
        a2, b2 = -(y1 - y0) * inv, (x1 - x0) * inv
        e1, e2 = -(a1 * x0 + b1 * y0), -(a2 * x0 + b2 * y0)
        n0, n1, n2 = screen[i, 2], screen[j, 2] - screen[i, 2], screen[k, 2] - screen[i, 2]
        left, right = min(x0, x1, x2), max(x0, x1, x2)
        top, bottom = min(y0, y1, y2), max(y0, y1, y2)
        turns = TURNS if abs(vx) + abs(vy) > FAST_PX else 1
        for turn in range(turns * SAMPLES):
            s, mine = turn // turns, turn % turns
            when = samples[s, 2] + slice_ * (2 * mine - turns + 1) / turns
            dx, dy = samples[s, 0] - vx * when, samples[s, 1] - vy * when
            for r in range(max(0, math.ceil(top - dy)), min(rows - 1, math.floor(bottom - dy)) + 1):
                py = r + dy
                f1, f2 = b1 * py + e1, b2 * py + e2
                low, high = narrow_span(a1, f1, left, right)
                low, high = narrow_span(a2, f2, low, high)
                low, high = narrow_span(-a1 - a2, 1.0 - f1 - f2, low, high)
                first, last = max(0, math.ceil(low - dx)), min(columns - 1, math.floor(high - dx))
                first += (mine - first - 2 * r) & (turns - 1)
                for c in range(first, last + 1, turns):
                    px = c + dx
                    w1, w2 = a1 * px + f1, a2 * px + f2
                    depth = n0 + w1 * n1 + w2 * n2
                    if depth <= near[r, c, s] or depth <= static_near[r, c]:
                        continue
                    w0 = 1.0 - w1 - w2
                    near[r, c, s] = depth
                    owner[r, c, s] = first_id + part
                    put_sample(
                        ink,
                        r,
                        c,
                        s,
                        alpha[t],
                        colours[t, 0] * (w0 * light[i, 0] + w1 * light[j, 0] + w2 * light[k, 0])
                        + (w0 * highlight[i, 0] + w1 * highlight[j, 0] + w2 * highlight[k, 0]),
                        colours[t, 1] * (w0 * light[i, 1] + w1 * light[j, 1] + w2 * light[k, 1])
                        + (w0 * highlight[i, 1] + w1 * highlight[j, 1] + w2 * highlight[k, 1]),
                        colours[t, 2] * (w0 * light[i, 2] + w1 * light[j, 2] + w2 * light[k, 2])
                        + (w0 * highlight[i, 2] + w1 * highlight[j, 2] + w2 * highlight[k, 2]),
                    )
