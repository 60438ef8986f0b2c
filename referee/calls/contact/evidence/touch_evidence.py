"""What the motion of two bases tells of a touch: least gap, motion before and kick, as numbers.

Each is in sigmas and clipped, so that one odd frame decides nothing: ``z`` speaks against a touch
the larger it is, ``c`` and ``k`` speak for one. `touch_odds` makes a probability of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from referee.calls.contact.evidence.carried_motion import AHEAD_S, NEVER, carried_into
from referee.calls.contact.evidence.kick import kick_of
from referee.calls.contact.evidence.least_gap import gap_and_sigma_at, gaps_along
from referee.calls.contact.evidence.smoothed_motion import (
    COORDINATES,
    MotionFit,
    fit_motion,
    place_at,
    surprise,
)
from referee.calls.contact.evidence.unevenness import FLOOR, Unevenness
from referee.core.compiler import compiled
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import edges_of

# Of a frame's variance: the part that repeats from frame to frame.
REPEATS = 0.25
# s: the instants that are looked at, before and after the one asked about.
BEFORE_S, AFTER_S, STEP_S = 0.09, 0.06, 0.003
# s: frames that show the least gap, the motion before, and the kick (before and after).
GAP_FRAMES_S, CARRY_FRAMES_S, KICK_BEFORE_S, KICK_AFTER_S = 0.22, 0.25, 0.3, 0.15
# s: a frame so shortly before an instant may be of it.
SAME_S = 0.002
# The unevenness of the motion whose least gap is asked for, times that of free motion.
GAP_UNEVEN = 1.5
# A kick is looked for while the gap is less than this above the least, every so many instants.
KICK_MM, KICK_EVERY = 0.8, 2
# The instant of the touch without a kick: the first within so many sigmas of the least gap.
FIRST_SIGMAS = 0.7
# As many expected surprises are taken to have been seen before there are any.
USUAL_SURPRISES = 20.0
# The numbers are clipped to these; a gap known no better than to this says nothing.
Z_MOST, C_LEAST, C_MOST, K_LEAST, K_MOST = 3.0, -4.0, 5.0, -1.0, 7.0
ROUGH_MM = 0.25
FEWEST = 3
# s: so far ahead nothing is asked.
_NO_CUT_S = 1e6


@dataclass(frozen=True, slots=True)
class TouchEvidence:
    """The three numbers, and when the bases met if they did, in the frames' seconds.

    ``back`` is ``c`` of the motion after, carried back. ``z`` is None where the gap is known
    too roughly, ``c`` where too few frames came before, and ``k`` where it means nothing: no
    frames after, or a third base beside one of the two.
    """

    z: float | None
    c: float | None
    k: float | None
    back: float | None
    met_s: float
    gap_mm: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class PairMotion:
    """Both bases in the frames that show them: rows of x mm, y mm, heading, and their variances."""

    times_s: FloatArray
    rows_a: FloatArray
    rows_b: FloatArray
    variances_a: FloatArray
    variances_b: FloatArray


def touch_evidence(
    shape_a: BaseShape,
    shape_b: BaseShape,
    motion: PairMotion,
    about_s: float,
    cut_s: float,
    uneven: Unevenness = FLOOR,
    *,
    since_s: float = -math.inf,
    until_s: float = math.inf,
    alone: bool = True,
) -> TouchEvidence | None:
    """The evidence of a touch about an instant; None with too few frames.

    ``cut_s`` is when the power was last cut, infinite while it is on. A touch before ``since_s`` or
    after ``until_s`` is not asked about. ``alone``: no third base is beside one of the two, which
    might be what kicks.
    """
    if len(motion.times_s) < FEWEST:
        return None
    pair = _Pair(
        edges_of(shape_a),
        edges_of(shape_b),
        shape_a.radius_mm + shape_b.radius_mm,
        motion.times_s - about_s,
        motion.rows_a,
        motion.rows_b,
        (1.0 - REPEATS) * motion.variances_a,
        (1.0 - REPEATS) * motion.variances_b,
        REPEATS * motion.variances_a.mean(axis=0),
        REPEATS * motion.variances_b.mean(axis=0),
    )
    gyration2 = np.array([_gyration2(shape_a), _gyration2(shape_b)])
    cut = cut_s - about_s if math.isfinite(cut_s) else _NO_CUT_S
    gap, sigma, met, c, back, k = _weighed(
        pair, gyration2, (since_s - about_s, until_s - about_s), cut, uneven.powers, AHEAD_S
    )
    if math.isnan(gap):
        return None
    return TouchEvidence(
        z=None if sigma > ROUGH_MM else min(max(gap / sigma, -Z_MOST), Z_MOST),
        c=None if math.isnan(c) else min(max(c, C_LEAST), C_MOST),
        k=None if math.isnan(k) or not alone else min(max(k, K_LEAST), K_MOST),
        back=None if math.isnan(back) else back,
        met_s=about_s + met,
        gap_mm=gap,
        sigma_mm=sigma,
    )


def _gyration2(shape: BaseShape) -> float:
    """The square of the radius at which a base's mass may be thought to turn, in mm squared."""
    return (shape.length_mm**2 + shape.width_mm**2) / 12.0


class _Pair(NamedTuple):
    """A pair for the compiled loops: outlines, frames, variances of their own and repeating ones.

    Times are counted from the instant asked about.
    """

    a: FloatArray
    b: FloatArray
    radii: float
    times: FloatArray
    rows_a: FloatArray
    rows_b: FloatArray
    own_a: FloatArray
    own_b: FloatArray
    repeats_a: FloatArray
    repeats_b: FloatArray


@compiled
def _between(times: FloatArray, low: float, high: float) -> tuple[int, int]:
    """The frames from ``low`` to ``high``, as first and one beyond the last."""
    first, last = 0, times.shape[0]
    while first < last and times[first] < low:
        first += 1
    while last > first and times[last - 1] > high:
        last -= 1
    return first, last


@compiled
def _fits(pair: _Pair, first: int, last: int, powers: FloatArray) -> tuple[MotionFit, MotionFit]:
    """Both motions through some of the frames."""
    times = pair.times[first:last]
    fit_a = fit_motion(times, pair.rows_a[first:last], pair.own_a[first:last], powers)
    fit_b = fit_motion(times, pair.rows_b[first:last], pair.own_b[first:last], powers)
    return fit_a, fit_b


@compiled
def _gap_at(
    pair: _Pair, fit_a: MotionFit, fit_b: MotionFit, t_s: float, slopes: FloatArray
) -> tuple[float, float]:
    """The gap at a time with its sigma; ``slopes`` (2, 6) gets its slopes."""
    return gap_and_sigma_at(
        pair.a, fit_a, pair.b, fit_b, pair.radii, t_s, pair.repeats_a, pair.repeats_b, slopes
    )


@compiled
def _weighed(
    pair: _Pair,
    gyration2: FloatArray,
    span: tuple[float, float],
    cut: float,
    powers: FloatArray,
    ahead: FloatArray,
) -> tuple[float, float, float, float, float, float]:
    """Least gap, its sigma, the instant they met, carried motion before and after, kick.

    What is not known is nan.
    """
    low, high = _between(pair.times, -GAP_FRAMES_S, GAP_FRAMES_S)
    if high - low < FEWEST:
        return np.nan, np.inf, 0.0, np.nan, np.nan, np.nan
    fit_a, fit_b = _fits(pair, low, high, powers * GAP_UNEVEN**2)
    start = min(max(-BEFORE_S, pair.times[low], span[0]), 0.0)
    last = max(min(AFTER_S, pair.times[high - 1], span[1]), 0.0)
    steps = max(int((last - start) / STEP_S) + 1, 1)
    when = start + STEP_S * np.arange(steps)
    gaps = gaps_along(pair.a, fit_a, pair.b, fit_b, pair.radii, when)
    least = int(gaps.argmin())
    slopes = np.empty((2, 6))
    gap, sigma = _gap_at(pair, fit_a, fit_b, when[least], slopes)
    first = 0
    while gaps[first] > gap + FIRST_SIGMAS * sigma and first < least:
        first += 1
    kick, at = _kicked(pair, fit_a, fit_b, when, gaps, least, gyration2, cut, powers)
    into, off = _carried(pair, when[first], cut, powers, ahead)
    if at >= 0 and at != first:
        other, other_off = _carried(pair, when[at], cut, powers, ahead)
        if not other <= into and other > NEVER:
            into, off = other, other_off
    if at >= 0:
        kick /= math.sqrt(max(off, 1.0))
    back, _ = _carried_back(pair, when[first], powers, ahead)
    return gap, sigma, when[first], into, back, kick


@compiled
def _kicked(
    pair: _Pair,
    fit_a: MotionFit,
    fit_b: MotionFit,
    when: FloatArray,
    gaps: FloatArray,
    least: int,
    gyration2: FloatArray,
    cut: float,
    powers: FloatArray,
) -> tuple[float, int]:
    """The largest kick of all instants at which they were about as near, and which that was."""
    low, high = _between(pair.times, -KICK_BEFORE_S, KICK_AFTER_S)
    kick_a, kick_b = _fits(pair, low, high, powers)
    speed_a, speed_b = np.zeros(3), np.zeros(3)
    if cut < pair.times[high - 1]:
        _speeds_before(kick_a, min(cut, when[least]), speed_a)
        _speeds_before(kick_b, min(cut, when[least]), speed_b)
    best, best_at = np.nan, -1
    slopes, way = np.empty((2, 6)), np.empty(3)
    for n in range(0, when.shape[0], KICK_EVERY):
        if gaps[n] > max(gaps[least], 0.0) + KICK_MM or when[n] <= pair.times[low]:
            continue
        _gap_at(pair, fit_a, fit_b, when[n], slopes)
        _way(slopes, 0, gyration2[0], way)
        one, square = kick_of(kick_a, when[n], cut, way, speed_a)
        _way(slopes, 3, gyration2[1], way)
        other, other_square = kick_of(kick_b, when[n], cut, way, speed_b)
        both = one / square + other / other_square
        both /= math.sqrt(1.0 / square + 1.0 / other_square)
        if best_at < 0 or both > best:
            best, best_at = both, n
    return best, best_at


@compiled
def _carried(
    pair: _Pair, from_s: float, cut: float, powers: FloatArray, ahead: FloatArray
) -> tuple[float, float]:
    """Where the motion before an instant led, and how far that motion was off its expectation."""
    low, high = _between(pair.times, from_s - CARRY_FRAMES_S, from_s - SAME_S)
    if high - low < FEWEST:
        return np.nan, 1.0
    fit_a, fit_b = _fits(pair, low, high, powers)
    into = carried_into(
        pair.a,
        fit_a,
        pair.b,
        fit_b,
        pair.radii,
        from_s,
        cut,
        ahead,
        pair.repeats_a,
        pair.repeats_b,
    )
    odd = surprise(fit_a, pair.rows_a[low:high]) + surprise(fit_b, pair.rows_b[low:high])
    expected = 2.0 * COORDINATES * (high - low - 2)
    return into, (USUAL_SURPRISES + odd) / (USUAL_SURPRISES + expected)


@compiled
def _carried_back(
    pair: _Pair, from_s: float, powers: FloatArray, ahead: FloatArray
) -> tuple[float, float]:
    """The same of the motion after an instant, seen backward in time."""
    low, high = _between(pair.times, from_s + SAME_S, from_s + CARRY_FRAMES_S)
    if high - low < FEWEST:
        return np.nan, 1.0
    reversed_pair = _Pair(
        pair.a,
        pair.b,
        pair.radii,
        -pair.times[low:high][::-1],
        pair.rows_a[low:high][::-1].copy(),
        pair.rows_b[low:high][::-1].copy(),
        pair.own_a[low:high][::-1].copy(),
        pair.own_b[low:high][::-1].copy(),
        pair.repeats_a,
        pair.repeats_b,
    )
    return _carried(reversed_pair, -from_s, _NO_CUT_S, powers, ahead)


@compiled
def _speeds_before(fit: MotionFit, at: float, out: FloatArray) -> None:
    """The speed of a base as the power was cut."""
    then = np.empty(3)
    place_at(fit, at, out)
    place_at(fit, at - 0.02, then)
    for c in range(3):
        out[c] = (out[c] - then[c]) / 0.02


@compiled
def _way(slopes: FloatArray, first: int, gyration2: float, out: FloatArray) -> None:
    """What a kick of 1 along the normal changes: the middle of what edges that lie flat leave."""
    for c in range(3):
        out[c] = 0.5 * (slopes[0, first + c] + slopes[1, first + c])
    out[2] /= gyration2
