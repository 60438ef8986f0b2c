"""The compiled search for crossings: when the first and the last part of a base passed a line."""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.sim.physics.outlines import BoolArray, IntArray, OutlineArrays
from referee.sim.physics.truth.search_rows import SHARE, add_row, pose_at


@compiled
def extent(
    edges: FloatArray, count: int, radius_mm: float, pose: FloatArray, axis: int, sign: float
) -> float:
    """Largest (sign 1) or smallest (sign -1) coordinate of an outline along x (0) or y (1)."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    ux, uy = (c, -s) if axis == 0 else (s, c)
    far = -np.inf
    for k in range(count):
        far = max(far, sign * (ux * edges[k, 0] + uy * edges[k, 1]))
    return float(pose[axis] + sign * (far + radius_mm))


@compiled
def _passing(
    edges: FloatArray,
    count: int,
    radius_mm: float,
    before: FloatArray,
    after: FloatArray,
    axis: int,
    sign: float,
    place_mm: float,
    up: bool,
) -> float:
    pose = np.empty(3)
    low, high = 0.0, 1.0
    while high - low > SHARE:
        middle = 0.5 * (low + high)
        pose_at(before, after, middle, pose)
        if (extent(edges, count, radius_mm, pose, axis, sign) >= place_mm) == up:
            high = middle
        else:
            low = middle
    return high


@compiled
def scan_lines(
    history: FloatArray,
    ticks: int,
    players: int,
    present: BoolArray,
    outlines: OutlineArrays,
    axes: IntArray,
    places_mm: FloatArray,
    found: FloatArray,
) -> int:
    """Lines passed by the upper and the lower extent of every base.

    The code is 1 where the first part reached the line and 2 where the last part left it, positive
    toward larger coordinates.
    """
    edges, counts, radii = outlines.edges, outlines.counts, outlines.radii
    count = 0
    values = np.empty(ticks + 1)
    for i in range(players):
        if not present[i]:
            continue
        for axis in range(2):
            low, high = np.inf, -np.inf
            for k in range(ticks + 1):
                low, high = min(low, history[k, i, axis]), max(high, history[k, i, axis])
            low, high = low - outlines.reaches[i], high + outlines.reaches[i]
            near = (axes == axis) & (places_mm >= low) & (places_mm <= high)
            if not near.any():
                continue
            for side in range(2):
                sign = 1.0 - 2.0 * side
                for k in range(ticks + 1):
                    values[k] = extent(edges[i], counts[i], radii[i], history[k, i], axis, sign)
                least, largest = values.min(), values.max()
                for m in range(len(axes)):
                    place = places_mm[m]
                    if axes[m] != axis or not least <= place <= largest:
                        continue
                    for k in range(ticks):
                        up = values[k] < place <= values[k + 1]
                        down = values[k] >= place > values[k + 1]
                        if not up and not down:
                            continue
                        share = _passing(
                            edges[i],
                            counts[i],
                            radii[i],
                            history[k, i],
                            history[k + 1, i],
                            axis,
                            sign,
                            place,
                            up,
                        )
                        first = up == (side == 0)
                        code = (1.0 if first else 2.0) * (1.0 if up else -1.0)
                        count = add_row(found, count, k, share, i, m, code)
    return count
