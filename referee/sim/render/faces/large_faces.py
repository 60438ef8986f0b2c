"""Large faces, as bases are made of: pixel by pixel, so that shadows have their own edges on them.

Tops of bases have finer edges and are drawn first (`draw_tops`); where one covers a sample in part,
what else of the same piece lies behind it fills the rest.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, U8, CornerArrays, SampleArrays, ShadowArrays
from referee.sim.render.faces.blue_noise import SIDE
from referee.sim.render.faces.mesh_batch import MeshBatch
from referee.sim.render.faces.raster import FLAT, JITTER_PX, SOLID, narrow_span, put_sample
from referee.sim.render.light.lamps import BLUE
from referee.sim.render.light.shadow_lookup import blocked_at, on_board, smooth_at
from referee.sim.render.quality import SAMPLES

MASK = SIDE - 1


@njit(cache=True, nogil=True, fastmath=True)
def draw_large(  # noqa: PLR0912, PLR0915 - one loop nest compiles to one fast loop
    samples: F64,
    slice_: float,
    noise: F64,
    lamps: F64,
    shadows: ShadowArrays,
    batch: MeshBatch,
    active: U8,
    translucent: bool,
    first_id: int,
    corners: CornerArrays,
    static_near: F32,
    buffers: SampleArrays,
) -> None:
    """Draw the large faces of all active parts; sample owners become ``first_id`` + part.

    ``slice_``: half of the part of the exposure that one sample stands for.
    """
    grid, height, above, panes = shadows
    triangles, triangle_part, kind = batch.triangles, batch.triangle_part, batch.kind
    colours, alpha = batch.colours, batch.alpha
    place, screen, smear = corners.place, corners.screen, corners.motion
    ambient, diffuse, mirror = corners.ambient, corners.diffuse, corners.mirror
    near, ink, owner, owners = buffers
    rows, columns = near.shape[0], near.shape[1]
    moment, off1, off2 = np.zeros(SAMPLES), np.empty(SAMPLES), np.empty(SAMPLES)
    rgb = np.empty(3)
    widest = latest = 0.0
    for s in range(SAMPLES):
        widest = max(widest, abs(samples[s, 0]), abs(samples[s, 1]))
        latest = max(latest, abs(samples[s, 2]) + slice_)
    for t in range(len(triangles)):
        part = triangle_part[t]
        if active[part] == 0 or kind[t] != FLAT or (alpha[t] < SOLID) != translucent:
            continue
        i, j, k = triangles[t, 0], triangles[t, 2], triangles[t, 1]
        x0, y0, x1, y1 = screen[i, 0], screen[i, 1], screen[j, 0], screen[j, 1]
        x2, y2 = screen[k, 0], screen[k, 1]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area <= 1e-6:
            continue
        fast_x = max(abs(smear[i, 0]), abs(smear[j, 0]), abs(smear[k, 0]))
        fast_y = max(abs(smear[i, 1]), abs(smear[j, 1]), abs(smear[k, 1]))
        moves = fast_x + fast_y > 0.0
        half_x = widest + 3.0 * JITTER_PX + latest * fast_x
        half_y = widest + 3.0 * JITTER_PX + latest * fast_y
        left, right = min(x0, x1, x2) - half_x, max(x0, x1, x2) + half_x
        first_row = max(0, math.ceil(min(y0, y1, y2) - half_y))
        last_row = min(rows - 1, math.floor(max(y0, y1, y2) + half_y))
        if first_row > last_row or right < 0.0 or left > columns - 1.0:
            continue
        inv = 1.0 / area
        a1, b1 = (y2 - y0) * inv, -(x2 - x0) * inv
        a2, b2 = -(y1 - y0) * inv, (x1 - x0) * inv
        e1, e2 = -(a1 * x0 + b1 * y0), -(a2 * x0 + b2 * y0)
        n0, n1, n2 = screen[i, 2], screen[j, 2] - screen[i, 2], screen[k, 2] - screen[i, 2]
        slack1, slack2 = abs(a1) * half_x + abs(b1) * half_y, abs(a2) * half_x + abs(b2) * half_y
        slack0 = abs(a1 + a2) * half_x + abs(b1 + b2) * half_y
        unsure = slack1 * abs(n1) + slack2 * abs(n2)
        own1, own2 = a1 * smear[i, 0] + b1 * smear[i, 1], a2 * smear[i, 0] + b2 * smear[i, 1]
        more_jx, more_jy = smear[j, 0] - smear[i, 0], smear[j, 1] - smear[i, 1]
        more_kx, more_ky = smear[k, 0] - smear[i, 0], smear[k, 1] - smear[i, 1]
        mine = np.uint8(first_id + part)
        for s in range(SAMPLES):
            off1[s] = a1 * samples[s, 0] + b1 * samples[s, 1]
            off2[s] = a2 * samples[s, 0] + b2 * samples[s, 1]
        for row in range(first_row, last_row + 1):
            r = np.uint64(row)
            f1, f2 = b1 * row + e1, b2 * row + e2
            low, high = narrow_span(a1, f1 + slack1, left, right)
            low, high = narrow_span(a2, f2 + slack2, low, high)
            low, high = narrow_span(-a1 - a2, 1.0 - f1 - f2 + slack0, low, high)
            for column in range(max(0, math.ceil(low)), min(columns - 1, math.floor(high)) + 1):
                c = np.uint64(column)
                jx = JITTER_PX * (2.0 * ((row + 2 * column) & 3) - 3.0)
                jy = JITTER_PX * (2.0 * ((column + 2 * row) & 3) - 3.0)
                h1 = a1 * (column + jx) + b1 * jy + f1
                h2 = a2 * (column + jx) + b2 * jy + f2
                behind = static_near[r, c]
                nearest = np.float32(n0 + h1 * n1 + h2 * n2 + unsure)
                if nearest <= behind:
                    continue
                if owners[r, c] != np.uint32(0):
                    hidden = True
                    for s in range(SAMPLES):
                        q = np.uint64(s)
                        if nearest > near[r, c, q] or (
                            owner[r, c, q] == mine and ink[r, c, q, 3] < SOLID
                        ):
                            hidden = False
                    if hidden:
                        continue
                g1 = g2 = 0.0
                if moves:
                    mx, my = h1 * more_jx + h2 * more_kx, h1 * more_jy + h2 * more_ky
                    g1, g2 = own1 + a1 * mx + b1 * my, own2 + a2 * mx + b2 * my
                    outer = noise[r & np.uint64(MASK), c & np.uint64(MASK)]
                    inner = outer + 1.0 if outer < 0.0 else outer - 1.0
                    moment[0] = samples[0, 2] + slice_ * outer
                    moment[1] = samples[1, 2] + slice_ * inner
                    moment[2] = samples[2, 2] - slice_ * inner
                    moment[3] = samples[3, 2] - slice_ * outer
                whole = h1 >= slack1 and h2 >= slack2 and h1 + h2 <= 1.0 - slack0
                lighted = False
                for s in range(SAMPLES):
                    q = np.uint64(s)
                    w1, w2 = h1, h2
                    if not whole:
                        w1 += off1[s] - moment[s] * g1
                        w2 += off2[s] - moment[s] * g2
                        if w1 < 0.0 or w2 < 0.0 or w1 + w2 > 1.0:
                            continue
                    depth = n0 + w1 * n1 + w2 * n2
                    if depth <= behind:
                        continue
                    room = 1.0
                    nearer = depth > near[r, c, q]
                    if owner[r, c, q] == mine and not nearer:
                        room = 1.0 - ink[r, c, q, 3]
                        if room <= 1.0 - SOLID:
                            room = 1.0
                        else:
                            nearer = not translucent
                    if not nearer:
                        continue
                    if not lighted:
                        lighted = True
                        w0 = 1.0 - w1 - w2
                        x = w0 * place[i, 0] + w1 * place[j, 0] + w2 * place[k, 0]
                        y = w0 * place[i, 1] + w1 * place[j, 1] + w2 * place[k, 1]
                        z = w0 * place[i, 2] + w1 * place[j, 2] + w2 * place[k, 2]
                        for b in range(3):
                            lit = w0 * ambient[i, b] + w1 * ambient[j, b] + w2 * ambient[k, b]
                            rgb[b] = colours[t, b] * lit
                        for m in range(len(lamps)):
                            d = w0 * diffuse[i, m] + w1 * diffuse[j, m] + w2 * diffuse[k, m]
                            if d <= 0.0:
                                continue
                            g = w0 * mirror[i, m] + w1 * mirror[j, m] + w2 * mirror[k, m]
                            qx, qy = on_board(lamps[m], x, y, z)
                            gx, gy = (qx - grid[0]) / grid[2], (qy - grid[1]) / grid[2]
                            seen = 1.0 - blocked_at(height, above, m, gx, gy, z)
                            seen *= smooth_at(panes, m, gx, gy)
                            for b in range(3):
                                rgb[b] += lamps[m, BLUE + b] * seen * (colours[t, b] * d + g)
                    if room < 1.0:
                        for b in range(3):
                            ink[r, c, q, b] += room * rgb[b]
                        ink[r, c, q, 3] += room
                        continue
                    near[r, c, q] = depth
                    owner[r, c, q] = mine
                    put_sample(ink, r, c, q, alpha[t], rgb[0], rgb[1], rgb[2])
