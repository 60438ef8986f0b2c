"""A situation: what has happened in a game, event by event, and what the scoreboard shows then.

It is a case without figures: for what is decided between plays, such as a toss, the end of a
quarter, an overtime.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_yd
from referee.game.events import Event
from referee.game.fold import Fold
from referee.game.state import GamePhase, State
from referee.rulebooks.rulebook import Rulebook

# Yards within which a place is as wanted.
WITHIN_YD = 0.05


@dataclass(frozen=True, slots=True)
class Situation:
    """``wanted`` is compared with what `shown` says; ``refused`` may not happen then."""

    name: str
    title: str
    proves: tuple[str, ...]
    rulebook: Rulebook
    field: FieldProfile
    events: tuple[Event, ...]
    wanted: Mapping[str, object]
    refused: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class SituationResult:
    """``differs`` is empty where the situation holds; ``overtime``: it gets there."""

    differs: tuple[str, ...]
    overtime: bool


# What a situation may want, by the name that files use.
SHOWN: Mapping[str, Callable[[State, FieldProfile], object]] = {
    "stage": lambda state, _field: state.phase.value,
    "team": lambda state, _field: state.team and state.team.value,
    "quarter": lambda state, _field: state.quarter,
    "down": lambda state, _field: state.down,
    "own_yd": lambda state, field: _own_yd(state, field, state.x_mm),
    "to_gain_yd": lambda state, field: _own_yd(state, field, state.to_gain_x_mm),
    "home_score": lambda state, _field: state.home_score,
    "away_score": lambda state, _field: state.away_score,
    "home_plays": lambda state, _field: state.home_plays.value,
    "plays": lambda state, _field: state.plays,
    "y_mm": lambda state, _field: state.y_mm,
}


def judge_situation(of: Situation) -> SituationResult:
    """What differs from what a situation wants."""
    fold = Fold(of.rulebook.game, of.field)
    quarters = of.rulebook.game.quarters.quarters.value
    state, overtime = State(), False
    for number, event in enumerate(of.events, 1):
        try:
            state = fold.after(state, event)
        except BadValue as error:
            return SituationResult((f"event {number}: {error}",), overtime)
        overtime |= state.quarter > quarters
    return SituationResult((*_differs(of, state), *_not_refused(of, fold, state)), overtime)


def _differs(of: Situation, state: State) -> Iterator[str]:
    for key, wanted in of.wanted.items():
        found = SHOWN[key](state, of.field)
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


def _own_yd(state: State, field: FieldProfile, x_mm: float | None) -> float | None:
    """Yards from the own goal line of the team with the ball."""
    if x_mm is None or state.team is None or state.phase is GamePhase.OVER:
        return None
    return spot_yd(field, x_mm, state.plays_toward(state.team))
