"""Triangles to samples: four samples per pixel, nearest wins, translucent ones let light through.

Every sample has its own place in the pixel and its own moment of the exposure, so a moving part is
blurred along its way at no extra cost. Buffers start at zero: 1/depth 0 is infinitely far.
"""

from __future__ import annotations

import math

from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.lamps import BLUE
from referee.sim.render.quality import SAMPLES
from referee.sim.render.shadows import lit_at, on_board, smooth_at


@njit(cache=True, nogil=True, fastmath=True)
def draw(
    samples: F64,
    lamps: F64,
    grid: F64,
    height: F32,
    panes: F32,
    triangles: I32,
    triangle_part: I32,
    colours: F32,
    alpha: F32,
    flat: U8,
    active: U8,
    first_id: int,
    place: F32,
    screen: F32,
    smear: F32,
    ambient: F32,
    diffuse: F32,
    mirror: F32,
    light: F32,
    highlight: F32,
    static_near: F32,
    near: F32,
    colour: F32,
    cover: F32,
    owner: U8,
) -> None:
    """Draw all active parts; sample owners become ``first_id`` + part."""
    rows, columns = near.shape[0], near.shape[1]
    count = len(lamps)
    for t in range(len(triangles)):
        part = triangle_part[t]
        if active[part] == 0:
            continue
        i, j, k = triangles[t, 0], triangles[t, 2], triangles[t, 1]
        x0, y0, x1, y1, x2, y2 = (
            screen[i, 0],
            screen[i, 1],
            screen[j, 0],
            screen[j, 1],
            screen[k, 0],
            screen[k, 1],
        )
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area <= 1e-9:
            continue
        vx, vy = smear[i, 0], smear[i, 1]
        half_x, half_y = 0.5 + 0.5 * abs(vx), 0.5 + 0.5 * abs(vy)
        c0 = max(0, int(math.ceil(min(x0, x1, x2) - half_x)))
        c1 = min(columns - 1, int(math.floor(max(x0, x1, x2) + half_x)))
        r0 = max(0, int(math.ceil(min(y0, y1, y2) - half_y)))
        r1 = min(rows - 1, int(math.floor(max(y0, y1, y2) + half_y)))
        if c0 > c1 or r0 > r1:
            continue
        inv = 1.0 / area
        a1, b1 = (y2 - y0) * inv, -(x2 - x0) * inv
        a2, b2 = -(y1 - y0) * inv, (x1 - x0) * inv
        e1, e2 = -(a1 * x0 + b1 * y0), -(a2 * x0 + b2 * y0)
        n0, n1, n2 = screen[i, 2], screen[j, 2] - screen[i, 2], screen[k, 2] - screen[i, 2]
        wide = flat[t] != 0
        solid = alpha[t]
        pass_on = 1.0 - solid
        blue = green = red = 0.0
        for r in range(r0, r1 + 1):
            for c in range(c0, c1 + 1):
                behind = static_near[r, c]
                lighted = False
                for s in range(SAMPLES):
                    px = c + samples[s, 0] - vx * samples[s, 2]
                    py = r + samples[s, 1] - vy * samples[s, 2]
                    w1 = a1 * px + b1 * py + e1
                    w2 = a2 * px + b2 * py + e2
                    if w1 < 0.0 or w2 < 0.0 or w1 + w2 > 1.0:
                        continue
                    depth = n0 + w1 * n1 + w2 * n2
                    if depth <= near[r, c, s] or depth <= behind:
                        continue
                    if wide:
                        if not lighted:
                            lighted = True
                            w0 = 1.0 - w1 - w2
                            blue = w0 * ambient[i, 0] + w1 * ambient[j, 0] + w2 * ambient[k, 0]
                            green = w0 * ambient[i, 1] + w1 * ambient[j, 1] + w2 * ambient[k, 1]
                            red = w0 * ambient[i, 2] + w1 * ambient[j, 2] + w2 * ambient[k, 2]
                            blue, green, red = (
                                blue * colours[t, 0],
                                green * colours[t, 1],
                                red * colours[t, 2],
                            )
                            x = w0 * place[i, 0] + w1 * place[j, 0] + w2 * place[k, 0]
                            y = w0 * place[i, 1] + w1 * place[j, 1] + w2 * place[k, 1]
                            z = w0 * place[i, 2] + w1 * place[j, 2] + w2 * place[k, 2]
                            for m in range(count):
                                d = w0 * diffuse[i, m] + w1 * diffuse[j, m] + w2 * diffuse[k, m]
                                if d <= 0.0:
                                    continue
                                g = w0 * mirror[i, m] + w1 * mirror[j, m] + w2 * mirror[k, m]
                                qx, qy = on_board(lamps[m], x, y, z)
                                gx, gy = (qx - grid[0]) / grid[2], (qy - grid[1]) / grid[2]
                                seen = lit_at(height, m, gx, gy, z) * smooth_at(panes, m, gx, gy)
                                blue += lamps[m, BLUE] * seen * (d * colours[t, 0] + g)
                                green += lamps[m, BLUE + 1] * seen * (d * colours[t, 1] + g)
                                red += lamps[m, BLUE + 2] * seen * (d * colours[t, 2] + g)
                    else:
                        w0 = 1.0 - w1 - w2
                        blue = colours[t, 0] * (
                            w0 * light[i, 0] + w1 * light[j, 0] + w2 * light[k, 0]
                        ) + (w0 * highlight[i, 0] + w1 * highlight[j, 0] + w2 * highlight[k, 0])
                        green = colours[t, 1] * (
                            w0 * light[i, 1] + w1 * light[j, 1] + w2 * light[k, 1]
                        ) + (w0 * highlight[i, 1] + w1 * highlight[j, 1] + w2 * highlight[k, 1])
                        red = colours[t, 2] * (
                            w0 * light[i, 2] + w1 * light[j, 2] + w2 * light[k, 2]
                        ) + (w0 * highlight[i, 2] + w1 * highlight[j, 2] + w2 * highlight[k, 2])
                    near[r, c, s] = depth
                    owner[r, c, s] = first_id + part
                    if pass_on < 1e-3:
                        colour[r, c, s, 0] = blue
                        colour[r, c, s, 1] = green
                        colour[r, c, s, 2] = red
                        cover[r, c, s] = 1.0
                    else:
                        colour[r, c, s, 0] = solid * blue + pass_on * colour[r, c, s, 0]
                        colour[r, c, s, 1] = solid * green + pass_on * colour[r, c, s, 1]
                        colour[r, c, s, 2] = solid * red + pass_on * colour[r, c, s, 2]
                        cover[r, c, s] = solid + pass_on * cover[r, c, s]


@njit(cache=True, nogil=True, fastmath=True)
def seen_share(
    samples: F64, corners: F64, first_id: int, part: int, slack: float, near: F32, owner: U8
) -> float:
    """Share of a convex outline (n, 3: column, row, 1 / depth) that is seen in the picture.

    ``slack``: how much nearer than the outline's plane a part's own moulding may be, as a share.
    """
    rows, columns = near.shape[0], near.shape[1]
    n = len(corners)
    area = 0.0
    left, top, right, bottom = 1e9, 1e9, -1e9, -1e9
    depth = 0.0
    for i in range(n):
        j = (i + 1) % n
        area += corners[i, 0] * corners[j, 1] - corners[j, 0] * corners[i, 1]
        left, right = min(left, corners[i, 0]), max(right, corners[i, 0])
        top, bottom = min(top, corners[i, 1]), max(bottom, corners[i, 1])
        depth += corners[i, 2] / n
    sign = 1.0 if area > 0.0 else -1.0
    hit = total = 0
    for r in range(int(math.floor(top)), int(math.ceil(bottom)) + 1):
        for c in range(int(math.floor(left)), int(math.ceil(right)) + 1):
            for s in range(SAMPLES):
                px, py = c + samples[s, 0], r + samples[s, 1]
                inside = True
                for i in range(n):
                    j = (i + 1) % n
                    cross = (corners[j, 0] - corners[i, 0]) * (py - corners[i, 1]) - (
                        corners[j, 1] - corners[i, 1]
                    ) * (px - corners[i, 0])
                    if cross * sign < 0.0:
                        inside = False
                        break
                if not inside:
                    continue
                total += 1
                if 0 <= r < rows and 0 <= c < columns and owner[r, c, s] == first_id + part:
                    if near[r, c, s] < depth * (1.0 + slack):
                        hit += 1
    return hit / total if total > 0 else 0.0
