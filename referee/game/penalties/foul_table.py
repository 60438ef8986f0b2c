"""The fouls of a rulebook as a table: who commits them, what they cost, and from where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.core.settings.ruled import RULE_ID
from referee.game.events import PenaltyDown


class FoulSide(StrEnum):
    """Who commits a foul: the side that snaps or kicks the ball, or the others."""

    OFFENSE = "offense"
    DEFENSE = "defense"
    EITHER = "either"

    def teams(self, offense: Team | None) -> tuple[Team, ...]:
        """The teams that may commit it, by who has the ball."""
        if self is FoulSide.EITHER or offense is None:
            return tuple(Team)
        return (offense if self is FoulSide.OFFENSE else offense.other,)


class FoulTime(StrEnum):
    """When a foul happens; fouls of different times do not offset each other."""

    BEFORE = "before the snap"
    DURING = "in the play"
    AFTER = "after the play"


class FoulSpot(StrEnum):
    """From where the yards are walked off."""

    PREVIOUS = "previous spot"
    FOUL = "spot of the foul"
    FARTHER = "previous spot or the foul"  # whichever is worse for who fouled
    END = "end of the play"  # which stands


@dataclass(frozen=True, slots=True)
class FoulRow:
    """One foul. ``stands``: of its play the result stands, and the yards are added.

    An automatic first ``down`` is only given for fouls of the defense. ``end_zone_yd``: where the
    ball is put if the foul was behind the goal line that the offense attacks. ``safety``: it is one
    in the own end zone. ``calls`` and ``faults`` are the referee's calls, and the rules of line-ups
    and pivots, that are this foul. ``house``: a house plays it with other yards.
    """

    name: str
    rule: str
    by: FoulSide
    when: FoulTime
    yards: float
    spot: FoulSpot = FoulSpot.PREVIOUS
    down: PenaltyDown = PenaltyDown.AGAIN
    end_zone_yd: float | None = None
    safety: bool = False
    stands: bool = False
    may_decline: bool = True
    calls: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    house: bool = False

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-PEN-03")

    @property
    def keeps_play(self) -> bool:
        """Whether the result of the play stands, and the yards are added to it."""
        return self.stands or self.spot is FoulSpot.END or self.when is FoulTime.AFTER


@dataclass(frozen=True, slots=True)
class FoulChart:
    """A roll that calls a foul: if the penalty die shows one of ``shows``, the action die says
    which, by its number from 1. ``in_play``: it is shaken at a stop, else when a play is over.
    """

    rule: str
    sides: int
    shows: tuple[int, ...]
    fouls: tuple[tuple[FoulSide, str], ...]
    in_play: bool

    def foul(self, penalty_die: int, action_die: int) -> tuple[FoulSide, str] | None:
        """The foul of a roll, and by whom; None: no foul."""
        if not 1 <= penalty_die <= self.sides:
            raise BadValue("penalty_die", penalty_die, f"1 to {self.sides}")
        if not 1 <= action_die <= len(self.fouls):
            raise BadValue("action_die", action_die, f"1 to {len(self.fouls)}")
        return self.fouls[action_die - 1] if penalty_die in self.shows else None


@dataclass(frozen=True, slots=True)
class FoulTable:
    """All fouls of a rulebook by name, and its chart if it has one."""

    rows: Mapping[str, FoulRow]
    chart: FoulChart | None = None

    def __iter__(self) -> Iterator[FoulRow]:
        return iter(self.rows.values())

    def row(self, name: str) -> FoulRow:
        """The row of a foul."""
        if name not in self.rows:
            raise BadValue("foul", name, f"one of {', '.join(self.rows)}")
        return self.rows[name]

    def of_call(self, kind: str) -> FoulRow | None:
        """The foul that a call of the referee is; None: it is no foul in this book."""
        return next((row for row in self if kind in row.calls), None)

    def of_fault(self, rule: str) -> FoulRow | None:
        """The foul that something wrong with a line-up or a pivot is; None: it costs nothing."""
        return next((row for row in self if rule in row.faults), None)

    def with_yards(self, yards: Mapping[str, float]) -> FoulTable:
        """The table with other yards for some fouls, as a house plays them."""
        changed = {
            name: replace(self.row(name), yards=each, house=True) for name, each in yards.items()
        }
        return FoulTable({**self.rows, **changed}, self.chart)
