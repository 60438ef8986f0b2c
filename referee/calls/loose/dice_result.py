"""What dice make of a fall or a fumble: a call in its place, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.lines.goal_line import safety_call
from referee.calls.lines.line_to_gain import line_to_gain_call
from referee.calls.loose.recovery import in_end_zone_ahead
from referee.calls.passing.catch_result import JudgingContext
from referee.calls.phase_state import PhaseState
from referee.core.roster import Team


def fall_after_dice(
    book: JudgingContext, situation: PhaseState, fall: Call, rule: str, *, lost: bool
) -> tuple[Call, ...]:
    """A fall once the dice have spoken: the ball is lost, or he is down with it."""
    if lost:
        return (replace(fall, kind=CallKind.FUMBLE, rule=rule, action=CallAction.RECORD),)
    down = replace(fall, kind=CallKind.CARRIER_DOWN, rule=rule, action=CallAction.RECORD)
    return (down, *_follows(book, situation, down))


def fumble_after_dice(
    book: JudgingContext, situation: PhaseState, fumble: Call, rule: str, *, taken: bool, t_ns: int
) -> tuple[Team, tuple[Call, ...]]:
    """A fumble once the dice have spoken: the team that has the ball, dead where it was lost."""
    team = situation.team.other if taken else situation.team
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
        episode=f"dice:{fumble.episode}",
        dead=True,
    )
    if not taken:
        return team, (call, *_follows(book, situation, call))
    if in_end_zone_ahead(book.field, call, situation.plays.other):
        score = replace(call, kind=CallKind.TOUCHDOWN, rule=book.rules.goal.touchdown.rule)
        flag = (*call.flag, "the rulebook does not say what a ball won by dice there is")
        return team, (call, replace(score, flag=flag, episode=f"touchdown:{call.episode}"))
    return team, (call,)


def _follows(book: JudgingContext, situation: PhaseState, dead: Call) -> Sequence[Call]:
    """The safety or the line to gain that come with where the ball is dead."""
    behind = safety_call(book.rules.goal, book.field, book.levels, situation, dead)
    gain = line_to_gain_call(book.rules.gain, book.levels, situation, dead)
    return [each for each in (behind, gain) if each is not None]
