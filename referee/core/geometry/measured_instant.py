"""When something happened between frames: a line crossed, or a gap that closed.

Times are seconds from any common zero; ``t_ns`` is for those counted from the zero of the stamps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.clock import S_NS, ns_from_s
from referee.core.compiler import compiled
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray
from referee.core.probability import compiled_p_below

# How fast two bases close in on each other, as a spread round zero: only says what is absurd.
CLOSING_MM_S = 100.0
GRID = 64
STEPS_PER_FRAME, MOST_STEPS = 6, 400
# Below this an error that frames share is none.
LEAST_SHARED_MM = 1e-4


@dataclass(frozen=True, slots=True)
class MeasuredInstant:
    """A time with its sigma."""

    t_s: float
    sigma_s: float

    @classmethod
    def exact(cls, t_ns: int) -> MeasuredInstant:
        """The time of a stamp, without an error."""
        return cls(t_ns / S_NS, 0.0)

    @property
    def t_ns(self) -> int:
        """The time as a stamp: whole nanoseconds, never below zero."""
        return max(ns_from_s(self.t_s), 0)

    @property
    def sigma_ns(self) -> int:
        """The sigma in whole nanoseconds."""
        return ns_from_s(self.sigma_s)


def crossing_instant(
    before_s: float,
    before_mm: float,
    after_s: float,
    after_mm: float,
    sigma_before_mm: float = 0.0,
    sigma_after_mm: float = 0.0,
) -> MeasuredInstant:
    """When a length that grows evenly between two frames passed zero.

    The sigma never claims less than the frames can tell: it ends at the bracket's own spread.

    >>> crossing_instant(1.0, -1.0, 1.1, 3.0).t_s
    1.025
    """
    if not before_s < after_s:
        raise BadValue("after_s", after_s, f"later than before_s ({before_s:g} s)")
    if not before_mm <= 0.0 <= after_mm:
        raise BadValue("before_mm, after_mm", (before_mm, after_mm), "from below zero to above it")
    step_s, rise_mm = after_s - before_s, after_mm - before_mm
    widest = step_s / math.sqrt(12.0)
    if rise_mm <= 0.0:
        return MeasuredInstant(before_s + step_s / 2, widest)
    share = -before_mm / rise_mm
    spread = math.hypot((1.0 - share) * sigma_before_mm, share * sigma_after_mm) / rise_mm
    return MeasuredInstant(before_s + share * step_s, min(spread * step_s, widest))


def closing_instant(
    times_s: npt.ArrayLike,
    gaps_mm: npt.ArrayLike,
    sigmas_mm: npt.ArrayLike,
    apart: int,
    shared_mm: float = 0.0,
) -> MeasuredInstant:
    """When a gap first was zero: it closed evenly until then and stayed shut from then on.

    ``apart`` is the last frame in which the two were certainly apart, or the first there is. All
    frames count, those before it as the approach; any time after it may have been the one.
    ``shared_mm`` is the sigma of an error that all frames have in common; the frames in which the
    gap is shut show what it is.
    """
    times = np.ascontiguousarray(times_s, dtype=np.float64)
    gaps = np.ascontiguousarray(gaps_mm, dtype=np.float64)
    sigmas = np.ascontiguousarray(sigmas_mm, dtype=np.float64)
    if not len(times) == len(gaps) == len(sigmas) > apart >= 0:
        raise BadValue("apart", apart, f"a frame from 0 to {len(times) - 1}")
    low, high = float(times[apart]), float(times[-1])
    if low == high:
        return MeasuredInstant(low, 0.0)
    # First where about it is, then how exactly.
    steps = min(STEPS_PER_FRAME * (len(times) - apart), MOST_STEPS)
    common = max(shared_mm, LEAST_SHARED_MM)
    mean, sigma = _hinge(times, gaps, sigmas, low, high, CLOSING_MM_S, common, steps)
    near, far = max(low, mean - 4.0 * sigma), min(high, mean + 4.0 * sigma)
    mean, sigma = _hinge(times, gaps, sigmas, near, far, CLOSING_MM_S, common, GRID)
    return MeasuredInstant(float(mean), float(sigma))


@compiled
def _hinge(
    times: FloatArray,
    gaps: FloatArray,
    sigmas: FloatArray,
    low: float,
    high: float,
    closing: float,
    common: float,
    steps: int,
) -> tuple[float, float]:
    """Mean and sigma of the closing time over an even grid; speed and common error integrated out.

    For each time the gaps are a speed times the time to go plus the common error: two unknowns of
    known spread, and a straight line to fit.
    """
    logs, at = np.empty(steps), np.empty(steps)
    best = -np.inf
    for k in range(steps):
        t = low + (high - low) * (k + 0.5) / steps
        hh, h1, n1 = 1.0 / (closing * closing), 0.0, 1.0 / (common * common)
        hg, g1 = 0.0, 0.0
        for i in range(times.shape[0]):
            weight = 1.0 / (sigmas[i] * sigmas[i])
            h = max(t - times[i], 0.0)
            hh += weight * h * h
            h1 += weight * h
            n1 += weight
            hg += weight * h * gaps[i]
            g1 += weight * gaps[i]
        bend = hh * n1 - h1 * h1
        speed = (n1 * hg - h1 * g1) / bend
        error = (hh * g1 - h1 * hg) / bend
        # Speeds of opening are no approach.
        allowed = compiled_p_below(-speed, math.sqrt(2.0 * n1 / bend))
        logs[k] = 0.5 * (speed * hg + error * g1) - 0.5 * math.log(bend)
        logs[k] += math.log(max(allowed, 1e-300))
        at[k] = t
        best = max(best, logs[k])
    total, first, second = 0.0, 0.0, 0.0
    for k in range(steps):
        weight = math.exp(logs[k] - best)
        total += weight
        first += weight * at[k]
        second += weight * at[k] * at[k]
    mean = first / total
    step = (high - low) / steps
    variance = max(second / total - mean * mean, 0.0) + step * step / 12.0
    return mean, math.sqrt(variance)
