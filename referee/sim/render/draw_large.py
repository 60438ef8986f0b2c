"""Large faces, as bases are made of: pixel by pixel, so that shadows have their own edges on them.

Where in its slice of the exposure a sample looks changes from pixel to pixel so that any few
neighbours cover the whole slice evenly, and a sample that looks early has a twin that looks as much
later. The top of a base gets finer edges: there one sample looks ``FINER`` times and may be covered
in part; what else of the same piece lies behind it fills the rest. Motion is taken at every pixel,
so that the faces of a turning base stay together.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.dither import SIDE
from referee.sim.render.lamps import BLUE
from referee.sim.render.quality import SAMPLES
from referee.sim.render.raster import EDGED, FLAT, SOLID, narrow, put
from referee.sim.render.shadow_lookup import lit_at, on_board, smooth_at

MASK = SIDE - 1
FINER = 8
FINER_PX = 0.25 / FINER
FINER_Y = (2, 6, 0, 4, 3, 7, 1, 5)  # columns run 0 to 7: no two looks share a column, row or moment
FINER_TIME = (4, 1, 7, 5, 2, 0, 6, 3)
MIDDLE = 0.5 * (FINER - 1)
JITTER_PX = 1.0 / 32.0  # neighbours look a little beside each other: long edges get no steps


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def _covered(
    w1: float,
    w2: float,
    x1: float,
    x2: float,
    y1: float,
    y2: float,
    t1: float,
    t2: float,
) -> tuple[float, float, float]:
    """Share of a sample's looks that meet a face, and the mean place of those on it."""
    hits = 0
    sum1 = sum2 = 0.0
    for q in range(FINER):
        x, y, late = q - MIDDLE, FINER_Y[q] - MIDDLE, FINER_TIME[q] - MIDDLE
        v1, v2 = w1 + x * x1 + y * y1 + late * t1, w2 + x * x2 + y * y2 + late * t2
        if v1 >= 0.0 and v2 >= 0.0 and v1 + v2 <= 1.0:
            hits += 1
            sum1 += v1
            sum2 += v2
    if hits == 0:
        return 0.0, w1, w2
    return hits / FINER, sum1 / hits, sum2 / hits


@njit(cache=True, nogil=True, fastmath=True)
def draw_large(  # noqa: PLR0912, PLR0915 - one loop nest compiles to one fast loop
    samples: F64,
    slice_: float,
    noise: F64,
    lamps: F64,
    grid: F64,
    height: F32,
    panes: F32,
    triangles: I32,
    triangle_part: I32,
    colours: F32,
    alpha: F32,
    kind: U8,
    active: U8,
    translucent: bool,
    first_id: int,
    place: F32,
    screen: F32,
    smear: F32,
    ambient: F32,
    diffuse: F32,
    mirror: F32,
    static_near: F32,
    near: F32,
    ink: F32,
    owner: U8,
) -> None:
    """Draw the large faces of all active parts; sample owners become ``first_id`` + part.

    ``slice_``: half of the part of the exposure that one sample stands for.
    """
    rows, columns = near.shape[0], near.shape[1]
    moment, off1, off2 = np.zeros(SAMPLES), np.empty(SAMPLES), np.empty(SAMPLES)
    rgb = np.empty(3)
    widest = latest = 0.0
    for s in range(SAMPLES):
        widest = max(widest, abs(samples[s, 0]), abs(samples[s, 1]))
        latest = max(latest, abs(samples[s, 2]) + slice_)
    for t in range(len(triangles)):
        part = triangle_part[t]
        if active[part] == 0 or kind[t] < FLAT or (alpha[t] < SOLID) != translucent:
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
        own1, own2 = a1 * smear[i, 0] + b1 * smear[i, 1], a2 * smear[i, 0] + b2 * smear[i, 1]
        more_jx, more_jy = smear[j, 0] - smear[i, 0], smear[j, 1] - smear[i, 1]
        more_kx, more_ky = smear[k, 0] - smear[i, 0], smear[k, 1] - smear[i, 1]
        edged = kind[t] == EDGED
        blend = slice_ / FINER if edged else slice_
        look, wait = MIDDLE * FINER_PX, MIDDLE * 2.0 / FINER * slice_
        fine1 = look * (abs(a1) + abs(b1)) + wait * (abs(a1) * fast_x + abs(b1) * fast_y)
        fine2 = look * (abs(a2) + abs(b2)) + wait * (abs(a2) * fast_x + abs(b2) * fast_y)
        a0, b0 = abs(a1 + a2), abs(b1 + b2)
        fine0 = look * (a0 + b0) + wait * (a0 * fast_x + b0 * fast_y)
        for s in range(SAMPLES):
            off1[s] = a1 * samples[s, 0] + b1 * samples[s, 1]
            off2[s] = a2 * samples[s, 0] + b2 * samples[s, 1]
        for r in range(first_row, last_row + 1):
            f1, f2 = b1 * r + e1, b2 * r + e2
            low, high = narrow(a1, f1 + slack1, left, right)
            low, high = narrow(a2, f2 + slack2, low, high)
            low, high = narrow(-a1 - a2, 1.0 - f1 - f2 + slack0, low, high)
            for c in range(max(0, math.ceil(low)), min(columns - 1, math.floor(high)) + 1):
                jx = JITTER_PX * (2.0 * ((r + 2 * c) & 3) - 3.0)
                jy = JITTER_PX * (2.0 * ((c + 2 * r) & 3) - 3.0)
                h1, h2 = a1 * (c + jx) + b1 * jy + f1, a2 * (c + jx) + b2 * jy + f2
                whole = h1 >= slack1 and h2 >= slack2 and h1 + h2 <= 1.0 - slack0
                g1 = g2 = 0.0
                if moves and not whole:
                    mx, my = h1 * more_jx + h2 * more_kx, h1 * more_jy + h2 * more_ky
                    g1, g2 = own1 + a1 * mx + b1 * my, own2 + a2 * mx + b2 * my
                    outer = noise[r & MASK, c & MASK]
                    inner = outer + 1.0 if outer < 0.0 else outer - 1.0
                    moment[0] = samples[0, 2] + blend * outer
                    moment[1] = samples[1, 2] + blend * inner
                    moment[2] = samples[2, 2] - blend * inner
                    moment[3] = samples[3, 2] - blend * outer
                if edged:
                    h1 -= 0.75 * (h1 - a1 * c - f1)
                    h2 -= 0.75 * (h2 - a2 * c - f2)
                lighted = False
                behind = static_near[r, c]
                turn = 2.0 / FINER * slice_ if (r + c) & 1 else -2.0 / FINER * slice_
                for s in range(SAMPLES):
                    w1, w2, cover = h1, h2, 1.0
                    if not whole:
                        w1 += off1[s] - moment[s] * g1
                        w2 += off2[s] - moment[s] * g2
                    if whole:
                        pass
                    elif not edged:
                        if w1 < 0.0 or w2 < 0.0 or w1 + w2 > 1.0:
                            continue
                    elif w1 < fine1 or w2 < fine2 or w1 + w2 > 1.0 - fine0:
                        if w1 < -fine1 or w2 < -fine2 or w1 + w2 > 1.0 + fine0:
                            continue
                        cover, w1, w2 = _covered(
                            w1,
                            w2,
                            FINER_PX * a1,
                            FINER_PX * a2,
                            FINER_PX * b1,
                            FINER_PX * b2,
                            turn * g1,
                            turn * g2,
                        )
                        if cover == 0.0:
                            continue
                    depth = n0 + w1 * n1 + w2 * n2
                    if depth <= behind:
                        continue
                    room = 1.0
                    nearer = depth > near[r, c, s]
                    if owner[r, c, s] == first_id + part and (edged or not nearer):
                        room = 1.0 - ink[r, c, s, 3]
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
                            seen = lit_at(height, m, gx, gy, z) * smooth_at(panes, m, gx, gy)
                            for b in range(3):
                                rgb[b] += lamps[m, BLUE + b] * seen * (colours[t, b] * d + g)
                    if room < 1.0:
                        share = min(room, cover)
                        for b in range(3):
                            ink[r, c, s, b] += share * rgb[b]
                        ink[r, c, s, 3] += share
                        continue
                    near[r, c, s] = depth
                    owner[r, c, s] = first_id + part
                    put(ink, r, c, s, alpha[t] * cover, rgb[0], rgb[1], rgb[2])
