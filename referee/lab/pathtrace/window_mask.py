"""Window bars as a thing in the room: a mask between a lamp and the board, cut like the panes.

The fast renderer knows a window as a pattern on the board (referee.sim.render.light.lamps); the
mask that throws this pattern is the pattern drawn toward the lamp.
"""

from __future__ import annotations

import math

import numpy as np

from referee.sim.art.mesh import FloatArray
from referee.sim.render.light.lamps import GOBO, PANE_SIZE, PANE_TURN, PANE_X, PANE_Y, SOFT, X, Z

CLOSENESS = 0.5  # how far up from the board toward the lamp the mask hangs
FAR_OUT = 30.0


def window_mask_of(lamp: FloatArray) -> FloatArray | None:
    """Triangles (n, 3, 3) in board mm that block all but the panes, or None without a window."""
    if lamp[GOBO] < 0.5:
        return None
    size = float(lamp[PANE_SIZE])
    turn = float(lamp[PANE_TURN])
    along = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-along[1], along[0]])
    triangles = []
    for a0, a1, b0, b1 in _closed_parts(size, lamp[GOBO] > 1.5):
        flat = [
            np.array([lamp[PANE_X], lamp[PANE_Y]]) + along * a + across * b
            for a, b in ((a0, b0), (a1, b0), (a1, b1), (a0, b1))
        ]
        quad = [np.array([*p, 0.0]) for p in flat]
        hung = [p + (lamp[X : Z + 1] - p) * CLOSENESS for p in quad]
        triangles += [hung[0], hung[1], hung[2], hung[0], hung[2], hung[3]]
    return np.array(triangles).reshape(-1, 3, 3)


def lamp_size_behind(lamp: FloatArray) -> float:
    """The lamp's size that makes the bars' shadows as soft as the pattern says."""
    return float(2.0 * lamp[SOFT] * (1.0 - CLOSENESS) / CLOSENESS)


def _closed_parts(size: float, blinds: bool) -> list[tuple[float, float, float, float]]:
    """Rectangles (along from, to, across from, to) that let no light through."""
    wide = 0.6 * size
    out = FAR_OUT * size
    frame = [
        (-out, -size, -out, out),
        (size, out, -out, out),
        (-size, size, -out, -wide),
        (-size, size, wide, out),
    ]
    if blinds:
        period = 0.11 * size
        slats = range(math.floor(-size / period), math.ceil(size / period) + 1)
        return frame + [
            ((k + 0.5 - 0.18) * period, (k + 0.5 + 0.18) * period, -wide, wide) for k in slats
        ]
    bar = 0.035 * size
    thin = 0.6 * bar
    return [
        *frame,
        (-bar, bar, -wide, wide),
        (-size, size, -bar, bar),
        (0.5 * size - thin, 0.5 * size + thin, -wide, wide),
        (-0.5 * size - thin, -0.5 * size + thin, -wide, wide),
    ]
