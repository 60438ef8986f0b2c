"""The order of a game as a table: its acts, and what ends each of them in what.

`GameOrder` is the machine: in an act (a row) something that comes out leads to the next act and
says who has the ball in it. What a row does not list cannot happen there. Rulebooks write it in
order.toml; `offers` makes of it what is allowed, `fold` what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.core.settings.ruled import RULE_ID
from referee.game.state import GamePhase, OwedAct, State


class Outcome(StrEnum):
    """What may come out of an act."""

    START = "the game begins"
    TOSSED = "tossed"
    CHOSEN = "chosen"
    ENDS_NAMED = "ends named"
    OVERTIME_SETTLED = "overtime settled"
    FIRST_DOWN = "first down"
    PLAY = "play"
    DOWN_AGAIN = "down again"
    BALL_MOVED = "ball moved"
    TOUCHDOWN = "touchdown"
    FIELD_GOAL = "field goal"
    SAFETY = "safety"
    KICKED_TRY = "kicked try"
    PLAYED_TRY = "played try"
    RETURNED_TRY = "returned try"
    TRY_CHOSEN = "try chosen"
    TRY_FAILED = "try failed"


class NextBall(StrEnum):
    """Who has the ball in the next act, or kicks it there."""

    SAME = "the same"
    NAMED = "who is named"  # the scorer, or who got the ball
    OTHER = "the others"  # than who is named: those who were scored upon


@dataclass(frozen=True, slots=True)
class ActEnd:
    """What an outcome leads to; ``then`` is None where what is owed comes next.

    ``owes``: the act that has to come after ``then``, up to the same team.
    """

    then: GamePhase | None
    ball: NextBall = NextBall.SAME
    owes: GamePhase | None = None

    def after(self, state: State, named: Team) -> State:
        """The state in the act that follows, with what is owed after it."""
        if self.then is None:
            return state.going_on()
        team = self.team(state.team, named)
        owed = state.owed if self.owes is None else (OwedAct(self.owes, team), *state.owed)
        return replace(state, phase=self.then, team=team, owed=owed)

    def team(self, has_it: Team | None, named: Team) -> Team | None:
        """The team that has the ball then."""
        return {
            NextBall.SAME: has_it,
            NextBall.NAMED: named,
            NextBall.OTHER: named.other,
        }[self.ball]


@dataclass(frozen=True, slots=True)
class ActRow:
    """One act. ``from_yd``: the kicking side's yard line that it begins at, where one is printed.

    ``period_may_end``: a quarter may be over before it. ``rule`` is what its offers stand under.
    ``pauses``: a timeout may be taken before it, and what was ruled last may be challenged.
    """

    act: GamePhase
    rule: str
    ends: Mapping[Outcome, ActEnd]
    from_yd: float | None = None
    period_may_end: bool = False
    pauses: bool = False

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-KO-01")


@dataclass(frozen=True, slots=True)
class GameOrder:
    """All acts of a rulebook's games."""

    rows: Mapping[GamePhase, ActRow]

    def row(self, act: GamePhase) -> ActRow:
        """The row of an act."""
        return self.rows[act]
