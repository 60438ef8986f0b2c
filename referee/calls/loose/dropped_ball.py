"""A felt ball that was dropped has come to rest: whom it touches, or where it has gone out."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.calls.call import BallSpot, Call, CallKind
from referee.calls.call_builder import build_call
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.loose.ball_out import BallOutTracker, ball_out_calls
from referee.calls.loose.loose_rules import JointPossession
from referee.calls.loose.recovery import recovery_calls
from referee.calls.phase_state import PhaseState
from referee.core.geometry.marker import Marker, MarkerGap, marker_gap
from referee.core.probability import p_below


@dataclass(frozen=True, slots=True)
class _BallNeighbour:
    seen: SeenBase
    gap: MarkerGap
    share: float


@dataclass(frozen=True, slots=True)
class DroppedBall:
    """The calls of a dropped ball; none: it lies free, and everybody may go for it.

    ``again``: it touches opponents, and is dropped once more.
    """

    calls: tuple[Call, ...] = ()
    again: bool = False


def dropped_ball(
    context: JudgingContext, state: PhaseState, board: BoardFrame, ball: Marker
) -> DroppedBall:
    """What a dropped ball came to."""
    out = BallOutTracker(context.field, context.thresholds).update(board.t_ns, ball)
    if out is not None:
        return DroppedBall(tuple(ball_out_calls(context, state, out)))
    beside = _beside(context, state, board, ball)
    touch = [each for each in beside if each.share >= context.thresholds.doubt]
    if not touch:
        return DroppedBall()
    flag = _close(context, beside) + _unseen(state, board)
    names = tuple(each.seen.player for each in touch)
    teams = {context.players[name].team for name in names}
    rules, nearest = context.rules.loose, touch[0]
    if len(teams) > 1:
        if rules.both.value is JointPossession.AGAIN:
            return DroppedBall(again=True)
        own = [n for n in names if context.players[n].team is state.team]
        names, flag = (own[0],), (*flag, Doubt(DoubtKind.OPPONENTS_TOUCH_IT))
    share = math.prod(each.share for each in touch)
    upright = nearest.seen.p_upright
    if len(names) == 1:
        # Who lies may not run with it: whether the play goes on hangs on that.
        share *= max(upright, 1.0 - upright)
        flag = (*flag, *_lying(context, upright))
    call = build_call(
        CallKind.RECOVERED,
        rules.near_balls.rule,
        Episode(EpisodeTopic.DROPPED, state.play, since_ns=board.t_ns),
        board.t_ns,
        certainty=share,
        players=names,
        gap=(nearest.gap.gap_mm, nearest.gap.sigma_mm),
        spot=BallSpot(ball.x_mm, ball.y_mm, ball.sigma_mm),
        flag=flag,
    )
    advance = len(names) == 1 and not nearest.seen.lies
    return DroppedBall(tuple(recovery_calls(context, state, call, advance=advance)))


def _beside(
    context: JudgingContext, state: PhaseState, board: BoardFrame, ball: Marker
) -> list[_BallNeighbour]:
    """Whoever may touch it, the nearest first. A player is not touched by a ball far off."""
    allowed_mm = context.rules.loose.near_balls.value * 2.0 * ball.radius_mm
    found: list[_BallNeighbour] = []
    if allowed_mm == 0.0:
        return found
    for seen in board.seen:
        if seen.player not in state.on_field:
            continue
        gap = marker_gap(context.players[seen.player].base, seen.measured, ball)
        share = p_below(gap.gap_mm, gap.sigma_mm, allowed_mm, at_limit=True)
        if share > 1.0 - context.thresholds.sure:
            found.append(_BallNeighbour(seen, gap, share))
    return sorted(found, key=lambda each: (each.gap.gap_mm, each.seen.player))


def _close(context: JudgingContext, beside: list[_BallNeighbour]) -> tuple[Doubt, ...]:
    sure = context.thresholds.sure
    close = [each.seen.player for each in beside if 1.0 - sure < each.share < sure]
    return (
        *(Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail=f"it touches {name}") for name in close),
        *identity_doubts(*(each.seen for each in beside)),
    )


def _lying(context: JudgingContext, upright: float) -> tuple[Doubt, ...]:
    """That nobody can tell whether the recoverer stands; none: it is plain."""
    sure = context.thresholds.sure
    unsure = 1.0 - sure < upright < sure
    return (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="that player stood"),) if unsure else ()


def _unseen(state: PhaseState, board: BoardFrame) -> tuple[Doubt, ...]:
    hidden = [name for name in sorted(state.on_field) if board.find(name) is None]
    return tuple(Doubt(DoubtKind.HIDDEN_BY_BALL, name) for name in hidden)
