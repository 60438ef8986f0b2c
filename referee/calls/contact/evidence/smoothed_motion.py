"""The motion of one base through its frames: a wandering speed, smoothed by regression.

Bases creep: a speed wanders, by so much in the root of a second, and each frame errs by itself. So
the frames say together where the base was at any instant between them or soon after, and how well
that is known. Place and speed at the beginning are free.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray

# s: the motion begins so long before its first frame, where it has not wandered yet.
LEAD_S = 0.001
# Of x, y and heading.
COORDINATES = 3


class MotionFit(NamedTuple):
    """The regression of x, y and heading (rows) over frames; what a time asked for is made of.

    ``times`` begin at the motion's start, ``powers`` are the wandering speeds squared, ``roots``
    are Cholesky roots of the frames' covariances, ``pulls`` the frames' weights times what they
    leave over, ``ones`` and ``ramps`` the weights times the two free functions, ``lines`` place,
    speed and the three numbers of their covariance.
    """

    zero_s: float
    times: FloatArray
    powers: FloatArray
    roots: FloatArray
    pulls: FloatArray
    ones: FloatArray
    ramps: FloatArray
    lines: FloatArray


@compiled
def wander(power: float, u: float, v: float) -> float:
    """The covariance of how far a wandering speed has led by two times after the start."""
    least, most = min(u, v), max(u, v)
    return power * least * least * (3.0 * most - least) / 6.0


@compiled
def _solved(root: FloatArray, right: FloatArray) -> FloatArray:
    """What the covariance times it gives the right side."""
    count = right.shape[0]
    out = np.empty(count)
    for i in range(count):
        value = right[i]
        for k in range(i):
            value -= root[i, k] * out[k]
        out[i] = value / root[i, i]
    for i in range(count - 1, -1, -1):
        value = out[i]
        for k in range(i + 1, count):
            value -= root[k, i] * out[k]
        out[i] = value / root[i, i]
    return out


@compiled
def halved(root: FloatArray, right: FloatArray, out: FloatArray) -> None:
    """The first half of solving: its square is the right side weighed with itself."""
    for i in range(right.shape[0]):
        value = right[i]
        for k in range(i):
            value -= root[i, k] * out[k]
        out[i] = value / root[i, i]


@compiled
def fit_motion(
    times_s: FloatArray, rows: FloatArray, variances: FloatArray, powers: FloatArray
) -> MotionFit:
    """The fit of (n, 3) rows with each frame's own variances; n is two or more."""
    count = times_s.shape[0]
    zero = times_s[0] - LEAD_S
    u = times_s - zero
    roots = np.zeros((COORDINATES, count, count))
    pulls, lines = np.empty((COORDINATES, count)), np.empty((COORDINATES, 5))
    ones, ramps = np.empty((COORDINATES, count)), np.empty((COORDINATES, count))
    for c in range(COORDINATES):
        root = roots[c]
        for i in range(count):
            for j in range(i + 1):
                value = wander(powers[c], u[j], u[i])
                if i == j:
                    value += variances[i, c]
                for k in range(j):
                    value -= root[i, k] * root[j, k]
                root[i, j] = math.sqrt(value) if i == j else value / root[j, j]
        one, ramp = _solved(root, np.ones(count)), _solved(root, u)
        middle = rows[count - 1, c]
        values = rows[:, c] - middle
        own = _solved(root, values)
        g00, g01, g11, y0, y1 = 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(count):
            g00 += one[i]
            g01 += ramp[i]
            g11 += u[i] * ramp[i]
            y0 += one[i] * values[i]
            y1 += ramp[i] * values[i]
        whole = g00 * g11 - g01 * g01
        c00, c01, c11 = g11 / whole, -g01 / whole, g00 / whole
        place, speed = c00 * y0 + c01 * y1, c01 * y0 + c11 * y1
        for i in range(count):
            pulls[c, i] = own[i] - place * one[i] - speed * ramp[i]
            ones[c, i], ramps[c, i] = one[i], ramp[i]
        lines[c, 0], lines[c, 1] = place + middle, speed
        lines[c, 2], lines[c, 3], lines[c, 4] = c00, c01, c11
    return MotionFit(zero, u, powers, roots, pulls, ones, ramps, lines)


@compiled
def place_at(fit: MotionFit, t_s: float, out: FloatArray) -> None:
    """Fill ``out`` with x, y and heading at a time."""
    w = t_s - fit.zero_s
    for c in range(COORDINATES):
        value = fit.lines[c, 0] + fit.lines[c, 1] * w
        for i in range(fit.times.shape[0]):
            value += wander(fit.powers[c], fit.times[i], w) * fit.pulls[c, i]
        out[c] = value


@compiled
def variance_at(fit: MotionFit, t_s: float, out: FloatArray) -> None:
    """Fill ``out`` with the variances of x, y and heading at a time."""
    w = t_s - fit.zero_s
    count = fit.times.shape[0]
    along, half = np.empty(count), np.empty(count)
    for c in range(COORDINATES):
        r0, r1 = 1.0, w
        for i in range(count):
            along[i] = wander(fit.powers[c], fit.times[i], w)
            r0 -= fit.ones[c, i] * along[i]
            r1 -= fit.ramps[c, i] * along[i]
        halved(fit.roots[c], along, half)
        value = wander(fit.powers[c], w, w)
        for i in range(count):
            value -= half[i] * half[i]
        c00, c01, c11 = fit.lines[c, 2], fit.lines[c, 3], fit.lines[c, 4]
        out[c] = max(value + c00 * r0 * r0 + 2.0 * c01 * r0 * r1 + c11 * r1 * r1, 0.0)


@compiled
def surprise(fit: MotionFit, rows: FloatArray) -> float:
    """How far the frames are off where those before them led, squared, in expected variances.

    Of each coordinate one for each frame but the first two is expected.
    """
    total, last = 0.0, rows.shape[0] - 1
    for c in range(COORDINATES):
        for i in range(rows.shape[0]):
            total += (rows[i, c] - rows[last, c]) * fit.pulls[c, i]
    return total
