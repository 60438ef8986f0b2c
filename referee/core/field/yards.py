"""Yards of a field, and back to board millimetres, by direction of play.

Along the field a spot is yards from the own goal line (see `spots`). Across it a yard has its own,
different length on nearly every board.
"""

from __future__ import annotations

from referee.core.field.direction import Direction
from referee.core.field.field_profile import FIELD_LENGTH_YD, FieldProfile
from referee.core.field.spot_names import format_spot, parse_spot_yd
from referee.core.geometry.base_shape import BaseShape


def spot_yd(field: FieldProfile, x_mm: float, plays: Direction) -> float:
    """Yards from the own goal line of the team that plays in that direction."""
    from_left = field.yards_from_left_goal(x_mm)
    return from_left if plays is Direction.RIGHT else FIELD_LENGTH_YD - from_left


def spot_x_mm(field: FieldProfile, yards: float, plays: Direction) -> float:
    """Board x of a spot given in yards from the own goal line."""
    from_left = yards if plays is Direction.RIGHT else FIELD_LENGTH_YD - yards
    return field.x_mm(from_left)


def named_spot_x_mm(field: FieldProfile, text: str, plays: Direction) -> float:
    """Board x of a spot as people say it, such as "own 35"."""
    return spot_x_mm(field, parse_spot_yd(text), plays)


def spot_name(field: FieldProfile, x_mm: float, plays: Direction, digits: int = 1) -> str:
    """A board x as people say it, such as "own 35"."""
    return format_spot(spot_yd(field, x_mm, plays), digits)


def gained_yd(field: FieldProfile, from_x_mm: float, to_x_mm: float, plays: Direction) -> float:
    """Yards won (negative: lost) by going from one x to another."""
    return plays.sign * (to_x_mm - from_x_mm) / field.length_mm_per_yd


def lateral_yd(field: FieldProfile, from_y_mm: float, to_y_mm: float) -> float:
    """Yards moved across the field, toward the far sideline; on the scale of the width."""
    return (to_y_mm - from_y_mm) / field.width_mm_per_yd


def lateral_mm(field: FieldProfile, yards: float) -> float:
    """Millimetres of yards across the field."""
    return yards * field.width_mm_per_yd


def stick_mm(field: FieldProfile, yards: float) -> float:
    """How long a stick of so many yards is: sticks are cut to the yards along the field."""
    return yards * field.length_mm_per_yd


def stick_yd(field: FieldProfile, length_mm: float) -> float:
    """How many yards a stick of a length spans."""
    return length_mm / field.length_mm_per_yd


def base_lengths_mm(shape: BaseShape, count: float) -> float:
    """A distance given in base lengths, the unit of many house rules."""
    return count * shape.length_mm


def base_lengths(shape: BaseShape, distance_mm: float) -> float:
    """A distance in lengths of this base."""
    return distance_mm / shape.length_mm
