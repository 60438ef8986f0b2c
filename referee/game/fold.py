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
    FoulAnswer,
    FoulCalled,
    FoulRolled,
    FoulsSettled,
    NamesCorrected,
    Noted,
    PenaltyDown,
    PlayEnded,
    QuarterEnded,
    Scored,
    SeriesBegan,
    Started,
    TryChosen,
    TryFailed,
)
from referee.game.game_rules import ChangeEnds, GameRules
from referee.game.journal import Journal
from referee.game.order.game_order import ActEnd, Outcome
from referee.game.order.offers import check_legal
from referee.game.order.play_count import with_play_counted
from referee.game.order.tries import (
    after_try,
    scored_on_try,
    try_chosen,
    try_to_come,
    won_without_try,
)
from referee.game.penalties.enforcement import PenaltyGround, enforcement_of
from referee.game.penalties.open_fouls import (
    fouls_to_settle,
    with_foul,
    with_play_over,
    with_roll,
    without_fouls,
)
from referee.game.state import GamePhase, State


@dataclass(frozen=True, slots=True)
class Fold:
    """Folds events into states, by a rulebook, on a field; what is not legal it refuses."""

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
        check_legal(state, self.rules, event)
        return with_play_over(state, event, self.unchecked(state, event))

    def unchecked(self, state: State, event: Event) -> State:
        """The state after an event by itself, whether it is offered or not."""
        return _EVENT_FOLDS[type(event)](self, state, event)

    @property
    def penalty_ground(self) -> PenaltyGround:
        """What penalties ask of the rulebook and the board."""
        rules = self.rules
        return PenaltyGround(rules.fouls, rules.penalties, rules.order, self.field)

    def end(self, state: State, outcome: Outcome) -> ActEnd:
        """What an outcome of the act of a state leads to."""
        return self.rules.order.row(state.phase).ends[outcome]


def _started(fold: Fold, state: State, event: Started) -> State:
    return replace(
        state,
        phase=fold.end(state, Outcome.START).then,
        quarter=1,
        team=event.kicks,
        kicked_first=event.kicks,
        home_plays=event.home_plays,
    )


def _series(fold: Fold, state: State, event: SeriesBegan) -> State:
    changed = fold.rules.placing.changed.value
    state = with_play_counted(fold.rules.quarters, state, event)
    state = replace(state, dead_y_mm=event.y_mm)
    return _first_down(fold, state, event.team, event.x_mm, event.y_mm, changed)


def _play(fold: Fold, state: State, event: PlayEnded) -> State:
    rules = fold.rules
    state = with_play_counted(rules.quarters, state, event)
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
    if state.phase is GamePhase.TRY:
        return scored_on_try(fold.rules, state, event)
    end = fold.end(state, Outcome(event.how.value))
    points = getattr(fold.rules.points, event.how.name.lower())
    state = with_play_counted(fold.rules.quarters, state, event)
    state = replace(state.with_points(event.team, int(points.value)), down=0, to_gain_x_mm=None)
    if end.then is not GamePhase.TRY:
        return replace(state, phase=end.then, team=end.team(state.team, event.team))
    if won_without_try(fold.rules, state, event.team):
        return replace(state, phase=GamePhase.KICKOFF, team=event.team)
    return try_to_come(fold.rules, fold.field, state, event.team)


def _try_chosen(fold: Fold, state: State, event: TryChosen) -> State:
    return try_chosen(fold.rules, fold.field, state, event)


def _no_try(fold: Fold, state: State, _event: TryFailed) -> State:
    return after_try(fold.end(state, Outcome.TRY_FAILED), state)


def _again(fold: Fold, state: State, event: DownRepeated) -> State:
    state = without_fouls(with_play_counted(fold.rules.quarters, state, event))
    x_mm = state.x_mm if event.x_mm is None else event.x_mm
    dead = fold.rules.placing.dead.value
    y_mm = state.y_mm if event.y_mm is None else _across(fold, event.y_mm, dead)
    lost, team = event.down is PenaltyDown.LOST, state.team
    if state.phase is GamePhase.TRY and lost:
        return after_try(fold.end(state, Outcome.TRY_FAILED), state)
    if state.phase is not GamePhase.SCRIMMAGE or team is None:
        return replace(state, x_mm=x_mm, y_mm=y_mm)
    if event.down is PenaltyDown.FIRST or _reached(state, team, x_mm):
        return _first_down(fold, state, team, x_mm, y_mm, LateralRule.AS_IT_LIES)
    if lost and state.down >= fold.rules.series.downs.value:
        changed = fold.rules.placing.changed.value
        return _first_down(fold, state, team.other, x_mm, y_mm, changed)
    return replace(state, down=state.down + lost, x_mm=x_mm, y_mm=y_mm)


def _foul(fold: Fold, state: State, event: FoulCalled) -> State:
    return with_foul(fold.rules.fouls, state, event)


def _rolled(fold: Fold, state: State, event: FoulRolled) -> State:
    return with_roll(fold.rules.fouls, state, event)


def _settled(fold: Fold, state: State, event: FoulsSettled) -> State:
    now = fouls_to_settle(fold.rules.fouls, fold.rules.penalties, state)
    later = tuple(foul for foul in state.fouls if foul not in now)
    if event.how is FoulAnswer.DECLINE:
        return replace(state, fouls=later)
    if event.how is FoulAnswer.OFFSET:
        again = DownRepeated(fouled=state.snap is not None, kick=state.snap_kick)
        before = state if state.snap is None else state.snap
        after = fold.unchecked(before, again)
    else:
        foul = next(each for each in now if each.number == event.number)
        taken = enforcement_of(fold.penalty_ground, state, foul)
        after = without_fouls(fold.unchecked(taken.before, taken.event))
    return replace(after, fouls=later, fouls_called=state.fouls_called)


def _moved(fold: Fold, state: State, event: BallMoved) -> State:
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


_EventFold = Callable[[Fold, State, Any], State]
# What each event does; `offers` says when it may come.
_EVENT_FOLDS: Mapping[type[Event], _EventFold] = {
    Started: _started,
    SeriesBegan: _series,
    PlayEnded: _play,
    Scored: _scored,
    TryChosen: _try_chosen,
    TryFailed: _no_try,
    DownRepeated: _again,
    FoulCalled: _foul,
    FoulRolled: _rolled,
    FoulsSettled: _settled,
    BallMoved: _moved,
    QuarterEnded: _quarter,
    Noted: _noted,
    NamesCorrected: _noted,
}
