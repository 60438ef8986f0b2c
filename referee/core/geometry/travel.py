"""Facing, travel and progress of a base: where it points, how far it went, what it gained."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BaseShape, Point
from referee.core.geometry.crossing import support_mm
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.turns import turn_deg


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its sigma, in the unit its maker names."""

    value: float
    sigma: float


def bearing_deg(pose: Pose, point_mm: Point) -> float:
    """The board heading from a base's centre to a point, 0 to 360."""
    return math.degrees(math.atan2(point_mm[1] - pose.y_mm, point_mm[0] - pose.x_mm)) % 360.0


def off_goal_deg(measured: MeasuredPose, plays: Direction) -> Quantity:
    """How far a heading is turned from the goal played toward: 0 faces it, 180 faces the own."""
    off = abs(turn_deg(plays.heading_deg, measured.pose.heading_deg))
    return Quantity(off, math.degrees(math.sqrt(measured.covariance[2][2])))


def off_point_deg(measured: MeasuredPose, point_mm: Point) -> Quantity:
    """How far a heading is turned from a point on the board."""
    pose = measured.pose
    off = abs(turn_deg(pose.heading_deg, bearing_deg(pose, point_mm)))
    dx, dy = point_mm[0] - pose.x_mm, point_mm[1] - pose.y_mm
    squared = dx * dx + dy * dy
    if squared == 0.0:
        return Quantity(off, 180.0)
    slope = np.array([dy / squared, -dx / squared, -1.0])
    return Quantity(off, math.degrees(math.sqrt(max(slope @ measured.matrix @ slope, 0.0))))


def moved_mm(before: MeasuredPose, after: MeasuredPose) -> Quantity:
    """How far a base's centre went from one instant to another, in a straight line."""
    dx, dy = after.pose.x_mm - before.pose.x_mm, after.pose.y_mm - before.pose.y_mm
    length = math.hypot(dx, dy)
    spread = (before.matrix + after.matrix)[:2, :2]
    along = np.array([dx, dy]) / length if length else np.array([1.0, 0.0])
    variance = along @ spread @ along if length else max(spread[0, 0], spread[1, 1])
    return Quantity(length, math.sqrt(max(float(variance), 0.0)))


def gained_mm(before: MeasuredPose, after: MeasuredPose, plays: Direction) -> Quantity:
    """How far a base's centre came toward the goal played toward; negative: it lost ground."""
    gain = plays.sign * (after.pose.x_mm - before.pose.x_mm)
    return Quantity(gain, math.sqrt(before.covariance[0][0] + after.covariance[0][0]))


def furthest_x_mm(shape: BaseShape, poses: Sequence[Pose], plays: Direction) -> float:
    """Board x of the furthest advance that any part of a base made in a row of poses.

    >>> from referee.core.geometry.base_shape import rounded_rectangle
    >>> base = rounded_rectangle("standard", 27.8, 20.6, 2.0)
    >>> furthest_x_mm(base, [Pose(100, 0, 0), Pose(120, 0, 0), Pose(110, 0, 0)], Direction.RIGHT)
    133.9
    """
    toward = (float(plays.sign), 0.0)
    return plays.sign * max(support_mm(shape, pose, toward) for pose in poses)
