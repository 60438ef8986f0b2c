"""Where the carrier was at an instant between two frames, and so where the ball is."""

from __future__ import annotations

import math
from dataclasses import replace

from referee.calls.call import Spot
from referee.calls.levels import NS
from referee.core.base_shape import BaseShape
from referee.core.crossing import HalfPlane
from referee.core.direction import Direction
from referee.core.instants import Instant
from referee.core.measured import MeasuredPose
from referee.core.pose import Pose
from referee.core.reach import reach_beyond
from referee.core.travel import turn_deg

# The speed at an instant is that of the frames this near to it.
_AROUND_S = 0.15
# An edge that lies across the field within so many sigmas of the heading is foremost as a whole.
_FLAT_SIGMAS = 3.0


def between(
    before_ns: int, before: MeasuredPose, after_ns: int, after: MeasuredPose, t_s: float
) -> MeasuredPose:
    """The pose at a time between two frames, on the straight way from one to the other."""
    if after_ns == before_ns:
        return after
    share = (t_s - before_ns / NS) / ((after_ns - before_ns) / NS)
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
        if after[0] / NS >= t_s:
            return between(*before, *after, t_s)
        before = after
    return before[1]


def foremost_spot(
    shape: BaseShape,
    frames: list[tuple[int, MeasuredPose]],
    instant: Instant,
    plays: Direction,
) -> Spot:
    """Under the foremost part of the base at that instant, with what time and pose leave open."""
    measured = pose_at(frames, instant.t_s)
    toward = HalfPlane((float(plays.sign), 0.0), 0.0)
    reach = reach_beyond(shape, measured, toward)
    around = [f for f in frames if abs(f[0] / NS - instant.t_s) <= _AROUND_S]
    speed = 0.0
    if len(around) > 1:
        gone = around[-1][1].pose.x_mm - around[0][1].pose.x_mm
        speed = abs(gone) / ((around[-1][0] - around[0][0]) / NS)
    y_mm = _foremost_y_mm(shape, measured, toward)
    return Spot(reach.point_mm[0], y_mm, math.hypot(reach.sigma_mm, speed * instant.sigma_s))


def _foremost_y_mm(shape: BaseShape, measured: MeasuredPose, toward: HalfPlane) -> float:
    """Of an edge that may be the foremost part as a whole the middle, not whichever end it is."""
    off_deg = _FLAT_SIGMAS * math.degrees(math.sqrt(measured.covariance[2][2]))
    pose = measured.pose
    ends = [
        replace(measured, pose=replace(pose, heading_deg=pose.heading_deg + turn))
        for turn in (-off_deg, off_deg)
    ]
    return sum(reach_beyond(shape, end, toward).point_mm[1] for end in ends) / 2
