"""A motion carried on beyond the frames that show it, with how well it is known there.

Bases creep unevenly: they start, are held up, and push. So the speed is taken to wander, by so much
in a second: older frames say less of it, and it is known less the further it is carried on.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray


def extrapolation_weights(
    times_s: FloatArray, sigmas: FloatArray, when_s: FloatArray, wander: float
) -> tuple[FloatArray, FloatArray]:
    """What each frame counts for at each later time, and the variance of what comes out.

    The first is (times, frames): multiplied with the measured rows it gives the rows carried on.
    ``wander`` is how much the speed changes, in the sigmas' unit per second and root of a second.
    """
    if not 2 <= len(times_s) == len(sigmas):
        raise BadValue("times_s", len(times_s), "two frames or more, and a sigma for each")
    counts = np.empty((len(when_s), len(times_s)))
    variances = np.empty(len(when_s))
    _carry(
        np.ascontiguousarray(times_s[-1] - times_s, dtype=np.float64),
        np.ascontiguousarray(sigmas, dtype=np.float64),
        np.ascontiguousarray(when_s - times_s[-1], dtype=np.float64),
        wander * wander,
        counts,
        variances,
    )
    return counts, variances


@compiled
def _carry(
    ago: FloatArray,
    sigmas: FloatArray,
    ahead: FloatArray,
    power: float,
    counts: FloatArray,
    variances: FloatArray,
) -> None:
    """Place and speed of least variance, by the Cholesky root of the frames' covariance.

    The covariance of the ways that a wandering speed makes is seen back from the last frame.
    """
    frames = ago.shape[0]
    root = np.zeros((frames, frames))
    place, speed = np.empty(frames), np.empty(frames)
    for i in range(frames):
        for j in range(i + 1):
            a, b = ago[i], ago[j]
            least = min(a, b)
            value = power * (a * b * least - (a + b) * least**2 / 2.0 + least**3 / 3.0)
            if i == j:
                value += sigmas[i] ** 2
            for k in range(j):
                value -= root[i, k] * root[j, k]
            root[i, j] = math.sqrt(value) if i == j else value / root[j, j]
        one, back = 1.0, -ago[i]
        for k in range(i):
            one -= root[i, k] * place[k]
            back -= root[i, k] * speed[k]
        place[i], speed[i] = one / root[i, i], back / root[i, i]
    for i in range(frames - 1, -1, -1):
        one, back = place[i], speed[i]
        for k in range(i + 1, frames):
            one -= root[k, i] * place[k]
            back -= root[k, i] * speed[k]
        place[i], speed[i] = one / root[i, i], back / root[i, i]
    all_place, mixed, all_speed = 0.0, 0.0, 0.0
    for i in range(frames):
        all_place += place[i]
        mixed += speed[i]
        all_speed -= ago[i] * speed[i]
    whole = all_place * all_speed - mixed * mixed
    for k in range(ahead.shape[0]):
        at_place = (all_speed - mixed * ahead[k]) / whole
        at_speed = (all_place * ahead[k] - mixed) / whole
        for i in range(frames):
            counts[k, i] = place[i] * at_place + speed[i] * at_speed
        own = power * max(ahead[k], 0.0) ** 3 / 3.0
        variances[k] = at_place + ahead[k] * at_speed + own
