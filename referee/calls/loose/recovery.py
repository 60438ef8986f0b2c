"""What a recovery leads to: whether the ball may be advanced, and what it is in an end zone."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.loose.ball_out import touchback_call
from referee.calls.passing.catch_result import JudgingContext
from referee.calls.phase_state import PhaseState
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.marker import Marker


def recovery_calls(
    book: JudgingContext, situation: PhaseState, call: Call, *, advance: bool = True
) -> list[Call]:
    """A recovery, dead where the rulebook says so, and the score or touchback that it is.

    ``advance``: nothing about how it was recovered keeps him from running with it.
    """
    rules, field = book.rules.loose, book.field
    recoverer = book.players[call.players[-1]]
    own = recoverer.team is situation.team
    plays = situation.plays if own else situation.plays.other
    scores = rules.scores_own if own else rules.scores
    if scores.value and in_end_zone_ahead(field, call, plays):
        score = replace(call, kind=CallKind.TOUCHDOWN, rule=scores.rule, action=CallAction.CUT)
        return [replace(call, dead=True), replace(score, episode=f"touchdown:{call.episode}")]
    rule = _why_dead(book, situation, recoverer.id)
    if rule is None and advance:
        asked = chooses_touchback(book, situation, call)
        return [replace(call, action=CallAction.CUT) if asked else call]
    dead = replace(call, dead=True, action=CallAction.CUT, rule=rule or call.rule)
    return [dead, *_in_own_end_zone(book, situation, dead, own=own)]


def in_end_zone_ahead(field: FieldProfile, call: Call, plays: Direction) -> bool:
    """Whether the ball lies in the end zone toward which one plays, or on its line."""
    return call.spot is not None and _beyond_goal(field, call.spot, plays) >= 0.0


def _why_dead(book: JudgingContext, situation: PhaseState, recoverer: str) -> str | None:
    """The rule by which he may not run with it; None: he may."""
    rules, lost = book.rules.loose, situation.lost
    own = book.players[recoverer].team is situation.team
    if not rules.advance.value:
        return rules.advance.rule
    if lost is None:
        return None
    if rules.others_stay.value and own and lost.late and recoverer != lost.fumbler:
        return rules.others_stay.rule
    if rules.regained_dead.value and not own and lost.changes > 0:
        return rules.regained_dead.rule
    return None


def _in_own_end_zone(
    book: JudgingContext, situation: PhaseState, dead: Call, *, own: bool
) -> list[Call]:
    """Dead in the recoverer's own end zone: a safety if his side lost it, else a touchback."""
    if dead.spot is None:
        return []
    plays = situation.plays if own else situation.plays.other
    if _beyond_goal(book.field, dead.spot, plays.other) < 0.0:
        return []
    if not own:
        return [touchback_call(book, situation, dead)]
    rule = book.rules.goal.safety.rule
    safety = replace(dead, kind=CallKind.SAFETY, rule=rule, action=CallAction.RECORD)
    return [replace(safety, episode=f"safety:{dead.episode}")]


def calls_without_recovery(
    book: JudgingContext, situation: PhaseState, t_ns: int, ball: Marker
) -> list[Call]:
    """After the last try: who had the ball last keeps it where it lies."""
    rules = book.rules.loose
    call = Call(
        t_ns,
        0,
        CallKind.RECOVERED,
        rules.tries.rule,
        1.0,
        CallAction.CUT,
        (),
        None,
        None,
        BallSpot(ball.x_mm, ball.y_mm, ball.sigma_mm),
        (),
        (t_ns,),
        f"loose:{situation.play}:{t_ns}",
        dead=True,
    )
    return [call, *_in_own_end_zone(book, situation, call, own=True)]


def chooses_touchback(book: JudgingContext, situation: PhaseState, call: Call) -> bool:
    """Whether who took the ball away did so in his own end zone and may keep it there."""
    if not book.rules.loose.may_keep.value:
        return False
    taken = call.players and book.players[call.players[-1]].team is not situation.team
    return bool(taken) and in_end_zone_ahead(book.field, call, situation.plays)


def _beyond_goal(field: FieldProfile, spot: BallSpot, plays: Direction) -> float:
    """How far a place is beyond the goal line toward which one plays; on it: 0."""
    goal_x = field.goal_to_goal_mm if plays is Direction.RIGHT else 0.0
    return plays.sign * (spot.x_mm - goal_x)
