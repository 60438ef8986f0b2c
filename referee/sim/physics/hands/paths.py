"""Ways from one pose to another."""

from __future__ import annotations

import math
from collections.abc import Callable

from referee.core.geometry.pose import Pose
from referee.core.turns import turn_deg


def straight_path(start: Pose, end: Pose) -> Callable[[float], Pose]:
    """The direct way, turning the shorter way round."""
    way = turn_deg(start.heading_deg, end.heading_deg)

    def at(share: float) -> Pose:
        return Pose(
            start.x_mm + share * (end.x_mm - start.x_mm),
            start.y_mm + share * (end.y_mm - start.y_mm),
            start.heading_deg + share * way,
        )

    return at


def turning_path(start: Pose, by_deg: float, ahead_mm: float = 0.0) -> Callable[[float], Pose]:
    """A turn about the centre, or about a point straight ahead of it."""
    if ahead_mm == 0.0:
        return lambda share: Pose(start.x_mm, start.y_mm, start.heading_deg + share * by_deg)
    a = math.radians(start.heading_deg)
    x_mm, y_mm = start.x_mm + ahead_mm * math.cos(a), start.y_mm + ahead_mm * math.sin(a)

    def at(share: float) -> Pose:
        b = a + math.radians(share * by_deg)
        return Pose(x_mm - ahead_mm * math.cos(b), y_mm - ahead_mm * math.sin(b), math.degrees(b))

    return at


def smooth(share: float) -> float:
    """From 0 to 1, starting and ending gently."""
    return share * share * (3.0 - 2.0 * share)
