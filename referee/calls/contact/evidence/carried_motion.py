"""The motion before, carried on: how far into each other it would have led, in sigmas.

Bases do not pass through each other. So where the frames before an instant lead one base into the
other, they touched, or something else held one of them up.
"""

from __future__ import annotations

import math

import numpy as np

from referee.calls.contact.evidence.least_gap import gap_and_sigma_at
from referee.calls.contact.evidence.smoothed_motion import MotionFit
from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray

# s: so long after the instant it is looked where the motion led.
AHEAD_S = np.array([0.0, 0.01, 0.02, 0.03, 0.045, 0.06, 0.08])
# s: bases slow down so long after the power is cut, and rest so long after that.
SLOWS_S, ROLLS_S = 0.004, 0.09
# s: a motion that rolls out is carried on no longer: it shows soon enough how it slows.
ROLLING_S = 0.04
NEVER = -1e9


@compiled
def time_gone(t_s: float, cut_s: float) -> float:
    """The time by which bases at their speed before would be where they are at ``t_s``."""
    since = t_s - cut_s - SLOWS_S
    if since <= 0.0:
        return t_s
    rolled = min(since, ROLLING_S)
    return cut_s + SLOWS_S + rolled - rolled * rolled / (2.0 * ROLLS_S)


@compiled
def carried_into(
    a: FloatArray,
    fit_a: MotionFit,
    b: FloatArray,
    fit_b: MotionFit,
    radii_mm: float,
    from_s: float,
    cut_s: float,
    ahead_s: FloatArray,
    repeats_a: FloatArray,
    repeats_b: FloatArray,
) -> float:
    """The most sigmas by which the carried-on outlines are inside each other from ``from_s`` on.

    The fits know frames before that instant only.
    """
    rows = np.empty((2, 6))
    most, began = NEVER, time_gone(from_s, cut_s)
    for k in range(ahead_s.shape[0]):
        t_s = from_s + time_gone(from_s + ahead_s[k], cut_s) - began
        gap, sigma = gap_and_sigma_at(a, fit_a, b, fit_b, radii_mm, t_s, repeats_a, repeats_b, rows)
        most = max(most, -gap / max(sigma, 1e-9))
    return most if math.isfinite(most) else NEVER
