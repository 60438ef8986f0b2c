"""The least gap of two smoothed motions, and its sigma: how far inside each other they came.

Bases that touch would be a little inside each other as often as a little apart; those that pass
each other are plainly apart in some direction all the time.
"""

from __future__ import annotations

import math

import numpy as np

from referee.calls.contact.evidence.smoothed_motion import MotionFit, place_at, variance_at
from referee.core.compiler import compiled
from referee.core.geometry import gap_kernel, gap_slopes
from referee.core.geometry.base_shape import FloatArray
from referee.core.geometry.gap import FLAT_MM


@compiled
def gaps_along(
    a: FloatArray,
    fit_a: MotionFit,
    b: FloatArray,
    fit_b: MotionFit,
    radii_mm: float,
    times_s: FloatArray,
) -> FloatArray:
    """The gap of both motions at each time."""
    out, seen = np.empty(times_s.shape[0]), np.empty_like(b)
    at_a, at_b = np.empty(3), np.empty(3)
    for k in range(times_s.shape[0]):
        place_at(fit_a, times_s[k], at_a)
        place_at(fit_b, times_s[k], at_b)
        gap_kernel.to_frame_of(at_a, b, at_b, seen)
        out[k] = gap_kernel.signed_distance(a, seen)[0] - radii_mm
    return out


@compiled
def gap_variance(rows: FloatArray, own_a: FloatArray, own_b: FloatArray) -> float:
    """The variance of a gap with these slopes (2, 6), the poses' errors known by coordinate."""
    total = 0.0
    for row in range(2):
        for c in range(3):
            total += 0.5 * rows[row, c] ** 2 * own_a[c]
            total += 0.5 * rows[row, 3 + c] ** 2 * own_b[c]
    return total


@compiled
def gap_and_sigma_at(
    a: FloatArray,
    fit_a: MotionFit,
    b: FloatArray,
    fit_b: MotionFit,
    radii_mm: float,
    t_s: float,
    repeats_a: FloatArray,
    repeats_b: FloatArray,
    rows: FloatArray,
) -> tuple[float, float]:
    """The gap of both motions at a time with its sigma; ``rows`` (2, 6) gets its slopes.

    ``repeats_a`` and ``repeats_b`` are the variances that all frames of a base have in common.
    """
    at_a, at_b = np.empty(3), np.empty(3)
    own_a, own_b = np.empty(3), np.empty(3)
    place_at(fit_a, t_s, at_a)
    place_at(fit_b, t_s, at_b)
    gap = gap_slopes.slopes(a, at_a, b, at_b, radii_mm, FLAT_MM, rows)
    variance_at(fit_a, t_s, own_a)
    variance_at(fit_b, t_s, own_b)
    return gap, math.sqrt(gap_variance(rows, own_a + repeats_a, own_b + repeats_b))
