"""A motion carried on beyond the frames that show it, with how well it is known there.

Bases creep unevenly: they start, are held up, and push. So the speed is taken to wander, by so much
in a second: older frames say less of it, and it is known less the further it is carried on.
"""

from __future__ import annotations

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.errors import BadValue


def carried_on(
    times_s: FloatArray, sigmas: FloatArray, when_s: FloatArray, wander: float
) -> tuple[FloatArray, FloatArray]:
    """What each frame counts for at each later time, and the variance of what comes out.

    The first is (times, frames): multiplied with the measured rows it gives the rows carried on.
    ``wander`` is how much the speed changes, in the sigmas' unit per second and root of a second.
    """
    if not 2 <= len(times_s) == len(sigmas):
        raise BadValue("times_s", len(times_s), "two frames or more, and a sigma for each")
    ago, ahead = times_s[-1] - times_s, when_s - times_s[-1]
    power = wander * wander
    errors = power * _wandered(ago) + np.diag(np.asarray(sigmas, dtype=np.float64) ** 2)
    seen = np.column_stack([np.ones_like(ago), -ago])
    then = np.column_stack([np.ones_like(ahead), ahead])
    weighed = np.linalg.solve(errors, seen)
    spread = np.linalg.solve(seen.T @ weighed, then.T)
    counts = (weighed @ spread).T
    own = power * np.maximum(ahead, 0.0) ** 3 / 3.0
    return np.asarray(counts), np.asarray((then * spread.T).sum(axis=1) + own)


def _wandered(ago: FloatArray) -> FloatArray:
    """The covariance of the ways that a wandering speed makes, seen back from the last frame."""
    a, b = ago[:, None], ago[None, :]
    least = np.minimum(a, b)
    return np.asarray(a * b * least - (a + b) * least**2 / 2.0 + least**3 / 3.0)
