"""The kick: whether both bases were pushed apart along the normal of their contact, in sigmas.

A base that touches another is pushed by it. Its speed changes along the normal, it turns as the
push's lever makes it, and the other is pushed the other way. The board soon gives it its own speed
again, so the change dies away. Motion that is merely uneven has no reason to change like that.
"""

from __future__ import annotations

import math

import numpy as np

from referee.calls.contact.evidence.carried_motion import ROLLS_S, SLOWS_S
from referee.calls.contact.evidence.smoothed_motion import COORDINATES, MotionFit, halved
from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray

# s: the board has given a pushed base its own speed again.
DIES_S = 0.04
# mm/s: how large kicks are, as a sigma round 0.
KICKS_MM_S = 150.0
# How much of the slowing after a cut is certain: its factor is 1, give or take so much.
SLOWING_SIGMA = 0.6


@compiled
def kicked_way(after_s: float) -> float:
    """How far a kick of 1 mm/s has led so long after it, in mm."""
    return DIES_S * (1.0 - math.exp(-max(after_s, 0.0) / DIES_S))


@compiled
def slowed_way(after_s: float) -> float:
    """How much less far a base of 1 mm/s has got so long after a cut, in mm."""
    since = max(after_s - SLOWS_S, 0.0)
    if since <= ROLLS_S:
        return since * since / (2.0 * ROLLS_S)
    return since - 0.5 * ROLLS_S


@compiled
def _product(fit: MotionFit, c: int, one: FloatArray, other: FloatArray) -> float:
    """Two courses weighed with each other, place and speed being free.

    Rows of ``one`` and ``other``: the course and the first half of solving for it.
    """
    total, one0, one1, other0, other1 = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(fit.times.shape[0]):
        total += one[1, i] * other[1, i]
        one0 += fit.ones[c, i] * one[0, i]
        one1 += fit.ramps[c, i] * one[0, i]
        other0 += fit.ones[c, i] * other[0, i]
        other1 += fit.ramps[c, i] * other[0, i]
    c00, c01, c11 = fit.lines[c, 2], fit.lines[c, 3], fit.lines[c, 4]
    free = one0 * (c00 * other0 + c01 * other1) + one1 * (c01 * other0 + c11 * other1)
    return float(total - free)


@compiled
def kick_of(
    fit: MotionFit, at_s: float, cut_s: float, way: FloatArray, speeds: FloatArray
) -> tuple[float, float]:
    """The kick of one base at an instant along ``way``, in mm/s, and its variance.

    ``way`` is what a kick of 1 changes in x, y and heading; ``speeds`` are those before the cut.
    """
    count = fit.times.shape[0]
    pushed, slowed = np.empty((2, count)), np.zeros((2, count))
    slows = False
    for i in range(count):
        t_s = fit.zero_s + fit.times[i]
        pushed[0, i] = kicked_way(t_s - at_s)
        slowed[0, i] = slowed_way(t_s - cut_s)
        slows = slows or slowed[0, i] > 0.0
    n11, b1 = 1.0 / (KICKS_MM_S * KICKS_MM_S), 0.0
    n12, n22 = 0.0, 1.0 / (SLOWING_SIGMA * SLOWING_SIGMA)
    b2 = n22
    for c in range(COORDINATES):
        halved(fit.roots[c], pushed[0], pushed[1])
        n11 += way[c] * way[c] * _product(fit, c, pushed, pushed)
        for i in range(count):
            b1 += way[c] * pushed[0, i] * fit.pulls[c, i]
        if slows:
            halved(fit.roots[c], slowed[0], slowed[1])
            n12 -= way[c] * speeds[c] * _product(fit, c, pushed, slowed)
            n22 += speeds[c] * speeds[c] * _product(fit, c, slowed, slowed)
            for i in range(count):
                b2 -= speeds[c] * slowed[0, i] * fit.pulls[c, i]
    if not slows:
        return b1 / n11, 1.0 / n11
    whole = n11 * n22 - n12 * n12
    return (n22 * b1 - n12 * b2) / whole, n22 / whole
