"""What a recovery leads to: whether the ball may be advanced, and what it is in an end zone."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Consequence, Episode, EpisodeTopic
from referee.calls.loose.ball_out import touchback_call
from referee.calls.phase_state import PhaseState
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import goal_x_mm
from referee.core.geometry.marker import Marker
from referee.core.probability import p_above


def recovery_calls(
    context: JudgingContext, state: PhaseState, call: Call, *, advance: bool = True
) -> list[Call]:
    """A recovery, dead where the rulebook says so, and the score or touchback that it is.

    ``advance``: nothing about the recovery keeps the recoverer from running.
    """
    rules, field = context.rules.loose, context.field
    recoverer = context.players[call.players[-1]]
    own, plays = recoverer.team is state.team, state.plays_of(recoverer.team)
    call = _with_doubt(context, call, plays, at_line=True)
    scores = rules.scores_own if own else rules.scores
    if scores.value and in_end_zone_ahead(field, call, plays):
        score = replace(call, kind=CallKind.TOUCHDOWN, rule=scores.rule, action=CallAction.CUT)
        episode = call.episode.leading_to(Consequence.TOUCHDOWN)
        return [replace(call, dead=True), replace(score, episode=episode)]
    rule = _why_dead(context, state, recoverer.id)
    if rule is None and advance:
        asked = chooses_touchback(context, state, call)
        return [replace(call, action=CallAction.CUT) if asked else call]
    dead = replace(call, dead=True, action=CallAction.CUT, rule=rule or call.rule)
    return _dead_calls(context, state, dead, own=own)


def in_end_zone_ahead(field: FieldProfile, call: Call, plays: Direction) -> bool:
    """Whether the ball lies in the end zone toward which one plays, or on its line."""
    return call.spot is not None and _p_beyond_goal(field, call.spot, plays, at_line=True) >= 0.5


def _why_dead(context: JudgingContext, state: PhaseState, recoverer: str) -> str | None:
    """The rule by which the recoverer may not run with the ball; None: it may."""
    rules, lost = context.rules.loose, state.lost
    own = context.players[recoverer].team is state.team
    if not rules.advance.value:
        return rules.advance.rule
    if lost is None:
        return None
    if rules.others_stay.value and own and lost.late and recoverer != lost.fumbler:
        return rules.others_stay.rule
    if rules.regained_dead.value and not own and lost.changes > 0:
        return rules.regained_dead.rule
    return None


def _dead_calls(context: JudgingContext, state: PhaseState, call: Call, *, own: bool) -> list[Call]:
    """A ball that is dead, and what that is in the recoverer's own end zone.

    It is a safety if its side lost the ball, else a touchback.
    """
    plays = (state.plays if own else state.plays.other).other
    on_line = context.rules.goal.on_the_line.value
    dead = _with_doubt(context, call, plays, at_line=on_line)
    if dead.spot is None:
        return [dead]
    if _p_beyond_goal(context.field, dead.spot, plays, at_line=on_line) < 0.5:
        return [dead]
    if not own:
        return [dead, touchback_call(context, state, dead)]
    rule = context.rules.goal.safety.rule
    safety = replace(dead, kind=CallKind.SAFETY, rule=rule, action=CallAction.RECORD)
    return [dead, replace(safety, episode=dead.episode.leading_to(Consequence.SAFETY))]


def calls_without_recovery(
    context: JudgingContext, state: PhaseState, t_ns: int, ball: Marker
) -> list[Call]:
    """After the last try: who had the ball last keeps it where it lies."""
    rules = context.rules.loose
    spot = BallSpot(ball.x_mm, ball.y_mm, ball.sigma_mm)
    episode = Episode(EpisodeTopic.LOOSE, state.play, since_ns=t_ns)
    call = build_call(CallKind.RECOVERED, rules.tries.rule, episode, t_ns, spot=spot, dead=True)
    return _dead_calls(context, state, call, own=True)


def chooses_touchback(context: JudgingContext, state: PhaseState, call: Call) -> bool:
    """Whether who took the ball away did so in its own end zone and may keep it there."""
    if not context.rules.loose.may_keep.value:
        return False
    taken = call.players and context.players[call.players[-1]].team is not state.team
    return bool(taken) and in_end_zone_ahead(context.field, call, state.plays)


def _with_doubt(context: JudgingContext, call: Call, plays: Direction, *, at_line: bool) -> Call:
    """The call, flagged if the ball lies so near to a goal line that it may be beyond or not."""
    if call.spot is None:
        return call
    likely = _p_beyond_goal(context.field, call.spot, plays, at_line=at_line)
    sure = context.thresholds.sure
    if not 1.0 - sure < likely < sure:
        return call
    near = DoubtKind.IN_END_ZONE if likely >= 0.5 else DoubtKind.IN_END_ZONE_UNLIKELY
    return replace(call, flag=tuple(dict.fromkeys((*call.flag, Doubt(near)))))


def _p_beyond_goal(
    field: FieldProfile, spot: BallSpot, plays: Direction, *, at_line: bool
) -> float:
    """How likely a place is beyond the goal line toward which one plays; ``at_line``: or on it."""
    beyond_mm = plays.sign * (spot.x_mm - goal_x_mm(field, plays))
    return p_above(beyond_mm, spot.sigma_mm, at_limit=at_line)
