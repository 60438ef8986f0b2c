"""How much of a base's top the samples of a finished picture still show."""

from __future__ import annotations

import math

from numba import njit

from referee.sim.render.arrays import F32, F64, U8
from referee.sim.render.faces.raster import narrow_span
from referee.sim.render.quality import SAMPLES


@njit(cache=True, nogil=True, fastmath=True)
def visible_share(
    samples: F64, corners: F64, owner_id: int, slack: float, near: F32, owner: U8
) -> float:
    """Share of a convex outline (n, 3: column, row, 1 / depth) that is seen in the picture.

    The outline runs counter-clockwise seen from above; from below nothing is seen of it. ``slack``
    tells how much nearer than the outline's plane a part's own moulding may be, as a share.
    """
    rows, columns = near.shape[0], near.shape[1]
    n = len(corners)
    area = depth = 0.0
    top, bottom = 1e9, -1e9
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        area += corners[i, 0] * corners[j, 1] - corners[j, 0] * corners[i, 1]
        top, bottom = min(top, corners[i, 1]), max(bottom, corners[i, 1])
        depth += corners[i, 2] / n
    if area >= 0.0:  # seen from below: the picture's rows run downward
        return 0.0
    sign = -1.0
    limit = depth * (1.0 + slack)
    hit = total = 0
    for s in range(SAMPLES):
        dx, dy = samples[s, 0], samples[s, 1]
        for r in range(math.ceil(top - dy), math.floor(bottom - dy) + 1):
            py = r + dy
            low, high = -1e9, 1e9
            for i in range(n):
                j = i + 1 if i + 1 < n else 0
                ex = sign * (corners[j, 0] - corners[i, 0])
                ey = sign * (corners[j, 1] - corners[i, 1])
                low, high = narrow_span(
                    -ey, ex * (py - corners[i, 1]) + ey * corners[i, 0], low, high
                )
            first, last = math.ceil(low - dx), math.floor(high - dx)
            total += max(0, last - first + 1)
            if 0 <= r < rows:
                for c in range(max(first, 0), min(last, columns - 1) + 1):
                    if owner[r, c, s] == owner_id and near[r, c, s] < limit:
                        hit += 1
    return hit / total if total > 0 else 0.0
