"""What dice make of a fall or a fumble: a call in its place, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Consequence
from referee.calls.lines.dead_ball import dead_ball_calls
from referee.calls.loose.recovery import in_end_zone_ahead
from referee.calls.phase_state import PhaseState
from referee.core.roster import Team


def fall_after_dice(
    context: JudgingContext, state: PhaseState, fall: Call, rule: str, *, lost: bool
) -> tuple[Call, ...]:
    """A fall once the dice have spoken: the ball is lost, or the carrier is down with it."""
    if lost:
        return (replace(fall, kind=CallKind.FUMBLE, rule=rule, action=CallAction.RECORD),)
    down = replace(fall, kind=CallKind.CARRIER_DOWN, rule=rule, action=CallAction.RECORD)
    return (down, *dead_ball_calls(context, state, down))


def fumble_after_dice(
    context: JudgingContext, state: PhaseState, fumble: Call, rule: str, *, taken: bool, t_ns: int
) -> tuple[Team, tuple[Call, ...]]:
    """A fumble once the dice have spoken: the team that has the ball, dead where it was lost."""
    team = state.team.other if taken else state.team
    call = replace(
        fumble,
        t_ns=t_ns,
        sigma_ns=0,
        kind=CallKind.RECOVERED,
        rule=rule,
        action=CallAction.RECORD,
        players=(),
        gap_mm=None,
        sigma_mm=None,
        frames=(t_ns,),
        episode=fumble.episode.leading_to(Consequence.DICE),
        dead=True,
    )
    if not taken:
        return team, (call, *dead_ball_calls(context, state, call))
    if in_end_zone_ahead(context.field, call, state.plays.other):
        score = replace(call, kind=CallKind.TOUCHDOWN, rule=context.rules.goal.touchdown.rule)
        flag = (*call.flag, Doubt(DoubtKind.RULEBOOK_SILENT, detail="a ball won by dice there"))
        episode = call.episode.leading_to(Consequence.TOUCHDOWN)
        return team, (call, replace(score, flag=flag, episode=episode))
    return team, (call,)
