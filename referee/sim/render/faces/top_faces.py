"""Tops of bases: pixel by pixel, so that shadows have their own edges on them. Edges are finer.

Where in its slice of the exposure a sample looks changes from pixel to pixel so that any few
neighbours cover the whole slice evenly, and a sample that looks early has a twin that looks as much
later. At its edge one sample looks ``FINER`` times and may be covered in part; what else of the
same piece lies behind it fills the rest. Motion is taken at every pixel.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, U8, CornerArrays, SampleArrays, ShadowArrays
from referee.sim.render.faces.blue_noise import SIDE
from referee.sim.render.faces.raster import JITTER_PX, SOLID
from referee.sim.render.faces.top_outlines import TopOutlines
from referee.sim.render.light.lamps import BLUE, X, Y, Z
from referee.sim.render.light.shadow_lookup import blocked_at, smooth_at
from referee.sim.render.quality import SAMPLES

MASK = SIDE - 1
FINER = 8
FINER_PX = 0.25 / FINER
MIDDLE = 0.5 * (FINER - 1)
# No two looks share a column, row or moment.
FINER_X = np.arange(8, dtype=np.float32) - np.float32(MIDDLE)
FINER_Y = np.array((2, 6, 0, 4, 3, 7, 1, 5), dtype=np.float32) - np.float32(MIDDLE)
FINER_TIME = np.array((4, 1, 7, 5, 2, 0, 6, 3), dtype=np.float32) - np.float32(MIDDLE)
QUIETER = 0.25  # of the jitter other faces have: these edges are fine enough


@njit(cache=True, nogil=True, fastmath=True)
def draw_tops(  # noqa: PLR0912, PLR0915 - one loop nest compiles to one fast loop
    samples: F64,
    slice_: float,
    noise: F64,
    lamps: F64,
    shadows: ShadowArrays,
    tops: TopOutlines,
    longest: int,
    active: U8,
    first_id: int,
    corners: CornerArrays,
    static_near: F32,
    buffers: SampleArrays,
) -> None:
    """Draw the tops of all active parts; sample owners become ``first_id`` + part.

    ``slice_``: half of the part of the exposure that one sample stands for. ``longest``: corners
    of the outline that has most.
    """
    grid, height, above, panes = shadows
    ring, ring_range, ring_part, colours, anchors, weights = tops
    place, screen, smear = corners.place, corners.screen, corners.motion
    ambient, diffuse, mirror = corners.ambient, corners.diffuse, corners.mirror
    near, ink, owner, owners = buffers
    rows, columns = near.shape[0], near.shape[1]
    count = len(lamps)
    one, zero = np.float32(1.0), np.float32(0.0)
    ea, eb, ec = np.empty(longest), np.empty(longest), np.empty(longest)
    slack, fine = np.empty(longest), np.empty(longest)
    close = np.empty(longest, dtype=np.int64)
    moment = np.zeros(SAMPLES)  # not set where nothing moves
    v = np.empty(3, dtype=np.int64)
    lit = np.empty((3, 3 + 2 * count), dtype=np.float32)
    at = np.empty((count, 3, 2))
    blend = slice_ / FINER
    widest = latest = 0.0
    for s in range(SAMPLES):
        widest = max(widest, abs(samples[s, 0]), abs(samples[s, 1]))
        latest = max(latest, abs(samples[s, 2]) + slice_)
    for t in range(len(ring_part)):
        part = ring_part[t]
        if active[part] == 0:
            continue
        start, n = ring_range[t], ring_range[t + 1] - ring_range[t]
        for q in range(3):
            v[q] = ring[start + anchors[t, q]]
        x0, y0 = float(screen[v[0], 0]), float(screen[v[0], 1])
        dxj, dyj = screen[v[1], 0] - x0, screen[v[1], 1] - y0
        dxk, dyk = screen[v[2], 0] - x0, screen[v[2], 1] - y0
        area = dxj * dyk - dxk * dyj
        if area <= 1e-6:
            continue
        fast_x = fast_y = 0.0
        left, right, top, bottom = 1e9, -1e9, 1e9, -1e9
        for e in range(n):
            i = ring[start + e]
            fast_x, fast_y = max(fast_x, abs(smear[i, 0])), max(fast_y, abs(smear[i, 1]))
            left, right = min(left, screen[i, 0]), max(right, screen[i, 0])
            top, bottom = min(top, screen[i, 1]), max(bottom, screen[i, 1])
        half_x = widest + 3.0 * JITTER_PX + latest * fast_x
        half_y = widest + 3.0 * JITTER_PX + latest * fast_y
        first_row, last_row = (
            max(0, math.ceil(top - half_y)),
            min(rows - 1, math.floor(bottom + half_y)),
        )
        if first_row > last_row or right + half_x < 0.0 or left - half_x > columns - 1.0:
            continue
        look, wait = MIDDLE * FINER_PX, MIDDLE * 2.0 / FINER * slice_
        for e in range(n):
            i, j = ring[start + e], ring[start + (e + 1 if e + 1 < n else 0)]
            px, py = float(screen[i, 0]), float(screen[i, 1])
            along_x, along_y = screen[j, 0] - px, screen[j, 1] - py
            long = math.sqrt(along_x * along_x + along_y * along_y)
            ea[e], eb[e], ec[e] = 0.0, 0.0, 1e6
            if long > 1e-6:
                ea[e], eb[e] = -along_y / long, along_x / long
                ec[e] = -(ea[e] * px + eb[e] * py)
            a, b = abs(ea[e]), abs(eb[e])
            slack[e] = a * half_x + b * half_y
            fine[e] = look * (a + b) + wait * (a * fast_x + b * fast_y)
        inv = 1.0 / area
        a1, b1 = dyk * inv, -dxk * inv
        a2, b2 = -dyj * inv, dxj * inv
        e1, e2 = -(a1 * x0 + b1 * y0), -(a2 * x0 + b2 * y0)
        n0 = screen[v[0], 2]
        n1, n2 = screen[v[1], 2] - n0, screen[v[2], 2] - n0
        m0x, m0y = smear[v[0], 0], smear[v[0], 1]
        mjx, mjy = smear[v[1], 0] - m0x, smear[v[1], 1] - m0y
        mkx, mky = smear[v[2], 0] - m0x, smear[v[2], 1] - m0y
        tint = colours[t]
        for q in range(3):
            for b in range(3 + 2 * count):
                lit[q, b] = zero
        for e in range(n):
            i = ring[start + e]
            for q in range(3):
                w = weights[start + e, q]
                for b in range(3):
                    lit[q, b] += w * ambient[i, b] * tint[b]
                for m in range(count):
                    lit[q, 3 + m] += w * diffuse[i, m]
                    lit[q, 3 + count + m] += w * mirror[i, m]
        for m in range(count):
            lamp = lamps[m]
            for q in range(3):
                x, y, z = place[v[q], 0], place[v[q], 1], place[v[q], 2]
                f = lamp[Z] / (lamp[Z] - z)
                at[m, q, 0] = (lamp[X] + (x - lamp[X]) * f - grid[0]) / grid[2]
                at[m, q, 1] = (lamp[Y] + (y - lamp[Y]) * f - grid[1]) / grid[2]
            for q in range(1, 3):
                at[m, q, 0] -= at[m, 0, 0]
                at[m, q, 1] -= at[m, 0, 1]
        for q in range(1, 3):
            for b in range(3 + 2 * count):
                lit[q, b] -= lit[0, b]
        z0 = float(place[v[0], 2])
        zj, zk = place[v[1], 2] - z0, place[v[2], 2] - z0
        mine = np.uint8(first_id + part)
        for row in range(first_row, last_row + 1):
            low, high = left - half_x, right + half_x
            inner_low, inner_high = low, high
            for e in range(n):
                rest = eb[e] * row + ec[e]
                if ea[e] > 1e-9:
                    low = max(low, -(rest + slack[e]) / ea[e])
                    inner_low = max(inner_low, -(rest - slack[e]) / ea[e])
                elif ea[e] < -1e-9:
                    high = min(high, -(rest + slack[e]) / ea[e])
                    inner_high = min(inner_high, -(rest - slack[e]) / ea[e])
                else:
                    if rest + slack[e] < 0.0:
                        high = low - 1.0
                    if rest - slack[e] < 0.0:
                        inner_high = inner_low - 1.0
            r = np.uint64(row)
            for column in range(max(0, math.ceil(low)), min(columns - 1, math.floor(high)) + 1):
                c = np.uint64(column)
                jx = JITTER_PX * (2.0 * ((row + 2 * column) & 3) - 3.0) * QUIETER
                jy = JITTER_PX * (2.0 * ((column + 2 * row) & 3) - 3.0) * QUIETER
                x, y = column + jx, row + jy
                h1, h2 = a1 * x + b1 * y + e1, a2 * x + b2 * y + e2
                depth = np.float32(n0 + h1 * n1 + h2 * n2)
                if depth <= static_near[r, c]:
                    continue
                whole = inner_low <= column <= inner_high
                some = owners[r, c] != np.uint32(0)
                gx = gy = 0.0
                near_edges = 0
                if not whole:
                    gx, gy = m0x + h1 * mjx + h2 * mkx, m0y + h1 * mjy + h2 * mky
                    outer = noise[r & np.uint64(MASK), c & np.uint64(MASK)]
                    inner = outer + 1.0 if outer < 0.0 else outer - 1.0
                    moment[0] = samples[0, 2] + blend * outer
                    moment[1] = samples[1, 2] + blend * inner
                    moment[2] = samples[2, 2] - blend * inner
                    moment[3] = samples[3, 2] - blend * outer
                    for e in range(n):
                        if ea[e] * x + eb[e] * y + ec[e] < slack[e]:
                            close[near_edges] = e
                            near_edges += 1
                turn = 2.0 / FINER * slice_ if (row + column) & 1 else -2.0 / FINER * slice_
                lighted = False
                blue = green = red = zero
                for s in range(SAMPLES):
                    u = np.uint64(s)
                    cover = one
                    sx = sy = 0.0
                    if near_edges > 0:
                        sx, sy = samples[s, 0] - moment[s] * gx, samples[s, 1] - moment[s] * gy
                        inside, unsure = True, False
                        for k in range(near_edges):
                            e = close[k]
                            away = ea[e] * (x + sx) + eb[e] * (y + sy) + ec[e]
                            inside &= away >= -fine[e]
                            unsure |= away < fine[e]
                        if not inside:
                            continue
                        if unsure:
                            hits = sum_x = sum_y = zero
                            for look_at in range(FINER):
                                late = turn * FINER_TIME[look_at]
                                lx = sx + FINER_PX * FINER_X[look_at] + late * gx
                                ly = sy + FINER_PX * FINER_Y[look_at] + late * gy
                                on = one
                                for k in range(near_edges):
                                    e = close[k]
                                    if ea[e] * (x + lx) + eb[e] * (y + ly) + ec[e] < 0.0:
                                        on = zero
                                hits += on
                                sum_x += on * np.float32(lx)
                                sum_y += on * np.float32(ly)
                            if hits == zero:
                                continue
                            cover = hits / np.float32(FINER)
                            sx, sy = float(sum_x / hits), float(sum_y / hits)
                    room = one
                    if some:
                        nearer = depth > near[r, c, u]
                        if owner[r, c, u] == mine:
                            room = one - ink[r, c, u, 3]
                            if room <= np.float32(1.0 - SOLID):
                                room = one
                            else:
                                nearer = True
                        if not nearer:
                            continue
                    if not lighted:
                        lighted = True
                        w1 = h1 + a1 * sx + b1 * sy
                        w2 = h2 + a2 * sx + b2 * sy
                        f1, f2 = np.float32(w1), np.float32(w2)
                        blue = lit[0, 0] + f1 * lit[1, 0] + f2 * lit[2, 0]
                        green = lit[0, 1] + f1 * lit[1, 1] + f2 * lit[2, 1]
                        red = lit[0, 2] + f1 * lit[1, 2] + f2 * lit[2, 2]
                        for m in range(count):
                            d = lit[0, 3 + m] + f1 * lit[1, 3 + m] + f2 * lit[2, 3 + m]
                            if d <= zero:
                                continue
                            p = at[m, 0, 0] + w1 * at[m, 1, 0] + w2 * at[m, 2, 0]
                            o = at[m, 0, 1] + w1 * at[m, 1, 1] + w2 * at[m, 2, 1]
                            z = z0 + w1 * zj + w2 * zk
                            seen = one - blocked_at(height, above, m, p, o, z)
                            if seen <= zero:
                                continue
                            seen *= smooth_at(panes, m, p, o)
                            k = 3 + count + m
                            g = lit[0, k] + f1 * lit[1, k] + f2 * lit[2, k]
                            blue += np.float32(lamps[m, BLUE]) * seen * (tint[0] * d + g)
                            green += np.float32(lamps[m, BLUE + 1]) * seen * (tint[1] * d + g)
                            red += np.float32(lamps[m, BLUE + 2]) * seen * (tint[2] * d + g)
                    if room < one:
                        share = min(room, cover)
                        ink[r, c, u, 0] += share * blue
                        ink[r, c, u, 1] += share * green
                        ink[r, c, u, 2] += share * red
                        ink[r, c, u, 3] += share
                        continue
                    near[r, c, u] = depth
                    owner[r, c, u] = mine
                    keep = one - cover
                    ink[r, c, u, 0] = cover * blue + keep * ink[r, c, u, 0]
                    ink[r, c, u, 1] = cover * green + keep * ink[r, c, u, 1]
                    ink[r, c, u, 2] = cover * red + keep * ink[r, c, u, 2]
                    ink[r, c, u, 3] = cover + keep * ink[r, c, u, 3]
