"""With which part a base ran onto the marker between two frames: on the straight way, first."""

from __future__ import annotations

import numpy as np

from referee.calls.contact.touch import PairFrame
from referee.calls.contact.touching_parts import TouchingParts, touching_parts
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import pair_gaps_mm, pose_row
from referee.core.geometry.measured_pose import MeasuredPose, joint_covariance
from referee.core.turns import turn_rad

_STEPS = 48


def first_touching_parts(
    marker: BaseShape, base: BaseShape, before: PairFrame, after: PairFrame, corner_mm: float
) -> TouchingParts | None:
    """The parts that were nearest when the gap was first shut; None if it never was on the way.

    The looks are of the marker and the base, in that order.
    """
    marks, bases = _way(before.a, after.a), _way(before.b, after.b)
    shut = np.flatnonzero(pair_gaps_mm(marker, marks, base, bases) <= 0.0)
    if not len(shut):
        return None
    k = int(shut[0])
    joint = joint_covariance(after.a, after.b)
    return touching_parts(marker, marks[k], base, bases[k], joint, corner_mm)


def _way(before: MeasuredPose, after: MeasuredPose) -> FloatArray:
    """Poses on the straight way from one to the other, turned the shorter way round."""
    start, end = pose_row(before.pose), pose_row(after.pose)
    turn = turn_rad(start[2], end[2])
    step = np.array([end[0] - start[0], end[1] - start[1], turn])
    return np.asarray(start + np.linspace(0.0, 1.0, _STEPS)[:, None] * step)
