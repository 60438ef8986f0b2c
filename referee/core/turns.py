"""Headings: the shorter turn from one to another, and the way from one place to another."""

from __future__ import annotations

import math

from referee.core.compiler import compiled
from referee.core.geometry.pose import Placed


def turn_deg(from_deg: float, to_deg: float) -> float:
    """The shorter turn from one heading to another, -180 up to but not 180; left is positive.

    >>> turn_deg(350.0, 10.0)
    20.0
    """
    return (to_deg - from_deg + 180.0) % 360.0 - 180.0


@compiled
def turn_rad(from_rad: float, to_rad: float) -> float:
    """The same in radians, for compiled kernels too."""
    return (to_rad - from_rad + math.pi) % (2.0 * math.pi) - math.pi


@compiled
def axis_turn_rad(angle: float) -> float:
    """A turn between two axes, whose ends look alike: a quarter turn either way at the most."""
    return float((angle + math.pi / 2) % math.pi - math.pi / 2)


def heading_to_deg(here: Placed, there: Placed) -> float:
    """The board heading from one place to another, -180 to 180."""
    return math.degrees(math.atan2(there.y_mm - here.y_mm, there.x_mm - here.x_mm))
