"""When two bases met: their motion is carried on to the touch, outlines and all.

A gap does not close evenly even if both bases move evenly: it closes slower once a corner slides
along a side. So it is the poses that are carried on, and the gap is that of the outlines.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.base_shape import BaseShape, FloatArray
from referee.core.carried import carried_on
from referee.core.errors import BadValue
from referee.core.gap import pair_gaps_mm
from referee.core.instants import Instant, closing_instant

# How much the speed at which two bases close in on each other wanders, in the root of a second.
WANDER_MM_S = 80.0
GRID = 160
# A motion that turns away while it is so far open says nothing of when it met.
_OPEN_SIGMAS, _OPEN_MM = 2.0, 0.1


def meeting_instant(
    shape_a: BaseShape,
    shape_b: BaseShape,
    times_s: FloatArray,
    poses_a: FloatArray,
    poses_b: FloatArray,
    gaps_mm: FloatArray,
    sigmas_mm: FloatArray,
    apart: int,
    shared_mm: float,
) -> Instant:
    """When the gap was first shut. Poses are rows of x mm, y mm, heading in radians.

    Frames up to ``apart``, the last that is plainly open, show the motion; the later ones weigh
    each instant by how well a gap that closes until then and stays shut fits them.
    """
    if not 1 <= apart < len(times_s) - 1:
        raise BadValue("apart", apart, "a frame with one before it and one after it")
    seen = slice(0, apart + 1)
    grid = np.linspace(float(times_s[apart]), float(times_s[-1]), GRID + 1)
    later = times_s[apart + 1 :]
    when = np.concatenate([grid, later])
    counts, variances = carried_on(times_s[seen], sigmas_mm[seen], when, WANDER_MM_S)
    carried = [counts @ _unwrapped(poses[seen]) for poses in (poses_a, poses_b)]
    open_mm = pair_gaps_mm(shape_a, carried[0], shape_b, carried[1])
    at, there = open_mm[: GRID + 1], open_mm[GRID + 1 :]
    # How well the motion is known at each instant.
    known = variances[: GRID + 1]
    logs = -0.5 * at * at / known - 0.5 * np.log(known)
    logs += np.log(np.maximum(np.abs(np.gradient(at, grid)), 1e-3))
    weights = 1.0 / sigmas_mm[apart + 1 :] ** 2
    # What is still open in a later frame if the touch came at each instant.
    rest = gaps_mm[apart + 1 :] - np.where(
        later[None, :] < grid[:, None], np.maximum(there[None, :] - at[:, None], 0.0), 0.0
    )
    linear, square = rest @ weights, (rest * rest) @ weights
    common = weights.sum() + 1.0 / max(shared_mm, 1e-4) ** 2
    logs += -0.5 * (square - linear * linear / common)
    # Carried on straight they would leave each other again: that is no meeting.
    rising = np.flatnonzero(np.diff(at) > 0.0)
    if len(rising):
        turn = int(rising[0])
        if at[turn] > _OPEN_MM + _OPEN_SIGMAS * math.sqrt(known[turn]):
            return closing_instant(times_s, gaps_mm, sigmas_mm, apart, shared_mm)
        if turn > 1:
            logs[turn + 1 :] = -np.inf
    share = np.exp(logs - logs.max())
    share /= share.sum()
    t_s = float(share @ grid)
    step_s = float(grid[1] - grid[0])
    variance = float(share @ (grid - t_s) ** 2) + step_s * step_s / 12.0
    return Instant(t_s, math.sqrt(variance))


def _unwrapped(poses: FloatArray) -> FloatArray:
    rows = np.array(poses)
    rows[:, 2] = np.unwrap(rows[:, 2])
    return rows
