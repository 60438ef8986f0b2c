"""The printed lines of a field, by name: what a base can cross, and what a picture shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.field.field_profile import FIELD_LENGTH_YD, FieldProfile
from referee.core.geometry.crossing import HalfPlane, above_x, above_y


class FieldLineKind(StrEnum):
    """What a line is to the rules."""

    END_LINE = "end line"
    GOAL_LINE = "goal line"
    YARD_LINE = "yard line"
    SIDELINE = "sideline"
    HASH_ROW = "hash row"


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A line across the field (at ``place_mm`` in x) or along it (in y)."""

    name: str
    kind: FieldLineKind
    along_field: bool
    place_mm: float

    @property
    def beyond(self) -> HalfPlane:
        """The side with the larger coordinate; its other side is the rest."""
        return above_y(self.place_mm) if self.along_field else above_x(self.place_mm)


def field_lines(field: FieldProfile) -> tuple[FieldLine, ...]:
    """Every line: across the field from left to right, then along it from near to far."""
    across = [
        ("left end line", FieldLineKind.END_LINE, field.left_end_line_x_mm),
        ("left goal line", FieldLineKind.GOAL_LINE, 0.0),
        *(
            (_yard_line_name(yards), FieldLineKind.YARD_LINE, field.x_mm(yards))
            for yards in _steps(field.yard_line_every_yd)
        ),
        ("right goal line", FieldLineKind.GOAL_LINE, field.goal_to_goal_mm),
        ("right end line", FieldLineKind.END_LINE, field.right_end_line_x_mm),
    ]
    along = [
        ("near sideline", FieldLineKind.SIDELINE, 0.0),
        ("near hash row", FieldLineKind.HASH_ROW, field.near_hash_y_mm),
        ("far hash row", FieldLineKind.HASH_ROW, field.far_hash_y_mm),
        ("far sideline", FieldLineKind.SIDELINE, field.width_mm),
    ]
    return tuple(
        FieldLine(name, kind, along_field, place_mm)
        for along_field, lines in ((False, across), (True, along))
        for name, kind, place_mm in lines
    )


def numerals(field: FieldProfile) -> tuple[tuple[float, str], ...]:
    """Board x and text of each printed numeral, left to right: 10, 20 ... 50 ... 20, 10."""
    return tuple(
        (field.x_mm(yards), str(_to_goal(yards))) for yards in _steps(field.numbers_every_yd)
    )


def _steps(every_yd: int) -> range:
    return range(every_yd, int(FIELD_LENGTH_YD), every_yd)


def _to_goal(yards_from_left: int) -> int:
    return min(yards_from_left, int(FIELD_LENGTH_YD) - yards_from_left)


def _yard_line_name(yards_from_left: int) -> str:
    if yards_from_left * 2 == FIELD_LENGTH_YD:
        return "50"
    side = "left" if yards_from_left * 2 < FIELD_LENGTH_YD else "right"
    return f"{side} {_to_goal(yards_from_left)}"
