"""Triangles to samples: four samples per pixel, nearest wins, translucent ones let light through.

Every sample has its own place in the pixel and its own slice of the exposure, so a moving part is
blurred along its way at no extra cost. Buffers start at zero: 1/depth 0 is infinitely far. A
sample's ink is blue, green, red and how much of what lies behind it hides.

Faces come in four kinds, by size and by what their edges mean; each kind is drawn in its own way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32

SOLID = 0.999
# Lit at its corners; lit at its corners and long; lit pixel by pixel; and with finer edges too.
SMALL, SMOOTH, FLAT, EDGED = range(4)
JITTER_PX = 1.0 / 32.0  # neighbours look a little beside each other: long edges get no steps


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def put_sample(
    ink: F32,
    r: int | np.integer[Any],
    c: int | np.integer[Any],
    s: int | np.integer[Any],
    solid: float,
    blue: float,
    green: float,
    red: float,
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
def narrow_span(a: float, rest: float, low: float, high: float) -> tuple[float, float]:
    """The part of low..high in which a * x + rest >= 0."""
    if a > 1e-12:
        return max(low, -rest / a), high
    if a < -1e-12:
        return low, min(high, -rest / a)
    return (low, high) if rest >= 0.0 else (1.0, 0.0)
