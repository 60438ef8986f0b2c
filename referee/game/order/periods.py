"""Periods: how many plays one has, when it is over, and what comes after it.

A period is a quarter, or a period of an overtime.
"""

from __future__ import annotations

from dataclasses import replace

from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Team
from referee.game.events import Event, QuarterEnded
from referee.game.frame_events import OvertimeSettled
from referee.game.frame_rules import LaterPeriods, OvertimePlayed
from referee.game.game_rules import ChangeEnds, GameRules
from referee.game.order.opening import half_opened, overtime_opened
from referee.game.state import GamePhase, State

# The choice before an overtime period: of the toss's loser, winner and loser, then a new toss.
_TOSS_EVERY = 4


def in_overtime(rules: GameRules, state: State) -> bool:
    """Whether the quarters of the game are over."""
    return state.quarter > rules.quarters.quarters.value


def overtime_period(rules: GameRules, state: State) -> int:
    """Which period of overtime it is, from 1; 0 or less: none."""
    return state.quarter - round(rules.quarters.quarters.value)


def ends_half(rules: GameRules, state: State) -> bool:
    """Whether the half, or the game, ends with this period."""
    quarters = round(rules.quarters.quarters.value)
    return state.quarter * 2 == quarters or state.quarter >= quarters


def period_plays(rules: GameRules, state: State) -> int:
    """The plays of this period, with those that timeouts have added; 0: it goes by a clock."""
    plays = rules.quarters.plays.value
    if in_overtime(rules, state):
        overtime = rules.overtime
        own = overtime.playoff_plays if state.playoff else overtime.plays
        plays = own.value or plays
    return round(plays) + state.extra_plays if plays else 0


def plays_left(rules: GameRules, state: State) -> int | None:
    """The plays that are left of this period; None: it goes by a clock."""
    plays = period_plays(rules, state)
    return max(plays - state.plays, 0) if plays else None


def in_drill(rules: GameRules, state: State) -> bool:
    """Whether the next play is one of the last of a half, or of overtime: its drill."""
    left = plays_left(rules, state)
    if left is None or not ends_half(rules, state) or state.phase is GamePhase.OVER:
        return False
    return left <= rules.quarters.drill_plays.value > 0


def what_follows(rules: GameRules, state: State) -> Event | None:
    """What happens now by itself: a period whose plays are over ends, once nothing is owed."""
    row = rules.order.row(state.phase)
    over = plays_left(rules, state) == 0 and state.challenged_by is None and not state.fouls
    return QuarterEnded() if row.period_may_end and over else None


def period_ended(rules: GameRules, field: FieldProfile, state: State) -> State:
    """The state after a period: the next one, the second half, an overtime, or the end."""
    ended, quarters = state.quarter, round(rules.quarters.quarters.value)
    if ended > quarters:
        return _overtime_period_ended(rules, field, state)
    if ended == quarters:
        return _regulation_ended(rules, state)
    state = _next_period(rules, field, state)
    if 2 * ended == quarters:
        return half_opened(_timeouts_anew(state))
    return state


def overtime_settled(state: State, event: OvertimeSettled) -> State:
    """The state once the coaches have said whether a tied game goes on."""
    return _overtime_began(state) if event.played else replace(state, phase=GamePhase.OVER)


def timeouts_of_half(rules: GameRules, state: State) -> int:
    """The timeouts that a team has until they are given anew."""
    period, overtime = overtime_period(rules, state), rules.overtime
    if period <= 0:
        return round(rules.timeouts.half.value)
    if period > overtime.first_half_periods.value:
        return round(overtime.later_timeouts.value)
    own = overtime.playoff_timeouts if state.playoff else overtime.timeouts
    return round(own.value)


def _regulation_ended(rules: GameRules, state: State) -> State:
    played = rules.overtime.played.value
    needed = state.playoff or played is OvertimePlayed.ALWAYS
    if state.leader is not None or not (needed or played is OvertimePlayed.IF_WANTED):
        return _over(state)
    if needed:
        return _overtime_began(state)
    return replace(state, phase=GamePhase.OVERTIME, down=0, to_gain_x_mm=None, owed=())


def _overtime_began(state: State) -> State:
    state = replace(state, quarter=state.quarter + 1, plays=0, extra_plays=0, had_ball=())
    return overtime_opened(_timeouts_anew(state), None)


def _overtime_period_ended(rules: GameRules, field: FieldProfile, state: State) -> State:
    overtime, period = rules.overtime, overtime_period(rules, state)
    last = not state.playoff and period >= overtime.periods.value > 0
    anew = overtime.later.value is LaterPeriods.CHOICE
    if last or (anew and state.leader is not None):
        return _over(state)
    state = _next_period(rules, field, state)
    later = period - overtime.first_half_periods.value
    if later >= 0 and later % overtime.half_periods.value == 0:
        state = _timeouts_anew(state)
    if not anew:
        return state
    return overtime_opened(state, _chooses(state.toss_winner, period))


def _chooses(winner: Team | None, period: int) -> Team | None:
    """Who has the choice after an overtime period; None: there is a new toss."""
    if winner is None or period % _TOSS_EVERY == 0:
        return None
    return winner.other if period % 2 == 1 else winner


def _next_period(rules: GameRules, field: FieldProfile, state: State) -> State:
    ended = state.quarter
    state = replace(state, quarter=ended + 1, plays=0, extra_plays=0)
    changes = {
        ChangeEnds.NEVER: False,
        ChangeEnds.EVERY_QUARTER: True,
        ChangeEnds.FIRST_AND_THIRD: ended % 2 == 1,
    }[rules.quarters.change_ends.value]
    return _turned_round(field, state) if changes else state


def _timeouts_anew(state: State) -> State:
    for team in Team:
        state = state.with_counts(team, replace(state.counts(team), timeouts=0))
    return state


def _over(state: State) -> State:
    return replace(state, phase=GamePhase.OVER, owed=())


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
