"""What each declaration does to a play. A declaration that is not due is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import PlayName
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.dice import answer_roll
from referee.official.declarations.handoffs import exchange_ball, throw_ball
from referee.official.declarations.loose_ball import TOUCHBACK, answer_touchback, ball_at_rest
from referee.official.declarations.pass_target import aim_pass, pass_refusal
from referee.official.declarations.play_choice import name_play
from referee.official.declarations.types import (
    BallAtRest,
    BallHandedOff,
    BallLateraled,
    BallPitched,
    Declaration,
    DiceRolled,
    KickNamed,
    PassAimed,
    PassThrown,
    PlayNamed,
    QuestionAnswered,
    TargetRemoved,
)
from referee.official.kicks.live_kick import lay_kicked_ball
from referee.official.kicks.stages import (
    DECLINED,
    FAIR_CATCH,
    FAKE,
    answer_choice,
    answer_landing,
    answer_result,
    call_fair_catch,
    choose_kick,
    decline_kick,
    fake_kick,
)
from referee.official.play.state import PassInPlay, PlayState
from referee.rulebooks.kicks.kick_rules import KickAsk
from referee.rulebooks.play_step import PlayStep

# What a coach answers to a referee who would end the play.
LET_RUN = "let him run"


def answer_declaration(
    context: DeclarationContext, state: PlayState, said: Declaration
) -> DeclarationResult:
    """The result of a declaration that is not about the switch."""
    hear = _HANDLERS.get(type(said))
    return DeclarationResult(state) if hear is None else hear(context, state, said)


def _taken_up(
    _context: DeclarationContext, state: PlayState, _said: TargetRemoved
) -> DeclarationResult:
    """Nothing is thrown after all, neither to a target nor with the passing figure."""
    pending = None if state.passing.owed else state.pending
    passing = PassInPlay(passer=state.passing.passer)
    return DeclarationResult(replace(state, passing=passing, pending=pending))


def _answered(
    context: DeclarationContext, state: PlayState, said: QuestionAnswered
) -> DeclarationResult:
    kick = _KICK_ANSWERS.get(said.to)
    if kick is not None:
        return kick(context, state, said.answer)
    if said.to == TOUCHBACK:
        return answer_touchback(context, state, said.answer)
    if said.to != LET_RUN:
        return DeclarationResult(state)
    return DeclarationResult(replace(state, run_on=said.answer == "yes"))


def _ball_lies(
    context: DeclarationContext, state: PlayState, said: BallAtRest
) -> DeclarationResult:
    """A ball at rest: where a kick came down, a kick that is live, or a fumble."""
    kicking = state.kicking
    if kicking is not None and kicking.ask is KickAsk.LANDING and said.marker is not None:
        return answer_landing(context, state, said.marker)
    if state.step is PlayStep.KICKED_BALL:
        return lay_kicked_ball(context, state, said)
    return ball_at_rest(context, state, said)


def _said_of_kick(context: DeclarationContext, state: PlayState, answer: str) -> DeclarationResult:
    if answer == DECLINED:
        return decline_kick(context, state)
    if answer == FAKE:
        return fake_kick(context, state)
    return context.refuse(state, context.procedure.refusals.play, "a kick is declined, or a fake")


def _handed(
    context: DeclarationContext, state: PlayState, said: BallHandedOff
) -> DeclarationResult:
    plays = context.procedure.row(state.last).plays or {}
    # Where only a delayed runner may get the ball, whoever gets it is one.
    only = PlayName.DELAY in plays and PlayName.RUN not in plays
    late = only or state.named in (PlayName.DRAW, PlayName.DELAY)
    return exchange_ball(
        context, state, ExchangeKind.DELAY if late else ExchangeKind.HANDOFF, said.to, None
    )


def _pitched(
    context: DeclarationContext, state: PlayState, said: BallPitched | BallLateraled
) -> DeclarationResult:
    how = ExchangeKind.PITCH if isinstance(said, BallPitched) else ExchangeKind.LATERAL
    return exchange_ball(context, state, how, said.to, None)


def _thrown(context: DeclarationContext, state: PlayState, said: PassThrown) -> DeclarationResult:
    told = replace(state, passing=replace(state.passing, owed=False))
    return throw_ball(context, told, said, pass_refusal(context, state))


_KICK_ANSWERS: Mapping[str, Callable[[DeclarationContext, PlayState, str], DeclarationResult]] = {
    KickAsk.RESULT: answer_result,
    KickAsk.CHOICE: answer_choice,
    FAIR_CATCH: call_fair_catch,
    "kick": _said_of_kick,
}
_Handler = Callable[[DeclarationContext, PlayState, Any], DeclarationResult]
_HANDLERS: Mapping[type[Declaration], _Handler] = {
    PlayNamed: name_play,
    PassAimed: aim_pass,
    TargetRemoved: _taken_up,
    KickNamed: choose_kick,
    BallAtRest: _ball_lies,
    BallHandedOff: _handed,
    BallPitched: _pitched,
    BallLateraled: _pitched,
    PassThrown: _thrown,
    QuestionAnswered: _answered,
    DiceRolled: answer_roll,
}
# Phases a declaration changes for the calls, even while the power is on.
_CARRIED = frozenset(PlayPhase) - {PlayPhase.IN_THE_AIR, PlayPhase.LOOSE}
PHASES_BEGUN_ANEW: Mapping[type[Declaration], frozenset[PlayPhase]] = {
    PlayNamed: _CARRIED,
    QuestionAnswered: _CARRIED,
    PassAimed: frozenset({PlayPhase.IN_THE_AIR}),
    BallAtRest: frozenset({PlayPhase.LOOSE}),
}
