"""How well a pose explains its strips: the figures from which its error bar is judged."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import FloatArray
from referee.core.compiled import compiled
from referee.vision.refine.fit import solve3
from referee.vision.refine.strips import NEAR_MM, NEIGHBOUR, PIXEL

F32 = npt.NDArray[np.float32]
U8 = npt.NDArray[np.uint8]

FIGURES = 12
LEAST_BEND = 2.0  # information of the weakest direction, so that a covariance always exists
LEVER_MM = 9.0


@compiled
def weigh(
    levels: FloatArray,
    hessians: FloatArray,
    last_moves: FloatArray,
    all_moves: FloatArray,
    contrasts: F32,
    rings: FloatArray,
    extras: F32,
    seen: U8,
    figures: FloatArray,
    covariances: FloatArray,
) -> None:
    """Fill ``figures`` (bases, FIGURES) and ``covariances`` as if every strip were independent."""
    points = rings.shape[1]
    h = np.empty((3, 3))
    unit = np.zeros(3)
    column = np.zeros(3)
    side = np.empty(4)
    count = np.empty(4)
    for b in range(levels.shape[0]):
        side[:] = 0.0
        count[:] = 0.0
        pixel, near, visible, total = 0.0, NEAR_MM, 0, 0.0
        for k in range(points):
            nx, ny = rings[b, k, 2], rings[b, k, 3]
            which = 0 if abs(nx) > abs(ny) else 2
            which += 0 if nx + ny > 0.0 else 1
            side[which] += max(levels[b, k], -6.0)
            count[which] += 1.0
            total += max(levels[b, k], -6.0)
            pixel += extras[b, k, PIXEL]
            near = min(near, extras[b, k, NEIGHBOUR])
            visible += seen[b, k]
        for i in range(4):
            side[i] /= max(count[i], 1.0)
        side.sort()
        h[:, :] = hessians[b]
        h[0, 0] += LEAST_BEND
        h[1, 1] += LEAST_BEND
        h[2, 2] += LEAST_BEND * LEVER_MM * LEVER_MM
        for i in range(3):
            unit[:] = 0.0
            unit[i] = 1.0
            column[:] = 0.0
            solve3(h, unit, column)
            for j in range(3):
                covariances[b, j, i] = column[j]
        spread = covariances[b, 0, 0] + covariances[b, 1, 1]
        out = figures[b]
        out[0] = total / points
        out[1] = side[0]
        out[2] = side[1]
        out[3] = side[3]
        out[4] = math.log(0.01 + _length(last_moves[b]))
        out[5] = _length(all_moves[b])
        out[6] = 0.5 * math.log(max(spread, 1e-9))
        out[7] = 0.5 * math.log(max(covariances[b, 2, 2], 1e-12)) + math.log(LEVER_MM)
        out[8] = visible / points
        out[9] = math.log(contrasts[b] / 30.0)
        out[10] = pixel / points
        out[11] = max(near, -2.0) / NEAR_MM


@compiled
def _length(move: FloatArray) -> float:
    """A move in mm, with the turn as the way of the outline."""
    turn = move[2] * LEVER_MM
    return math.sqrt(move[0] * move[0] + move[1] * move[1] + turn * turn)
