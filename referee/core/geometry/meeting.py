"""When two bases met: their motion is carried on to the touch, outlines and all.

A gap does not close evenly even if both bases move evenly: it closes slower once a corner slides
along a side. So it is the poses that are carried on, and the gap is that of the outlines.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.extrapolation import extrapolation_weights
from referee.core.geometry.gap import pair_gaps_mm
from referee.core.geometry.measured_instant import MeasuredInstant, closing_instant

# How much the speed at which two bases close in on each other wanders, in the root of a second.
WANDER_MM_S = 80.0
GRID = 160
# Frames it takes to see where a motion leads, and the slowest that is asked how long it takes.
_FEWEST, _SLOWEST_MM_S = 2, 5.0
# What is further from where the motion before led, or from shut, is no chance: somebody was pushed,
# or a frame is wrong, and the instant may be off by as much.
_CHANCE_SIGMAS = 2.0
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
) -> MeasuredInstant:
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
    counts, variances = extrapolation_weights(times_s[seen], sigmas_mm[seen], when, WANDER_MM_S)
    carried = [counts @ _unwrapped(poses[seen]) for poses in (poses_a, poses_b)]
    open_mm = pair_gaps_mm(shape_a, carried[0], shape_b, carried[1])
    at, there = open_mm[: GRID + 1], open_mm[GRID + 1 :]
    # How well the motion is known at each instant.
    known = variances[: GRID + 1]
    logs = np.log(np.maximum(np.abs(np.gradient(at, grid)), 1e-3))
    weights = 1.0 / sigmas_mm[apart + 1 :] ** 2
    # What is still open in a later frame if the touch came at each instant.
    rest = gaps_mm[apart + 1 :] - np.where(
        later[None, :] < grid[:, None], np.maximum(there[None, :] - at[:, None], 0.0), 0.0
    )
    # The error that all have in common is that of the motion too.
    linear, square = at / known + rest @ weights, at * at / known + (rest * rest) @ weights
    shared = 1.0 / max(shared_mm, 1e-4) ** 2
    common = weights.sum() + 1.0 / known + shared
    logs += -0.5 * (square - linear * linear / common + np.log(known * common / shared))
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
    speed = abs(float(np.gradient(at, grid)[int(share.argmax())]))
    odd_mm = _surprise(
        shape_a, shape_b, times_s[seen], poses_a[seen], poses_b[seen], sigmas_mm[seen]
    )
    if t_s < later[0]:  # it is to be shut by then
        shut_mm, sigma_mm = float(gaps_mm[apart + 1]), float(sigmas_mm[apart + 1])
        odd_mm = max(odd_mm, _beyond_chance(shut_mm, sigma_mm))
    odd_s = odd_mm / max(speed, _SLOWEST_MM_S) / math.sqrt(3.0)
    return MeasuredInstant(t_s, math.hypot(math.sqrt(variance), odd_s))


def _surprise(
    shape_a: BaseShape,
    shape_b: BaseShape,
    times_s: FloatArray,
    poses_a: FloatArray,
    poses_b: FloatArray,
    sigmas_mm: FloatArray,
) -> float:
    """How far one of the last two frames is off where those before led, beyond chance."""
    most_mm = 0.0
    for k in range(max(len(times_s) - 2, _FEWEST), len(times_s)):
        counts, variances = extrapolation_weights(
            times_s[:k], sigmas_mm[:k], times_s[k : k + 1], WANDER_MM_S
        )
        led = [np.array(counts @ _unwrapped(poses[:k])) for poses in (poses_a, poses_b)]
        seen_mm = pair_gaps_mm(shape_a, poses_a[k : k + 1], shape_b, poses_b[k : k + 1])
        off_mm = float((seen_mm - pair_gaps_mm(shape_a, led[0], shape_b, led[1]))[0])
        sigma_mm = math.sqrt(float(variances[0]) + float(sigmas_mm[k]) ** 2)
        most_mm = max(most_mm, _beyond_chance(off_mm, sigma_mm))
    return most_mm


def _beyond_chance(off_mm: float, sigma_mm: float) -> float:
    """Nothing up to so many sigmas, and soon all of it."""
    chance_mm = _CHANCE_SIGMAS * sigma_mm
    return max(abs(off_mm) - chance_mm * chance_mm / max(abs(off_mm), 1e-9), 0.0)


def _unwrapped(poses: FloatArray) -> FloatArray:
    rows = np.array(poses)
    rows[:, 2] = np.unwrap(rows[:, 2])
    return rows
