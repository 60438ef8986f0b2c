"""Triangles to samples: four samples per pixel, nearest wins, translucent ones let light through.

Every sample has its own place in the pixel and its own moment of the exposure, so a moving part is
blurred along its way at no extra cost; neighbouring pixels of fast parts take other moments.
Buffers start at zero: 1/depth 0 is infinitely far. A sample's ink is blue, green, red and how much
of what lies behind it hides.

Small faces get their light from their corners; large ones are lit pixel by pixel, so that shadows
have their own edges on them.
"""

from __future__ import annotations

import math

from numba import njit

from referee.sim.render.arrays import F32, F64, I32, U8
from referee.sim.render.lamps import BLUE
from referee.sim.render.quality import SAMPLES
from referee.sim.render.shadow_lookup import lit_at, on_board, smooth_at

SOLID = 0.999
FAST_PX = 1.0
JITTER_PX = 1.0 / 32.0  # neighbours look a little beside each other: long edges get no steps


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def put(
    ink: F32, r: int, c: int, s: int, solid: float, blue: float, green: float, red: float
) -> None:
    """Lay one colour on a sample."""
    if solid >= SOLID:
        ink[r, c, s, 0] = blue
        ink[r, c, s, 1] = green
        ink[r, c, s, 2] = red
        ink[r, c, s, 3] = 1.0
    else:
        rest = 1.0 - solid
        ink[r, c, s, 0] = solid * blue + rest * ink[r, c, s, 0]
        ink[r, c, s, 1] = solid * green + rest * ink[r, c, s, 1]
        ink[r, c, s, 2] = solid * red + rest * ink[r, c, s, 2]
        ink[r, c, s, 3] = solid + rest * ink[r, c, s, 3]


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def narrow(a: float, rest: float, low: float, high: float) -> tuple[float, float]:
    """The part of low..high in which a * x + rest >= 0."""
    if a > 1e-12:
        return max(low, -rest / a), high
    if a < -1e-12:
        return low, min(high, -rest / a)
    return (low, high) if rest >= 0.0 else (1.0, 0.0)


@njit(cache=True, nogil=True, fastmath=True)
def draw_small(
    samples: F64,
    dither: float,
    triangles: I32,
    triangle_part: I32,
    colours: F32,
    alpha: F32,
    flat: U8,
    active: U8,
    translucent: bool,
    first_id: int,
    screen: F32,
    smear: F32,
    light: F32,
    highlight: F32,
    static_near: F32,
    near: F32,
    ink: F32,
    owner: U8,
) -> None:
    """Draw the small faces of all active parts; sample owners become ``first_id`` + part."""
    rows, columns = near.shape[0], near.shape[1]
    for t in range(len(triangles)):
        part = triangle_part[t]
        if active[part] == 0 or flat[t] != 0 or (alpha[t] < SOLID) != translucent:
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
        turns = 4 if abs(vx) + abs(vy) > FAST_PX else 1
        for turn in range(turns * SAMPLES):
            s, mine = turn // turns, turn % turns
            moment = samples[s, 2] + (2 * mine - turns + 1) * dither
            dx, dy = samples[s, 0] - vx * moment, samples[s, 1] - vy * moment
            for r in range(max(0, math.ceil(top - dy)), min(rows - 1, math.floor(bottom - dy)) + 1):
                py = r + dy
                f1, f2 = b1 * py + e1, b2 * py + e2
                low, high = narrow(a1, f1, left, right)
                low, high = narrow(a2, f2, low, high)
                low, high = narrow(-a1 - a2, 1.0 - f1 - f2, low, high)
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
                    put(
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


@njit(cache=True, nogil=True, fastmath=True)
def draw_large(  # noqa: PLR0915 - one loop nest compiles to one fast loop
    samples: F64,
    dither: float,
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
    """Draw the large faces of all active parts, with light and shadow worked out in every pixel."""
    rows, columns = near.shape[0], near.shape[1]
    widest = late = 0.0
    for s in range(SAMPLES):
        widest = max(widest, abs(samples[s, 0]), abs(samples[s, 1]))
        late = max(late, abs(samples[s, 2]) + 3.0 * dither)
    reach = widest + 3.0 * JITTER_PX
    for t in range(len(triangles)):
        part = triangle_part[t]
        if active[part] == 0 or flat[t] == 0 or (alpha[t] < SOLID) != translucent:
            continue
        i, j, k = triangles[t, 0], triangles[t, 2], triangles[t, 1]
        x0, y0, x1, y1 = screen[i, 0], screen[i, 1], screen[j, 0], screen[j, 1]
        x2, y2 = screen[k, 0], screen[k, 1]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area <= 1e-6:
            continue
        vx, vy = smear[i, 0], smear[i, 1]
        half_x, half_y = reach + late * abs(vx), reach + late * abs(vy)
        inv = 1.0 / area
        a1, b1 = (y2 - y0) * inv, -(x2 - x0) * inv
        a2, b2 = -(y1 - y0) * inv, (x1 - x0) * inv
        e1, e2 = -(a1 * x0 + b1 * y0), -(a2 * x0 + b2 * y0)
        n0, n1, n2 = screen[i, 2], screen[j, 2] - screen[i, 2], screen[k, 2] - screen[i, 2]
        bottom = min(rows - 1, math.floor(max(y0, y1, y2) + half_y))
        slack1, slack2 = abs(a1) * half_x + abs(b1) * half_y, abs(a2) * half_x + abs(b2) * half_y
        slack0 = abs(a1 + a2) * half_x + abs(b1 + b2) * half_y
        for r in range(max(0, math.ceil(min(y0, y1, y2) - half_y)), bottom + 1):
            f1, f2 = b1 * r + e1, b2 * r + e2
            low, high = min(x0, x1, x2) - half_x, max(x0, x1, x2) + half_x
            low, high = narrow(a1, f1 + slack1, low, high)
            low, high = narrow(a2, f2 + slack2, low, high)
            low, high = narrow(-a1 - a2, 1.0 - f1 - f2 + slack0, low, high)
            for c in range(max(0, math.ceil(low)), min(columns - 1, math.floor(high)) + 1):
                turn = 2.0 * ((c + 2 * r) & 3) - 3.0
                side = 2.0 * ((r + 2 * c) & 3) - 3.0
                lighted = False
                blue = green = red = 0.0
                for s in range(SAMPLES):
                    moment = samples[s, 2] + turn * dither
                    px = c + samples[s, 0] - vx * moment + side * JITTER_PX
                    py = r + samples[s, 1] - vy * moment + turn * JITTER_PX
                    w1 = a1 * px + b1 * py + e1
                    w2 = a2 * px + b2 * py + e2
                    if w1 < 0.0 or w2 < 0.0 or w1 + w2 > 1.0:
                        continue
                    depth = n0 + w1 * n1 + w2 * n2
                    if depth <= near[r, c, s] or depth <= static_near[r, c]:
                        continue
                    if not lighted:
                        lighted = True
                        w0 = 1.0 - w1 - w2
                        x = w0 * place[i, 0] + w1 * place[j, 0] + w2 * place[k, 0]
                        y = w0 * place[i, 1] + w1 * place[j, 1] + w2 * place[k, 1]
                        z = w0 * place[i, 2] + w1 * place[j, 2] + w2 * place[k, 2]
                        lb = w0 * ambient[i, 0] + w1 * ambient[j, 0] + w2 * ambient[k, 0]
                        lg = w0 * ambient[i, 1] + w1 * ambient[j, 1] + w2 * ambient[k, 1]
                        lr = w0 * ambient[i, 2] + w1 * ambient[j, 2] + w2 * ambient[k, 2]
                        hb = hg = hr = 0.0
                        for m in range(len(lamps)):
                            d = w0 * diffuse[i, m] + w1 * diffuse[j, m] + w2 * diffuse[k, m]
                            if d <= 0.0:
                                continue
                            g = w0 * mirror[i, m] + w1 * mirror[j, m] + w2 * mirror[k, m]
                            qx, qy = on_board(lamps[m], x, y, z)
                            gx, gy = (qx - grid[0]) / grid[2], (qy - grid[1]) / grid[2]
                            seen = lit_at(height, m, gx, gy, z) * smooth_at(panes, m, gx, gy)
                            d, g = d * seen, g * seen
                            lb += lamps[m, BLUE] * d
                            lg += lamps[m, BLUE + 1] * d
                            lr += lamps[m, BLUE + 2] * d
                            hb += lamps[m, BLUE] * g
                            hg += lamps[m, BLUE + 1] * g
                            hr += lamps[m, BLUE + 2] * g
                        blue = colours[t, 0] * lb + hb
                        green = colours[t, 1] * lg + hg
                        red = colours[t, 2] * lr + hr
                    near[r, c, s] = depth
                    owner[r, c, s] = first_id + part
                    put(ink, r, c, s, alpha[t], blue, green, red)
