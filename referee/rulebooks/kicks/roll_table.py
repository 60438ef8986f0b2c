"""Tables of dice: what a roll says of a kick, and from how far which roll makes a goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.lateral_spot import middle_y_mm
from referee.core.probability import is_up_to
from referee.core.settings.ruled import RULE_ID

_MOST_SIDES, _MOST_DICE = 100, 4


class KickAcross(StrEnum):
    """A place across the field, left and right as the kicker sees it."""

    LEFT_NUMERALS = "left numerals"
    LEFT_OUTSIDE = "between left numerals and left hash"
    LEFT_HASH = "left hash"
    LEFT_INSIDE = "between left hash and midfield"
    MIDDLE = "between the hashes"
    RIGHT_INSIDE = "between right hash and midfield"
    RIGHT_HASH = "right hash"
    RIGHT_OUTSIDE = "between right numerals and right hash"
    RIGHT_NUMERALS = "right numerals"


@dataclass(frozen=True, slots=True)
class KickDice:
    """So many dice with so many sides each."""

    count: int
    sides: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= _MOST_DICE:
            raise BadValue("count", self.count, f"1 to {_MOST_DICE} dice")
        if not 1 < self.sides <= _MOST_SIDES:
            raise BadValue("sides", self.sides, f"2 to {_MOST_SIDES} sides")

    def total(self, pips: Sequence[int]) -> int:
        """The sum of a roll, once it is one of these dice."""
        if len(pips) != self.count:
            raise BadValue("rolled", list(pips), f"the pips of {self.count} dice")
        for each in pips:
            if not 1 <= each <= self.sides:
                raise BadValue("rolled", each, f"1 to {self.sides}")
        return sum(pips)


@dataclass(frozen=True, slots=True)
class RollRow:
    """What comes of the rolls up to ``to``, after those of the row before.

    ``yards`` is how far the kick goes. ``dead``: nobody may play it, the receiving side begins
    there. ``from_kick``: it is measured from where the ball was kicked, though the table goes by
    the line of scrimmage. ``hang_s`` is how long it is in the air, ``across`` where it comes down
    across the field, ``own_yd`` the receiving side's yard line on which it is dead. ``lies``: it is
    not in the air, but lies there, and whoever gets it may run.
    """

    to: int
    yards: float | None = None
    dead: bool = False
    from_kick: bool = False
    hang_s: float | None = None
    across: KickAcross | None = None
    own_yd: float | None = None
    lies: bool = False


@dataclass(frozen=True, slots=True)
class RollTable:
    """A table of one kick: every roll of its dice has a row."""

    rule: str
    dice: KickDice
    rows: tuple[RollRow, ...]

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-PNT-04")
        ends = [row.to for row in self.rows]
        most = self.dice.count * self.dice.sides
        if ends != sorted(set(ends)) or not ends or ends[0] < self.dice.count or ends[-1] != most:
            raise BadValue("rows", ends, f"ends of rows that rise to {most}")

    def row(self, total: int) -> RollRow:
        """The row of a roll."""
        return next(row for row in self.rows if total <= row.to)


@dataclass(frozen=True, slots=True)
class GoalTable:
    """From how far which roll is good: pairs of yards, up to which a row goes, and the least roll.

    ``from_line``: the yards are those of the line of scrimmage to the goal line; else of the kick.
    """

    rule: str
    dice: KickDice
    rows: tuple[tuple[float, int], ...]
    from_line: bool = False

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-FG-01")
        yards = [row[0] for row in self.rows]
        if not yards or yards != sorted(set(yards)):
            raise BadValue("rows", yards, "yards that rise from row to row")

    def least(self, yards: float) -> int | None:
        """The least roll that is good from so far; None: nothing is."""
        # A row is of whole yards: the next one begins a yard further on.
        return next((least for to, least in self.rows if is_up_to(yards, to + _PART)), None)


# What is left of a yard belongs to the row of its whole yards.
_PART = 1.0 - 1e-3


def across_y_mm(field: FieldProfile, across: KickAcross, plays: Direction) -> float:
    """Where across the field a place is for a side that kicks toward ``plays``."""
    middle = middle_y_mm(field)
    numerals = (field.far_numbers_inner_y_mm + field.far_numbers_outer_y_mm) / 2
    hash_, inner = field.far_hash_y_mm, field.far_numbers_inner_y_mm
    left_mm = {
        KickAcross.LEFT_NUMERALS: numerals,
        KickAcross.LEFT_OUTSIDE: (inner + hash_) / 2,
        KickAcross.LEFT_HASH: hash_,
        KickAcross.LEFT_INSIDE: (hash_ + middle) / 2,
        KickAcross.MIDDLE: middle,
    }
    near_numerals = (field.near_numbers_inner_y_mm + field.near_numbers_outer_y_mm) / 2
    near_hash, near_inner = field.near_hash_y_mm, field.near_numbers_inner_y_mm
    right_mm = {
        KickAcross.RIGHT_NUMERALS: near_numerals,
        KickAcross.RIGHT_OUTSIDE: (near_inner + near_hash) / 2,
        KickAcross.RIGHT_HASH: near_hash,
        KickAcross.RIGHT_INSIDE: (near_hash + middle) / 2,
    }
    y_mm = {**left_mm, **right_mm}[across]
    # Who kicks to the right has the far sideline on the left hand.
    return y_mm if plays is Direction.RIGHT else field.width_mm - y_mm
