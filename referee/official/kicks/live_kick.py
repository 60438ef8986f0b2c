"""A kick that lies live on the board, and one that is run back."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import Call
from referee.core.field.yards import stick_mm
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.types import BallAtRest
from referee.official.kicks.kick_play import KickPlay
from referee.official.play.state import BallOnBoard, PlayState
from referee.rulebooks.play_step import PlayStep


def lay_kicked_ball(
    context: DeclarationContext, state: PlayState, said: BallAtRest
) -> DeclarationResult:
    """The marker of a live kick is laid: where the book has it, or it has to be moved."""
    kicking, ball = state.kicking, said.marker
    lies = replace(state, loose=replace(state.loose, ball=said))
    if kicking is None or ball is None or context.power:
        return DeclarationResult(lies)
    field, rules = context.setup.field, kicking.kick.rules
    yard_mm = stick_mm(field, 1.0)
    x_mm = kicking.x_mm
    rule = kicking.rule if rules.recovers is None else rules.recovers.rule
    if state.loose.tries or x_mm is None:
        return DeclarationResult(lies)
    if abs(ball.x_mm - x_mm) > yard_mm:
        return context.refuse(state, rule, "the ball lies on the line on which it came down")
    if kicking.y_mm is None:
        low, high = field.near_numbers_inner_y_mm, field.far_numbers_inner_y_mm
        if not low <= ball.y_mm <= high and rules.lies_yd is None:
            return context.refuse(state, rule, "the ball lies between the numerals")
    elif abs(ball.y_mm - kicking.y_mm) > yard_mm:
        return context.refuse(state, rule, "the ball lies on the spot on which it came down")
    return DeclarationResult(lies)


def live_kick(state: PlayState, kicking: KickPlay, call: Call) -> DeclarationResult:
    """The play once a call has the kick lie live on the board."""
    return DeclarationResult(lies_loose(state, kicking), (call,))


def lies_loose(state: PlayState, kicking: KickPlay) -> PlayState:
    """The play once a kick lies on the board, for whoever gets there."""
    return replace(
        state,
        kicking=replace(kicking, loose=True),
        step=PlayStep.KICKED_BALL,
        team=state.offense.other,
        carrier=None,
        dice=(),
        loose=BallOnBoard(),
    )


def to_return(
    context: DeclarationContext, state: PlayState, kicking: KickPlay, carrier: str | None
) -> DeclarationResult:
    """The receiving side has the ball, and the return comes next."""
    team = state.offense.other
    return DeclarationResult(
        replace(
            state,
            kicking=replace(kicking, at=len(kicking.kick.stages), asks=None),
            step=PlayStep.RETURN,
            last=context.procedure.before(PlayStep.RETURN),
            team=team,
            carrier=carrier,
            dice=(),
            gained_x_mm=kicking.x_mm,
        )
    )


def with_call(call: Call, found: DeclarationResult) -> DeclarationResult:
    """The same result with a call in front."""
    return replace(found, calls=(call, *found.calls))
