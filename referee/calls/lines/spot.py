"""Where the carrier was at an instant between two frames, and so where the ball is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from referee.calls.call import BallSpot
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, ahead_of_x
from referee.core.geometry.extrapolation import extrapolation_weights
from referee.core.geometry.measured_instant import MeasuredInstant
from referee.core.geometry.measured_pose import Covariance, MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.geometry.reach import reach_beyond
from referee.core.turns import turn_deg

# The speed at an instant is that of the frames this near to it.
_AROUND_S = 0.15
# A motion is carried on from so many frames or more, for no longer than this.
_FEWEST, _CARRIED_S = 3, 0.1
# How much the speed of a base wanders, in the root of a second.
_WANDER_MM_S = 55.0
_LEAST_SIGMA_MM = 0.01
# An edge that lies across the field within so many sigmas of the heading is foremost as a whole.
_FLAT_SIGMAS = 3.0


def pose_between(
    before_ns: int, before: MeasuredPose, after_ns: int, after: MeasuredPose, t_s: float
) -> MeasuredPose:
    """The pose at a time between two frames, on the straight way from one to the other."""
    if after_ns == before_ns:
        return after
    share = (t_s - before_ns / S_NS) / ((after_ns - before_ns) / S_NS)
    share = min(max(share, 0.0), 1.0)
    a, b = before.pose, after.pose
    pose = Pose(
        a.x_mm + share * (b.x_mm - a.x_mm),
        a.y_mm + share * (b.y_mm - a.y_mm),
        a.heading_deg + share * turn_deg(a.heading_deg, b.heading_deg),
    )
    return MeasuredPose(pose, before.covariance if share < 0.5 else after.covariance)


def pose_at(frames: list[tuple[int, MeasuredPose]], t_s: float) -> MeasuredPose:
    """The pose at a time, from frames in order; before the first or after the last it stays."""
    before = frames[0]
    for after in frames:
        if after[0] / S_NS >= t_s:
            return pose_between(*before, *after, t_s)
        before = after
    return before[1]


def pose_until(frames: list[tuple[int, MeasuredPose]], t_s: float) -> MeasuredPose:
    """The pose at the time of a touch, from the frames before it carried on.

    A touch stops a base or turns it aside: the straight way to the frame after it cuts a corner.
    """
    before = [frame for frame in frames if t_s - _AROUND_S <= frame[0] / S_NS <= t_s]
    if len(before) < _FEWEST or t_s - before[-1][0] / S_NS > _CARRIED_S:
        return pose_at(frames, t_s)
    times = np.array([frame[0] for frame in before]) / S_NS - t_s
    covariances = np.array([frame[1].covariance for frame in before])
    sigmas = np.sqrt((covariances[:, 0, 0] + covariances[:, 1, 1]) / 2)
    sigmas = np.maximum(sigmas, _LEAST_SIGMA_MM)
    counts, variance = extrapolation_weights(times, sigmas, np.zeros(1), _WANDER_MM_S)
    first = before[0][1].pose
    poses = [frame[1].pose for frame in before]
    offs = np.array(
        [
            (p.x_mm, p.y_mm, first.heading_deg + turn_deg(first.heading_deg, p.heading_deg))
            for p in poses
        ]
    )
    x_mm, y_mm, heading = (float(v) for v in (counts @ offs)[0])
    stretch = float(variance[0] / sigmas[-1] ** 2)
    return MeasuredPose(Pose(x_mm, y_mm, heading), _stretched(before[-1][1].covariance, stretch))


def _stretched(covariance: Covariance, by: float) -> Covariance:
    (a, b, c), (d, e, f), (g, h, i) = covariance
    return ((a * by, b * by, c * by), (d * by, e * by, f * by), (g * by, h * by, i * by))


def touch_spot(
    shape: BaseShape,
    frames: list[tuple[int, MeasuredPose]],
    instant: MeasuredInstant,
    plays: Direction,
) -> BallSpot:
    """Under the foremost part of the base when it was touched."""
    return _spot(shape, frames, pose_until(frames, instant.t_s), instant, plays)


def foremost_spot(
    shape: BaseShape,
    frames: list[tuple[int, MeasuredPose]],
    instant: MeasuredInstant,
    plays: Direction,
) -> BallSpot:
    """Under the foremost part of the base at that instant, with what time and pose leave open."""
    return _spot(shape, frames, pose_at(frames, instant.t_s), instant, plays)


def spot_at(shape: BaseShape, t_ns: int, measured: MeasuredPose, plays: Direction) -> BallSpot:
    """Under the foremost part of a base as one frame shows it."""
    return foremost_spot(shape, [(t_ns, measured)], MeasuredInstant.exact(t_ns), plays)


def _spot(
    shape: BaseShape,
    frames: list[tuple[int, MeasuredPose]],
    measured: MeasuredPose,
    instant: MeasuredInstant,
    plays: Direction,
) -> BallSpot:
    toward = ahead_of_x(0.0, plays)
    reach = reach_beyond(shape, measured, toward)
    around = [f for f in frames if abs(f[0] / S_NS - instant.t_s) <= _AROUND_S]
    speed = 0.0
    if len(around) > 1:
        gone = around[-1][1].pose.x_mm - around[0][1].pose.x_mm
        speed = abs(gone) / ((around[-1][0] - around[0][0]) / S_NS)
    y_mm = _foremost_y_mm(shape, measured, toward)
    return BallSpot(reach.point_mm[0], y_mm, math.hypot(reach.sigma_mm, speed * instant.sigma_s))


def _foremost_y_mm(shape: BaseShape, measured: MeasuredPose, toward: HalfPlane) -> float:
    """Of an edge that may be the foremost part as a whole the middle, not whichever end it is."""
    off_deg = _FLAT_SIGMAS * math.degrees(math.sqrt(measured.covariance[2][2]))
    pose = measured.pose
    ends = [
        replace(measured, pose=replace(pose, heading_deg=pose.heading_deg + turn))
        for turn in (-off_deg, off_deg)
    ]
    return sum(reach_beyond(shape, end, toward).point_mm[1] for end in ends) / 2
