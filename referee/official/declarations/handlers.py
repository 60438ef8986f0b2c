"""What each declaration makes of a play; what is not due is refused."""

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
    PassAimed,
    PassThrown,
    PlayNamed,
    QuestionAnswered,
    TargetRemoved,
)
from referee.official.play.state import PlayState

# What a coach answers to a referee who would end the play.
LET_HIM_RUN = "let him run"


def answer_declaration(
    stop: DeclarationContext, stand: PlayState, said: Declaration
) -> DeclarationResult:
    """A declaration that is not about the switch."""
    hear = _HANDLERS.get(type(said))
    return DeclarationResult(stand) if hear is None else hear(stop, stand, said)


def _taken_up(
    _stop: DeclarationContext, stand: PlayState, _said: TargetRemoved
) -> DeclarationResult:
    return DeclarationResult(replace(stand, aim=None, thrown=None))


def _ball(stop: DeclarationContext, stand: PlayState, said: BallAtRest) -> DeclarationResult:
    return ball_at_rest(stop, stand, said)


def _answered(
    stop: DeclarationContext, stand: PlayState, said: QuestionAnswered
) -> DeclarationResult:
    if said.to == TOUCHBACK:
        return answer_touchback(stop, stand, said.answer)
    if said.to != LET_HIM_RUN:
        return DeclarationResult(stand)
    return DeclarationResult(replace(stand, run_on=said.answer == "yes"))


def _handed(stop: DeclarationContext, stand: PlayState, said: BallHandedOff) -> DeclarationResult:
    late = stand.named in (PlayName.DRAW, PlayName.DELAY)
    return exchange_ball(
        stop, stand, ExchangeKind.DELAY if late else ExchangeKind.HANDOFF, said.to, None
    )


def _pitched(stop: DeclarationContext, stand: PlayState, said: BallPitched) -> DeclarationResult:
    return exchange_ball(stop, stand, ExchangeKind.PITCH, said.to, None)


def _lateraled(
    stop: DeclarationContext, stand: PlayState, said: BallLateraled
) -> DeclarationResult:
    return exchange_ball(stop, stand, ExchangeKind.LATERAL, said.to, None)


def _thrown(stop: DeclarationContext, stand: PlayState, said: PassThrown) -> DeclarationResult:
    return throw_ball(stop, stand, said, pass_refusal(stop, stand))


def _rolled(stop: DeclarationContext, stand: PlayState, said: DiceRolled) -> DeclarationResult:
    return answer_roll(stop, stand, said)


_Handler = Callable[[DeclarationContext, PlayState, Any], DeclarationResult]
_HANDLERS: Mapping[type[Declaration], _Handler] = {
    PlayNamed: name_play,
    PassAimed: aim_pass,
    TargetRemoved: _taken_up,
    BallAtRest: _ball,
    BallHandedOff: _handed,
    BallPitched: _pitched,
    BallLateraled: _lateraled,
    PassThrown: _thrown,
    QuestionAnswered: _answered,
    DiceRolled: _rolled,
}
# Phases a declaration changes for the calls, even while the power is on.
_CARRIED = frozenset(PlayPhase) - {PlayPhase.IN_THE_AIR, PlayPhase.LOOSE}
PHASES_BEGUN_ANEW: Mapping[type[Declaration], frozenset[PlayPhase]] = {
    PlayNamed: _CARRIED,
    QuestionAnswered: _CARRIED,
    PassAimed: frozenset({PlayPhase.IN_THE_AIR}),
    BallAtRest: frozenset({PlayPhase.LOOSE}),
}
