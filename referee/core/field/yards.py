"""Yards of a field, and back to board millimetres, by direction of play.

Along the field a spot is a number of yards from the own goal line: 0 there, 50 at midfield, 100 on
the opponent's goal line, negative in the own end zone, above 100 in the opponent's.
"""

from __future__ import annotations

import math

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD, FieldProfile
from referee.core.geometry.base_shape import BaseShape

MIDFIELD_YD = FIELD_LENGTH_YD / 2


def spot_yd(field: FieldProfile, x_mm: float, plays: Direction) -> float:
    """Yards from the own goal line of the team that plays in that direction."""
    from_left = field.yards_from_left_goal(x_mm)
    return from_left if plays is Direction.RIGHT else FIELD_LENGTH_YD - from_left


def spot_x_mm(field: FieldProfile, yards: float, plays: Direction) -> float:
    """Board x of a spot given in yards from the own goal line."""
    from_left = yards if plays is Direction.RIGHT else FIELD_LENGTH_YD - yards
    return field.x_mm(from_left)


def goal_x_mm(field: FieldProfile, plays: Direction) -> float:
    """Board x of the goal line that a team plays toward."""
    return field.goal_to_goal_mm if plays is Direction.RIGHT else 0.0


def spot_name(field: FieldProfile, x_mm: float, plays: Direction, digits: int = 1) -> str:
    """A board x as people say it, such as "own 35"."""
    return format_spot(spot_yd(field, x_mm, plays), digits)


def format_spot(spot_yd: float, digits: int = 1) -> str:
    """A spot as people name it, rounded to ``digits`` decimals: "own 35", "50".

    >>> format_spot(80.0)
    "opponent's 20"
    """
    if not -END_ZONE_YD <= spot_yd <= FIELD_LENGTH_YD + END_ZONE_YD or not math.isfinite(spot_yd):
        raise BadValue("spot_yd", spot_yd, "-10 to 110 yards from the own goal line")
    yards = round(spot_yd, digits)
    if yards == MIDFIELD_YD:
        return "50"
    side = "own" if yards < MIDFIELD_YD else "opponent's"
    to_goal = yards if yards < MIDFIELD_YD else round(FIELD_LENGTH_YD - yards, digits)
    if to_goal == 0.0:
        return f"{side} goal line"
    zone = " end zone" if to_goal < 0.0 else ""
    return f"{side}{zone} {abs(to_goal):.{digits}f}".removesuffix("." + "0" * digits)


def gained_yd(field: FieldProfile, from_x_mm: float, to_x_mm: float, plays: Direction) -> float:
    """Yards won (negative: lost) by going from one x to another."""
    return plays.sign * (to_x_mm - from_x_mm) / field.length_mm_per_yd


def stick_mm(field: FieldProfile, yards: float) -> float:
    """How long a stick of so many yards is: sticks are cut to the yards along the field."""
    return yards * field.length_mm_per_yd


def base_lengths_mm(shape: BaseShape, count: float) -> float:
    """A distance given in base lengths, the unit of many house rules."""
    return count * shape.length_mm
