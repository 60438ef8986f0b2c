"""A try after a touchdown: where its ball lies, what it is worth, and who kicks off after it."""

from __future__ import annotations

from dataclasses import replace

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.roster import Team
from referee.game.events import Score, Scored, TryChosen
from referee.game.game_rules import GameRules
from referee.game.order.game_order import ActEnd, Outcome
from referee.game.order.periods import plays_left
from referee.game.state import GamePhase, State


def won_without_try(rules: GameRules, state: State, team: Team) -> bool:
    """Whether a touchdown on the last play has won the game, where that leaves no try."""
    last = state.quarter == rules.quarters.quarters.value and plays_left(rules, state) == 0
    ahead = state.score(team) > state.score(team.other)
    return rules.tries.skipped_when_won.value and last and ahead


def try_to_come(rules: GameRules, field: FieldProfile, state: State, team: Team) -> State:
    """The state with the try of a team ready; until it says otherwise, one by run or pass."""
    state = replace(state, team=team, try_by=None)
    return _placed(rules, field, state, Score.PLAYED_TRY, None)


def try_chosen(rules: GameRules, field: FieldProfile, state: State, event: TryChosen) -> State:
    """The state once the team that tries has said how, and where its ball lies."""
    if event.y_mm is not None:
        low, high = field.near_hash_y_mm, field.far_hash_y_mm
        if not low <= event.y_mm <= high:
            raise BadValue("y_mm", event.y_mm, f"{low:g} to {high:g} mm, between the hashes")
    return replace(_placed(rules, field, state, event.how, event.y_mm), try_by=event.how)


def scored_on_try(rules: GameRules, state: State, event: Scored) -> State:
    """The state after points of a try; whoever gets them, the team that tried kicks off."""
    returned = event.how is Score.PLAYED_TRY and event.team is not state.team
    outcome = Outcome.RETURNED_TRY if returned else Outcome(event.how.value)
    worth = {
        Outcome.KICKED_TRY: rules.points.kicked_try,
        Outcome.PLAYED_TRY: rules.points.played_try,
        Outcome.RETURNED_TRY: rules.points.returned_try,
        Outcome.SAFETY: rules.points.safety_on_try,
    }[outcome]
    end = rules.order.row(GamePhase.TRY).ends[outcome]
    return after_try(end, state.with_points(event.team, int(worth.value)), event.team)


def after_try(end: ActEnd, state: State, named: Team) -> State:
    """The state once a try is over."""
    return replace(end.after(state, named), try_by=None)


def _placed(
    rules: GameRules, field: FieldProfile, state: State, how: Score, y_mm: float | None
) -> State:
    """The ball of a try, a few yards off the goal line."""
    plays = state.plays_toward(state.team or Team.HOME)
    goal_mm = field.goal_to_goal_mm if plays is Direction.RIGHT else 0.0
    off = rules.tries.kicked_yd if how is Score.KICKED_TRY else rules.placing.try_yd
    x_mm = goal_mm - plays.sign * stick_mm(field, off.value)
    y_mm = field.width_mm / 2.0 if y_mm is None else y_mm
    return replace(state, x_mm=x_mm, y_mm=y_mm, dead_y_mm=y_mm)
