"""How well a pose explains its strips: the figures from which its error bar is judged."""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F32, F64, U8
from referee.core.compiler import compiled
from referee.vision.refine.edges.strips import NEAR_MM, NEIGHBOUR, PIXEL, SIDE
from referee.vision.refine.pose_fit import (
    AWAY,
    BIN_MM,
    BINS,
    CERTAIN,
    DOUBT,
    LEVEL,
    LOWEST_MM,
    solve3,
)

FIGURES = 20  # by which a fit is judged
RIVAL = 19  # column of the best pose beside
RIVALS_MM = (1.0, 1.4, 1.8, 2.2, 2.6)  # how far beside the pose another one might lie
LEAST_BEND = 2.0  # information of the weakest direction, so that a covariance always exists
LEVER_MM = 9.0
LOWEST = -6.0  # a level that is as bad as any
FLAT_SIDE = 0.92  # a normal nearer than this to an axis belongs to a side, others to a corner


def levels_of(likelihoods: F32) -> F32:
    """Logarithms of the strips' likelihoods, with some doubt in each."""
    levels: F32 = likelihoods * np.float32(1.0 - DOUBT)
    levels += np.float32(DOUBT / BINS)
    return np.log(levels, out=levels)


@compiled
def weigh_fits(
    levels: F32,
    says: F64,
    hessians: F64,
    last_moves: F64,
    all_moves: F64,
    contrasts: F32,
    rings: F64,
    poses: F64,
    extras: F32,
    seen: U8,
    figures: F64,
    covariances: F64,
) -> None:
    """Fill ``figures`` (bases, FIGURES) and ``covariances`` as if every strip were independent.

    ``levels`` are those of `levels_of`.
    """
    h = np.empty((3, 3))
    for b in range(says.shape[0]):
        h[:, :] = hessians[b]
        h[0, 0] += LEAST_BEND
        h[1, 1] += LEAST_BEND
        h[2, 2] += LEAST_BEND * LEVER_MM * LEVER_MM
        _inverse(h, covariances[b])
        out = figures[b]
        _agree(says[b], rings[b], out)
        pixel, near, visible = 0.0, NEAR_MM, 0
        points = rings.shape[1]
        for k in range(points):
            pixel += extras[b, k, PIXEL]
            near = min(near, extras[b, k, NEIGHBOUR])
            visible += seen[b, k]
        spread = covariances[b, 0, 0] + covariances[b, 1, 1]
        out[4] = math.log(0.01 + _length(last_moves[b]))
        out[5] = _length(all_moves[b])
        out[6] = 0.5 * math.log(max(spread, 1e-9))
        out[7] = 0.5 * math.log(max(covariances[b, 2, 2], 1e-12)) + math.log(LEVER_MM)
        out[8] = visible / points
        out[9] = math.log(contrasts[b] / 30.0)
        out[10] = pixel / points
        out[11] = max(near, -2.0) / NEAR_MM
        _lean(says[b], rings[b], extras[b], out)
        out[RIVAL] = _rival(levels[b], seen[b], rings[b], poses[b, 2], last_moves[b])


@compiled
def _inverse(h: F64, out: F64) -> None:
    unit, column = np.zeros(3), np.zeros(3)
    for i in range(3):
        unit[:] = 0.0
        unit[i] = 1.0
        column[:] = 0.0
        solve3(h, unit, column)
        for j in range(3):
            out[j, i] = column[j]


@compiled
def _agree(says: F64, ring: F64, out: F64) -> None:
    """How well the strips agree with the pose: all of them, and side by side from the worst."""
    side, count = np.zeros(4), np.zeros(4)
    total = 0.0
    for k in range(ring.shape[0]):
        nx, ny = ring[k, 2], ring[k, 3]
        which = 0 if abs(nx) > abs(ny) else 2
        which += 0 if nx + ny > 0.0 else 1
        level = max(says[k, LEVEL], LOWEST)
        side[which] += level
        count[which] += 1.0
        total += level
    for i in range(4):
        side[i] /= max(count[i], 1.0)
    side.sort()
    out[0] = total / ring.shape[0]
    out[1] = side[0]
    out[2] = side[1]
    out[3] = side[3]


@compiled
def _lean(says: F64, ring: F64, extras: F32, out: F64) -> None:
    """How far outside the outline its edges are seen, in mm: a base of another size shows here.

    Parts: front, back, left, right, both corners in front, both behind.
    """
    lean, certain = np.zeros(6), np.full(6, 0.5)
    parallax, sure = 0.0, 0.0
    for k in range(ring.shape[0]):
        nx, ny = ring[k, 2], ring[k, 3]
        if nx > FLAT_SIDE:
            part = 0
        elif nx < -FLAT_SIDE:
            part = 1
        elif ny > FLAT_SIDE:
            part = 2
        elif ny < -FLAT_SIDE:
            part = 3
        else:
            part = 4 if nx > 0.0 else 5
        lean[part] += says[k, CERTAIN] * says[k, AWAY]
        certain[part] += says[k, CERTAIN]
        sure += says[k, CERTAIN]
        parallax += abs(extras[k, SIDE])
    for part in range(6):
        lean[part] /= certain[part]
    out[12] = (lean[0] + lean[1]) / 2.0
    out[13] = (lean[2] + lean[3]) / 2.0
    out[14] = lean[4]
    out[15] = lean[5]
    out[16] = max(abs(lean[0] - lean[1]), abs(lean[2] - lean[3])) / 2.0
    out[17] = parallax / ring.shape[0]
    out[18] = sure / ring.shape[0]


@compiled
def _rival(levels: F32, seen: U8, ring: F64, heading_rad: float, move: F64) -> float:
    """How much better or worse the best pose beside this one would explain the same strips.

    A painted front edge or a shadow at the back looks like another end of the base.
    """
    c, s = math.cos(heading_rad - move[2]), math.sin(heading_rad - move[2])
    totals = np.zeros(1 + 4 * len(RIVALS_MM))
    for k in range(ring.shape[0]):
        if seen[k] == 0:
            continue
        nx, ny = ring[k, 2], ring[k, 3]
        lever = ring[k, 0] * ny - ring[k, 1] * nx
        at = (c * nx - s * ny) * move[0] + (s * nx + c * ny) * move[1] + lever * move[2]
        totals[0] += _level_at(levels[k], at)
        for i in range(len(RIVALS_MM)):
            far = RIVALS_MM[i]
            totals[1 + 4 * i] += _level_at(levels[k], at + far * nx)
            totals[2 + 4 * i] += _level_at(levels[k], at - far * nx)
            totals[3 + 4 * i] += _level_at(levels[k], at + far * ny)
            totals[4 + 4 * i] += _level_at(levels[k], at - far * ny)
    return float((totals[1:].max() - totals[0]) / ring.shape[0])


@compiled
def _level_at(levels: F32, at_mm: float) -> float:
    """A strip's level at an offset, between its bins; beyond the last ones as there."""
    place = min(max((at_mm - LOWEST_MM) / BIN_MM, 0.0), BINS - 1.001)
    low = int(place)
    return float(levels[low] + (place - low) * (levels[low + 1] - levels[low]))


@compiled
def _length(move: F64) -> float:
    """A move in mm, with the turn as the way of the outline."""
    turn = move[2] * LEVER_MM
    return math.sqrt(move[0] * move[0] + move[1] * move[1] + turn * turn)
