"""A situation: what has happened in a game, event by event, and what the scoreboard shows then.

It is a case without figures: for what is decided between plays, such as a toss, the end of a
quarter, an overtime.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_yd
from referee.core.roster import Team
from referee.game.events import Event
from referee.game.fold import Fold
from referee.game.game_rules import GameRules
from referee.game.journal import Journal
from referee.game.order.coach_clocks import ClockMark, ClockSide, CoachClock, CoachClocks
from referee.game.order.interruptions import challenges_left, timeouts_left
from referee.game.order.periods import in_drill, plays_left
from referee.game.penalties.open_fouls import PLAYS
from referee.game.sheet_line import SheetLine, sheet_lines
from referee.game.state import State
from referee.rulebooks.rulebook import Rulebook

# Yards within which a place is as wanted.
WITHIN_YD = 0.05


@dataclass(frozen=True, slots=True)
class Situation:
    """``wanted`` is compared with what `shown` says; ``refused`` may not happen then.

    ``clocks`` are the marks of the coaches' clocks with their seconds, which are looked at
    ``clocks_at_s``.
    """

    name: str
    title: str
    proves: tuple[str, ...]
    rulebook: Rulebook
    field: FieldProfile
    events: tuple[Event, ...]
    wanted: Mapping[str, object]
    refused: tuple[Event, ...] = ()
    clocks: tuple[tuple[float, ClockMark, ClockSide], ...] = ()
    clocks_at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class SituationResult:
    """``differs`` is empty where the situation holds; ``overtime``: it gets there."""

    differs: tuple[str, ...]
    overtime: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A game as it is compared: its state, and by what rules, on which field."""

    state: State
    rules: GameRules
    field: FieldProfile
    clocks: CoachClocks | None = None
    t_ns: int = 0
    sheet: SheetLine | None = None

    def own_yd(self, x_mm: float | None) -> float | None:
        """Yards from the own goal line of the team with the ball."""
        state = self.state
        if x_mm is None or state.team is None:
            return None
        return spot_yd(self.field, x_mm, state.plays_toward(state.team))

    def showing(self) -> tuple[CoachClock, ...]:
        """The coaches' clocks that are on."""
        return () if self.clocks is None else self.clocks.showing(self.t_ns)

    def of_teams(self, left: Callable[[GameRules, State, Team], int]) -> list[int]:
        """What home and away still have."""
        return [left(self.rules, self.state, team) for team in Team]


# What a situation may want, by the name that files use.
SHOWN: Mapping[str, Callable[[Shown], object]] = {
    "stage": lambda at: at.state.phase.value,
    "team": lambda at: at.state.team and at.state.team.value,
    "owed": lambda at: [each.act.value for each in at.state.owed],
    "quarter": lambda at: at.state.quarter,
    "plays": lambda at: at.state.plays,
    "plays_left": lambda at: plays_left(at.rules, at.state),
    "drill": lambda at: in_drill(at.rules, at.state),
    "down": lambda at: at.state.down,
    "own_yd": lambda at: at.own_yd(at.state.x_mm),
    "to_gain_yd": lambda at: at.own_yd(at.state.to_gain_x_mm),
    "y_mm": lambda at: at.state.y_mm,
    "home_score": lambda at: at.state.home_score,
    "away_score": lambda at: at.state.away_score,
    "home_plays": lambda at: at.state.home_plays.value,
    "timeouts": lambda at: at.of_teams(timeouts_left),
    "challenges": lambda at: at.of_teams(challenges_left),
    "challenged_by": lambda at: at.state.challenged_by and at.state.challenged_by.value,
    "clocks": lambda at: [
        [each.kind.value, each.side.value, each.left_ns(at.t_ns) / S_NS] for each in at.showing()
    ],
    "clocks_offer": lambda at: (
        [] if at.clocks is None else [end.value for _, end in at.clocks.offers(at.t_ns)]
    ),
    "sheet": lambda at: {} if at.sheet is None else dict(_of_sheet(at.sheet)),
    "had_ball": lambda at: [team.value for team in at.state.had_ball],
}


def judge_situation(of: Situation) -> SituationResult:
    """What differs from what a situation wants."""
    fold = Fold(of.rulebook.game, of.field)
    quarters = of.rulebook.game.quarters.quarters.value
    state, overtime, journal = State(), False, Journal()
    for number, event in enumerate(of.events, 1):
        try:
            state, more = fold.with_what_follows(fold.after(state, event))
        except BadValue as error:
            return SituationResult((f"event {number}: {error}",), overtime)
        overtime |= state.quarter > quarters
        for each in (event, *more):
            journal = journal.append(0, "coach", each)
    lines = [line for line in sheet_lines(fold, journal) if isinstance(line.event, PLAYS)]
    sheet = lines[-1] if lines else None
    return SituationResult((*_differs(of, state, sheet), *_not_refused(of, fold, state)), overtime)


def _of_sheet(line: SheetLine) -> Iterator[tuple[str, object]]:
    """The fields of a score sheet's row that are not empty."""
    lost = "downs" if line.lost_on_downs else None
    if line.taken_by is not None:
        lost = "interception" if line.intercepted else "fumble"
    fields: tuple[tuple[str, object], ...] = (
        ("play", line.after.plays if line.counted else "X"),
        ("down", line.before.down or None),
        ("column", line.way.value),
        ("yards", line.kicked if line.kicking else line.gained),
        ("returned", line.returned),
        ("penalty", line.penalty),
        ("turnover", lost),
        ("points", line.points or None),
    )
    yield from ((name, value) for name, value in fields if value is not None)


def _clocks(of: Situation) -> CoachClocks | None:
    rules = of.rulebook.game.clocks
    if rules is None or not rules.run.value:
        return None
    now = CoachClocks(rules)
    for at_s, mark, first in of.clocks:
        now = now.after(mark, round(at_s * S_NS), first)
    return now


def _differs(of: Situation, state: State, sheet: SheetLine | None) -> Iterator[str]:
    at_ns = round(of.clocks_at_s * S_NS)
    at = Shown(state, of.rulebook.game, of.field, _clocks(of), at_ns, sheet)
    for key, wanted in of.wanted.items():
        found = SHOWN[key](at)
        number = isinstance(found, float) and isinstance(wanted, int | float)
        close = number and abs(float(str(found)) - float(str(wanted))) <= WITHIN_YD
        if found != wanted and not close:
            yield f"{key} is {found}; wanted {wanted}"


def _not_refused(of: Situation, fold: Fold, state: State) -> Iterator[str]:
    for event in of.refused:
        try:
            fold.after(state, event)
        except BadValue:
            continue
        yield f"not refused: {event}"
