"""When something happened between frames: a line crossed, or a gap that closed.

Times are seconds from any common zero; nanoseconds are the caller's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import FloatArray
from referee.core.compiled import compiled
from referee.core.errors import BadValue

# How fast two bases close in on each other, as a spread round zero: only says what is absurd.
CLOSING_MM_S = 100.0
GRID = 64


@dataclass(frozen=True, slots=True)
class Instant:
    """A time with its sigma."""

    t_s: float
    sigma_s: float


def crossing_instant(
    before_s: float,
    before_mm: float,
    after_s: float,
    after_mm: float,
    sigma_before_mm: float = 0.0,
    sigma_after_mm: float = 0.0,
) -> Instant:
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
        return Instant(before_s + step_s / 2, widest)
    share = -before_mm / rise_mm
    spread = math.hypot((1.0 - share) * sigma_before_mm, share * sigma_after_mm) / rise_mm
    return Instant(before_s + share * step_s, min(spread * step_s, widest))


def closing_instant(
    times_s: npt.ArrayLike, gaps_mm: npt.ArrayLike, sigmas_mm: npt.ArrayLike, first_shut: int
) -> Instant:
    """When a gap first was zero: it closed evenly until then and stayed shut from then on.

    Frames from ``first_shut`` on are taken to show two bases in contact, though the touch itself
    may have come a frame later or earlier. Without an approach in view it began within the frame
    step before the first.
    """
    times = np.ascontiguousarray(times_s, dtype=np.float64)
    gaps = np.ascontiguousarray(gaps_mm, dtype=np.float64)
    sigmas = np.ascontiguousarray(sigmas_mm, dtype=np.float64)
    if not len(times) == len(gaps) == len(sigmas) > first_shut >= 0:
        raise BadValue("first_shut", first_shut, f"a frame from 0 to {len(times) - 1}")
    if first_shut == 0:
        step_s = float(times[1] - times[0]) if len(times) > 1 else 0.0
        return Instant(float(times[0]), step_s / math.sqrt(12.0))
    low = times[max(first_shut - 2, 0)]
    high = times[min(first_shut + 1, len(times) - 1)]
    mean, sigma = _hinge(times, gaps, sigmas, low, high, CLOSING_MM_S, GRID)
    return Instant(float(mean), float(sigma))


@compiled
def _hinge(
    times: FloatArray,
    gaps: FloatArray,
    sigmas: FloatArray,
    low: float,
    high: float,
    closing: float,
    steps: int,
) -> tuple[float, float]:
    """Mean and sigma of the closing time over an even grid, the speed integrated out."""
    logs, at = np.empty(steps), np.empty(steps)
    best = -np.inf
    for k in range(steps):
        t = low + (high - low) * (k + 0.5) / steps
        hh, hg, gg = 1.0 / (closing * closing), 0.0, 0.0
        for i in range(times.shape[0]):
            weight = 1.0 / (sigmas[i] * sigmas[i])
            h = max(t - times[i], 0.0)
            hh += weight * h * h
            hg += weight * h * gaps[i]
            gg += weight * gaps[i] * gaps[i]
        v = hg / hh
        # Speeds of opening are no approach.
        allowed = 0.5 * (1.0 + math.erf(v * math.sqrt(0.5 * hh)))
        logs[k] = -0.5 * (gg - v * hg) - 0.5 * math.log(hh) + math.log(max(allowed, 1e-300))
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
    return mean, math.sqrt(max(second / total - mean * mean, 0.0) + step * step / 12.0)
