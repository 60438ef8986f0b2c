"""Exchanges of the ball at a stop: hand-off, pitch, lateral, or a throw with the figure."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import CallKind
from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import PASSER_HAS_IT, PassAttempt
from referee.calls.play_name import PlayName, RollKind
from referee.core.settings.ruled import Ruled
from referee.game.dice import DiceTest
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.types import PassThrown
from referee.official.play.state import PendingExchange, PlayState, state_with_play
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

# The plays a way of giving the ball away is, if none was named.
_PLAYS = {
    ExchangeKind.HANDOFF: PlayName.RUN,
    ExchangeKind.DELAY: PlayName.DELAY,
    ExchangeKind.PITCH: PlayName.PITCH,
    ExchangeKind.LATERAL: PlayName.PITCH,
    ExchangeKind.SHOVEL: PlayName.SHOVEL,
}


_HANDED = frozenset({ExchangeKind.HANDOFF, ExchangeKind.DELAY})
ROLLS = {
    ExchangeKind.HANDOFF: RollKind.HANDOFF,
    ExchangeKind.DELAY: RollKind.HANDOFF,
    ExchangeKind.PITCH: RollKind.PITCH,
    ExchangeKind.LATERAL: RollKind.PITCH,
    ExchangeKind.SHOVEL: RollKind.SHOVEL,
}


def dice_test_of(rulebook: Rulebook, roll: RollKind) -> Ruled[DiceTest]:
    """The roll that a rulebook asks for after an exchange."""
    rules = rulebook.game.dice
    return {
        RollKind.FALL: rules.fall,
        RollKind.RECOVERY: rules.recovery,
        RollKind.HANDOFF: rules.handoff,
        RollKind.PITCH: rules.pitch,
        RollKind.SHOVEL: rules.shovel,
        RollKind.SNAP: rules.snap,
    }[roll]


def exchange_ball(
    context: DeclarationContext, state: PlayState, how: ExchangeKind, to: str, play: PlayName | None
) -> DeclarationResult:
    """The play after the carrier gave the ball to a team-mate, where the rules allow it."""
    if context.power or context.phase_state is None:
        return context.refuse(state, context.procedure.refusals.play, "no ball changes hands now")
    barred = _barred(context, state, how, play)
    if barred is not None:
        return context.refuse(state, barred, f"no {how.value} now")
    tried = context.pass_play.exchange(context.phase_state, how, to)
    if not tried.allowed:
        return DeclarationResult(state, tried.calls)
    pending = PendingExchange(to, how, play, tried.forward)
    if tried.throw:
        owed = replace(state.passing, owed=True)
        return DeclarationResult(replace(state, pending=pending, passing=owed), tried.calls)
    roll = ROLLS.get(how)
    if roll is not None and dice_test_of(context.setup.rulebook, roll).value.count:
        # The snap's dice, if nobody has rolled them yet, are still to be rolled.
        open_ = tuple(each for each in state.dice if each is RollKind.SNAP)
        return DeclarationResult(replace(state, pending=pending, dice=(*open_, roll)), tried.calls)
    return DeclarationResult(state_after_exchange(context, state, pending), tried.calls)


def _barred(
    context: DeclarationContext, state: PlayState, how: ExchangeKind, play: PlayName | None
) -> str | None:
    """The rule by which a passer may not give the ball away so at this stop; None: it may."""
    scrambled = context.setup.rulebook.calls.pitch.handoff_after_scramble
    if how in _HANDED and state.last is PlayStep.SCRAMBLE and not scrambled.value:
        return scrambled.rule
    row = context.procedure.row(state.last)
    if state.phase not in PASSER_HAS_IT or not row.plays:
        return None
    named = (play, state.named, _PLAYS[how])
    if any(each in row.plays for each in named if each is not None):
        return None
    return row.refused or context.procedure.refusals.play


def state_after_exchange(
    context: DeclarationContext, state: PlayState, pending: PendingExchange
) -> PlayState:
    """The state after an exchange: behind the line it names a play, in a run the run goes on."""
    plays = context.procedure.row(state.last).plays or {}
    play = pending.play or state.named or _PLAYS[pending.how]
    play = play if play in plays else _PLAYS[pending.how]
    if state.phase in PASSER_HAS_IT and play in plays:
        return state_with_play(context.procedure, state, play, pending.to)
    return replace(state, carrier=pending.to, pending=None, unnamed=False)


def throw_ball(
    context: DeclarationContext,
    state: PlayState,
    said: PassThrown,
    refused: DeclarationResult | None,
) -> DeclarationResult:
    """The play after a throw with the passing figure, by what the ball hit."""
    if context.power or context.phase_state is None:
        return context.refuse(state, context.procedure.refusals.throw, "no ball is thrown now")
    pending = state.pending
    if pending is None and refused is not None:
        return refused
    backward = pending is not None and not pending.forward
    thrown = PassAttempt(said.to, None, state.carrier, backward=backward)
    calls = context.pass_play.thrown(context.phase_state, thrown, said.hit)
    if pending is not None and all(call.kind is CallKind.ALLOWED for call in calls):
        return DeclarationResult(state_after_exchange(context, state, pending), calls)
    return DeclarationResult(replace(state, pending=None), calls)
