"""The fold: each event makes a new state of the one before, by the rulebook and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.lateral_spot import LateralRule, lateral_spot_y_mm
from referee.core.field.yards import stick_mm
from referee.core.roster import Team
from referee.game.events import (
    BallMoved,
    DownRepeated,
    Event,
    NamesCorrected,
    Noted,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
    TryFailed,
)
from referee.game.game_rules import ChangeEnds, GameRules
from referee.game.journal import Journal
from referee.game.state import GamePhase, State


@dataclass(frozen=True, slots=True)
class Fold:
    """Folds events into states, by a rulebook, on a field."""

    rules: GameRules
    field: FieldProfile

    def state(self, journal: Journal) -> State:
        """The state after all that stands in a journal."""
        state = State()
        for number, event in journal.standing():
            try:
                state = self.after(state, event)
            except BadValue as error:
                raise error.at(f"entry {number}") from None
        return state

    def after(self, state: State, event: Event) -> State:
        """The state after one more event."""
        allowed, step = _EVENT_FOLDS[type(event)]
        if state.phase not in allowed:
            follows = f"an event that can follow; the game is at: {state.phase.value}"
            raise BadValue("event", type(event).__name__, follows)
        return step(self, state, event)


def _started(_fold: Fold, state: State, event: Started) -> State:
    return replace(
        state,
        phase=GamePhase.KICKOFF,
        quarter=1,
        team=event.kicks,
        kicked_first=event.kicks,
        home_plays=event.home_plays,
    )


def _series(fold: Fold, state: State, event: SeriesBegan) -> State:
    changed = fold.rules.placing.changed.value
    state = replace(state, dead_y_mm=event.y_mm)
    return _first_down(fold, state, event.team, event.x_mm, event.y_mm, changed)


def _play(fold: Fold, state: State, event: PlayEnded) -> State:
    rules = fold.rules
    state = replace(state, plays=state.plays + 1)
    x_mm = state.x_mm if event.x_mm is None else event.x_mm
    y_mm = state.y_mm if event.y_mm is None else event.y_mm
    state = replace(state, dead_y_mm=y_mm)
    changed = rules.placing.changed.value
    if event.team is not state.team or event.changed_hands:
        return _first_down(fold, state, event.team, x_mm, y_mm, changed)
    if event.y_mm is not None:
        y_mm = _across(fold, y_mm, rules.placing.dead.value)
    if _reached(state, event.team, x_mm):
        return _first_down(fold, state, event.team, x_mm, y_mm, LateralRule.AS_IT_LIES)
    if state.down >= rules.series.downs.value:
        return _first_down(fold, state, event.team.other, x_mm, y_mm, changed)
    return replace(state, down=state.down + 1, x_mm=x_mm, y_mm=y_mm)


def _scored(fold: Fold, state: State, event: Scored) -> State:
    if (event.how in _TRIES) is not (state.phase is GamePhase.TRY):
        raise BadValue("how", event.how.value, f"what can be scored at: {state.phase.value}")
    points = int(getattr(fold.rules.points, event.how.name.lower()).value)
    home = event.team is Team.HOME
    state = replace(
        state,
        home_score=state.home_score + (points if home else 0),
        away_score=state.away_score + (0 if home else points),
        plays=state.plays + (1 if state.phase is GamePhase.SCRIMMAGE else 0),
        down=0,
        to_gain_x_mm=None,
    )
    if event.how is Score.TOUCHDOWN:
        return _to_the_try(fold, state, event.team)
    if event.how is Score.SAFETY:
        return replace(state, phase=GamePhase.FREE_KICK, team=event.team.other)
    return replace(state, phase=GamePhase.KICKOFF, team=event.team)


def _to_the_try(fold: Fold, state: State, team: Team) -> State:
    """The ball goes to the middle, a few yards off the goal line."""
    field, plays = fold.field, state.plays_toward(team)
    goal_mm = field.goal_to_goal_mm if plays is Direction.RIGHT else 0.0
    x_mm = goal_mm - plays.sign * stick_mm(field, fold.rules.placing.try_yd.value)
    y_mm = field.width_mm / 2.0
    return replace(state, phase=GamePhase.TRY, team=team, x_mm=x_mm, y_mm=y_mm, dead_y_mm=y_mm)


def _no_try(_fold: Fold, state: State, event: TryFailed) -> State:
    return replace(state, phase=GamePhase.KICKOFF, team=event.team)


def _again(fold: Fold, state: State, event: DownRepeated) -> State:
    x_mm = state.x_mm if event.x_mm is None else event.x_mm
    dead = fold.rules.placing.dead.value
    y_mm = state.y_mm if event.y_mm is None else _across(fold, event.y_mm, dead)
    return replace(state, x_mm=x_mm, y_mm=y_mm)


def _moved(fold: Fold, state: State, event: BallMoved) -> State:
    if not fold.rules.placing.offense_chooses.value:
        raise BadValue("event", "BallMoved", "a rulebook in which the offense may choose")
    if event.to not in _CHOICES:
        raise BadValue("to", event.to.value, f"one of {', '.join(c.value for c in _CHOICES)}")
    return replace(state, y_mm=_across(fold, state.dead_y_mm, event.to))


def _quarter(fold: Fold, state: State, _event: QuarterEnded) -> State:
    quarters = fold.rules.quarters.quarters.value
    if state.quarter >= quarters:
        return replace(state, phase=GamePhase.OVER)
    ended = state.quarter
    state = replace(state, quarter=ended + 1, plays=0)
    if _changes_ends(fold.rules.quarters.change_ends.value, ended):
        state = _turned_round(fold.field, state)
    if 2 * ended == quarters and state.kicked_first is not None:
        # Whoever kicked off to open the game receives to open the second half.
        kicks = state.kicked_first.other
        return replace(state, phase=GamePhase.KICKOFF, team=kicks, down=0, to_gain_x_mm=None)
    return state


def _noted(_fold: Fold, state: State, _event: Noted) -> State:
    return state


def _turned_round(field: FieldProfile, state: State) -> State:
    """The state after the teams change ends: every place is turned by 180 degrees."""
    line = state.to_gain_x_mm
    return replace(
        state,
        home_plays=state.home_plays.other,
        x_mm=field.goal_to_goal_mm - state.x_mm,
        y_mm=field.width_mm - state.y_mm,
        dead_y_mm=field.width_mm - state.dead_y_mm,
        to_gain_x_mm=None if line is None else field.goal_to_goal_mm - line,
    )


def _changes_ends(when: ChangeEnds, ended: int) -> bool:
    return {
        ChangeEnds.NEVER: False,
        ChangeEnds.EVERY_QUARTER: True,
        ChangeEnds.FIRST_AND_THIRD: ended % 2 == 1,
    }[when]


def _reached(state: State, team: Team, x_mm: float) -> bool:
    if state.to_gain_x_mm is None:
        return False
    return state.plays_toward(team).sign * (x_mm - state.to_gain_x_mm) >= 0.0


def _first_down(
    fold: Fold, state: State, team: Team, x_mm: float, y_mm: float, across: LateralRule
) -> State:
    plays = state.plays_toward(team)
    line = x_mm + plays.sign * stick_mm(fold.field, fold.rules.series.to_gain_yd.value)
    goal = fold.field.goal_to_goal_mm if plays is Direction.RIGHT else 0.0
    return replace(
        state,
        phase=GamePhase.SCRIMMAGE,
        team=team,
        down=1,
        x_mm=x_mm,
        y_mm=_across(fold, y_mm, across),
        to_gain_x_mm=line if plays.sign * (line - goal) < 0.0 else None,
        series=state.series + 1,
    )


def _across(fold: Fold, y_mm: float, rule: LateralRule) -> float:
    return lateral_spot_y_mm(fold.field, y_mm, rule)


_CHOICES = (LateralRule.NEAREST_HASH, LateralRule.MIDDLE)
_TRIES = frozenset({Score.KICKED_TRY, Score.PLAYED_TRY})
_ANY = frozenset(GamePhase) - {GamePhase.BEFORE, GamePhase.OVER}
_DOWN = frozenset({GamePhase.SCRIMMAGE})
_EventFold = Callable[[Fold, State, Any], State]
# Each event, the phases of the game in which it may come, and what it does.
_EVENT_FOLDS: Mapping[type[Event], tuple[frozenset[GamePhase], _EventFold]] = {
    Started: (frozenset({GamePhase.BEFORE}), _started),
    SeriesBegan: (_ANY, _series),
    PlayEnded: (_DOWN, _play),
    Scored: (_ANY, _scored),
    TryFailed: (frozenset({GamePhase.TRY}), _no_try),
    DownRepeated: (_ANY, _again),
    BallMoved: (_DOWN, _moved),
    QuarterEnded: (_ANY, _quarter),
    Noted: (frozenset(GamePhase), _noted),
    NamesCorrected: (frozenset(GamePhase), _noted),
}
