"""Facing, travel and progress of a base: where it points, how far it went, what it gained."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.turns import turn_deg


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its sigma, in the unit its maker names."""

    value: float
    sigma: float


def off_goal_deg(measured: MeasuredPose, plays: Direction) -> Quantity:
    """How far a heading is turned from the goal played toward: 0 faces it, 180 faces the own."""
    off = abs(turn_deg(plays.heading_deg, measured.pose.heading_deg))
    return Quantity(off, math.degrees(math.sqrt(measured.covariance[2][2])))


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
