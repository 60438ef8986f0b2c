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
from referee.game.frame_events import (
    Challenged,
    ChallengeDecided,
    Disputed,
    EndsChosen,
    KickChosen,
    OvertimeSettled,
    TimeoutTaken,
    Tossed,
)
from referee.game.game_rules import GameRules
from referee.game.journal import Journal
from referee.game.order.game_order import ActEnd, Outcome
from referee.game.order.interruptions import (
    challenge_decided,
    challenge_made,
    dispute_given,
    timeout_taken,
)
from referee.game.order.offers import check_legal
from referee.game.order.opening import ends_chosen, game_opened, kick_chosen, tossed
from referee.game.order.overtime import after_overtime_event
from referee.game.order.periods import overtime_settled, period_ended, what_follows
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
        after = with_play_over(state, event, self.unchecked(state, event))
        return after_overtime_event(self.rules, state, event, after)

    def unchecked(self, state: State, event: Event) -> State:
        """The state after an event by itself, whether it is offered or not."""
        return _EVENT_FOLDS[type(event)](self, state, event)

    def with_what_follows(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """The state after all that happens now by itself, and that."""
        event = what_follows(self.rules, state)
        if event is None:
            return state, ()
        state, more = self.with_what_follows(self.after(state, event))
        return state, (event, *more)

    @property
    def penalty_ground(self) -> PenaltyGround:
        """What penalties ask of the rulebook and the board."""
        rules = self.rules
        return PenaltyGround(rules.fouls, rules.penalties, rules.order, self.field)

    def end(self, state: State, outcome: Outcome) -> ActEnd:
        """What an outcome of the act of a state leads to."""
        return self.rules.order.row(state.phase).ends[outcome]


def _started(fold: Fold, state: State, event: Started) -> State:
    return game_opened(fold.rules, fold.end(state, Outcome.START), state, event)


def _series(fold: Fold, state: State, event: SeriesBegan) -> State:
    changed = fold.rules.placing.changed.value
    state = with_play_counted(fold.rules, state, event)
    state = replace(state, dead_y_mm=event.y_mm)
    return _first_down(fold, state, event.team, event.x_mm, event.y_mm, changed)


def _play(fold: Fold, state: State, event: PlayEnded) -> State:
    rules = fold.rules
    state = with_play_counted(rules, state, event)
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
    state = with_play_counted(fold.rules, state, event)
    state = replace(state.with_points(event.team, int(points.value)), down=0, to_gain_x_mm=None)
    state = end.after(state, event.team)
    if state.phase is not GamePhase.TRY:
        return state
    if won_without_try(fold.rules, state, event.team):
        return state.going_on()
    return try_to_come(fold.rules, fold.field, state, event.team)


def _try_chosen(fold: Fold, state: State, event: TryChosen) -> State:
    return try_chosen(fold.rules, fold.field, state, event)


def _no_try(fold: Fold, state: State, event: TryFailed) -> State:
    return after_try(fold.end(state, Outcome.TRY_FAILED), state, event.team)


def _again(fold: Fold, state: State, event: DownRepeated) -> State:
    state = with_play_counted(fold.rules, state, event)
    # A down that is played again for another reason leaves the play before it as it was.
    state = without_fouls(state) if event.fouled else replace(state, fouls=())
    x_mm = state.x_mm if event.x_mm is None else event.x_mm
    dead = fold.rules.placing.dead.value
    y_mm = state.y_mm if event.y_mm is None else _across(fold, event.y_mm, dead)
    lost, team = event.down is PenaltyDown.LOST, state.team
    if state.phase is GamePhase.TRY and lost:
        return after_try(fold.end(state, Outcome.TRY_FAILED), state, team or Team.HOME)
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
    return period_ended(fold.rules, fold.field, state)


def _noted(_fold: Fold, state: State, _event: Noted) -> State:
    return state


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
    Tossed: lambda fold, state, event: tossed(fold.rules, state, event),
    KickChosen: lambda fold, state, event: kick_chosen(fold.rules, state, event),
    EndsChosen: lambda _fold, state, event: ends_chosen(state, event),
    OvertimeSettled: lambda _fold, state, event: overtime_settled(state, event),
    TimeoutTaken: lambda _fold, state, event: timeout_taken(state, event),
    Challenged: lambda _fold, state, event: challenge_made(state, event),
    ChallengeDecided: lambda fold, state, event: challenge_decided(fold.rules, state, event),
    Disputed: lambda _fold, state, event: dispute_given(state, event),
    Noted: _noted,
    NamesCorrected: _noted,
}
