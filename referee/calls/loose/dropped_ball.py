"""A felt ball that was dropped has come to rest: whom it touches, or where it has gone out."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.loose.ball_out import BallOutTracker, ball_out_calls
from referee.calls.loose.loose_rules import JointPossession
from referee.calls.loose.recovery import recovery_calls
from referee.calls.passing.catch_result import JudgingContext
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
    book: JudgingContext, situation: PhaseState, board: BoardFrame, ball: Marker
) -> DroppedBall:
    """What a dropped ball came to."""
    out = BallOutTracker(book.field, book.levels).see(board.t_ns, ball)
    if out is not None:
        return DroppedBall(tuple(ball_out_calls(book, situation, out)))
    beside = _beside(book, situation, board, ball)
    touch = [each for each in beside if each.share >= book.levels.doubt]
    if not touch:
        return DroppedBall()
    flag = _close(book, beside) + _unseen(situation, board)
    names = tuple(each.seen.player for each in touch)
    teams = {book.players[name].team for name in names}
    rules, nearest = book.rules.loose, touch[0]
    if len(teams) > 1:
        if rules.both.value is JointPossession.AGAIN:
            return DroppedBall(again=True)
        own = [n for n in names if book.players[n].team is situation.team]
        names, flag = (own[0],), (*flag, "opponents touch it both")
    share = math.prod(each.share for each in touch)
    call = Call(
        board.t_ns,
        0,
        CallKind.RECOVERED,
        rules.near_balls.rule,
        share,
        CallAction.CUT,
        names,
        nearest.gap.gap_mm,
        nearest.gap.sigma_mm,
        BallSpot(ball.x_mm, ball.y_mm, ball.sigma_mm),
        flag,
        (board.t_ns,),
        f"dropped:{situation.play}:{board.t_ns}",
    )
    upright = nearest.seen.fallen < book.levels.doubt
    return DroppedBall(
        tuple(recovery_calls(book, situation, call, advance=len(names) == 1 and upright))
    )


def _beside(
    book: JudgingContext, situation: PhaseState, board: BoardFrame, ball: Marker
) -> list[_BallNeighbour]:
    """Whoever may touch it, the nearest first. A player is not touched by a ball far off."""
    allowed_mm = book.rules.loose.near_balls.value * 2.0 * ball.radius_mm
    found: list[_BallNeighbour] = []
    if allowed_mm == 0.0:
        return found
    for seen in board.seen:
        if seen.player not in situation.on_field:
            continue
        gap = marker_gap(book.players[seen.player].base, seen.measured, ball)
        share = p_below(gap.gap_mm, gap.sigma_mm, allowed_mm, at_limit=True)
        if share > 1.0 - book.levels.sure:
            found.append(_BallNeighbour(seen, gap, share))
    return sorted(found, key=lambda each: (each.gap.gap_mm, each.seen.player))


def _close(book: JudgingContext, beside: list[_BallNeighbour]) -> tuple[str, ...]:
    sure = book.levels.sure
    close = [each.seen.player for each in beside if 1.0 - sure < each.share < sure]
    return (
        *(f"too close to tell whether it touches {name}" for name in close),
        *identity_doubts(*(each.seen for each in beside)),
    )


def _unseen(situation: PhaseState, board: BoardFrame) -> tuple[str, ...]:
    hidden = [name for name in sorted(situation.on_field) if board.find(name) is None]
    return tuple(f"{name} was not seen and may touch it" for name in hidden)
