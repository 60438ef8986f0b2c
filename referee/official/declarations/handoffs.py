"""The ball changes hands at a stop: handed, tossed, or thrown with the passing figure."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import PASSER_HAS_IT, PassAttempt
from referee.calls.play_name import PlayName, RollKind
from referee.core.settings.ruled import Ruled
from referee.game.dice import DiceTest
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.types import PassThrown
from referee.official.play.power_run import GameSetup
from referee.official.play.state import PendingExchange, PlayState, state_with_play

# The plays a way of giving the ball away is, if none was named.
_PLAYS = {
    ExchangeKind.HANDOFF: PlayName.RUN,
    ExchangeKind.DELAY: PlayName.DELAY,
    ExchangeKind.PITCH: PlayName.PITCH,
    ExchangeKind.LATERAL: PlayName.PITCH,
    ExchangeKind.SHOVEL: PlayName.SHOVEL,
}


ROLLS = {
    ExchangeKind.HANDOFF: RollKind.HANDOFF,
    ExchangeKind.DELAY: RollKind.HANDOFF,
    ExchangeKind.PITCH: RollKind.PITCH,
    ExchangeKind.LATERAL: RollKind.PITCH,
    ExchangeKind.SHOVEL: RollKind.SHOVEL,
}


def dice_test_of(table: GameSetup, roll: RollKind) -> Ruled[DiceTest]:
    """The dice a rulebook has for something."""
    rules = table.rulebook.game.dice
    return {
        RollKind.FALL: rules.fall,
        RollKind.RECOVERY: rules.recovery,
        RollKind.HANDOFF: rules.handoff,
        RollKind.PITCH: rules.pitch,
        RollKind.SHOVEL: rules.shovel,
        RollKind.SNAP: rules.snap,
    }[roll]


def exchange_ball(
    stop: DeclarationContext, stand: PlayState, how: ExchangeKind, to: str, play: PlayName | None
) -> DeclarationResult:
    """The carrier gives the ball on, where the rules have it so."""
    if stop.power or stop.situation is None:
        return stop.refuses(stand, stop.procedure.refusals.play, "no ball changes hands now")
    tried = stop.passing.exchange(stop.situation, how, to)
    if not tried.allowed:
        return DeclarationResult(stand, tried.calls)
    gets = PendingExchange(to, how, play)
    if tried.throw:
        return DeclarationResult(replace(stand, gets=gets))
    roll = ROLLS.get(how)
    if roll is not None and dice_test_of(stop.table, roll).value.count:
        # The snap's dice, if nobody has rolled them yet, are still to be rolled.
        open_ = tuple(each for each in stand.dice if each is RollKind.SNAP)
        return DeclarationResult(replace(stand, gets=gets, dice=(*open_, roll)), tried.calls)
    return DeclarationResult(state_after_exchange(stop, stand, gets), tried.calls)


def state_after_exchange(
    stop: DeclarationContext, stand: PlayState, gets: PendingExchange
) -> PlayState:
    """The ball has changed hands: from behind the line that is a play, in a run it goes on."""
    plays = stop.procedure.row(stand.last).plays or {}
    play = gets.play or stand.named or _PLAYS[gets.how]
    play = play if play in plays else _PLAYS[gets.how]
    if stand.phase in PASSER_HAS_IT and play in plays:
        return state_with_play(stop.procedure, stand, play, gets.to)
    return replace(stand, carrier=gets.to, gets=None, unnamed=False)


def throw_ball(
    stop: DeclarationContext, stand: PlayState, said: PassThrown, refused: DeclarationResult | None
) -> DeclarationResult:
    """What the ball of the passing figure came to."""
    if stop.power or stop.situation is None:
        return stop.refuses(stand, stop.procedure.refusals.throw, "no ball is thrown now")
    gets = stand.gets
    if gets is None and refused is not None:
        return refused
    thrown = PassAttempt(said.to, None, stand.carrier, backward=gets is not None)
    calls = stop.passing.thrown(stop.situation, thrown, said.hit)
    if gets is not None and not calls:
        return DeclarationResult(state_after_exchange(stop, stand, gets))
    return DeclarationResult(replace(stand, gets=None), calls)
