"""Dice that were rolled: a ball that was lost or not, and whose it is."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import CallKind
from referee.calls.loose.dice_result import fall_after_dice, fumble_after_dice
from referee.calls.play_name import RollKind
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.handoffs import dice_test_of, state_after_exchange
from referee.official.declarations.types import DiceRolled
from referee.official.play.state import PlayState

_HANDS = frozenset({RollKind.HANDOFF, RollKind.PITCH, RollKind.SHOVEL})


def answer_roll(stop: DeclarationContext, stand: PlayState, said: DiceRolled) -> DeclarationResult:
    """What the dice come to, if they were asked for."""
    if said.what not in stand.dice:
        return stop.refuses(stand, stop.procedure.refusals.play, "nothing is rolled for now")
    ruled = dice_test_of(stop.table, said.what)
    happens = ruled.value.happens(said.pips)
    stand = replace(stand, dice=tuple(each for each in stand.dice if each is not said.what))
    if said.what is RollKind.FALL:
        return _fall(stop, stand, ruled.rule, lost=happens)
    if said.what is RollKind.RECOVERY:
        return _recovery(stop, stand, ruled.rule, taken=happens)
    if happens:
        return _missed(stop, stand, said.what, ruled.rule)
    if said.what in _HANDS and stand.gets is not None:
        return DeclarationResult(state_after_exchange(stop, stand, stand.gets))
    return DeclarationResult(stand)


def _missed(
    stop: DeclarationContext, stand: PlayState, what: RollKind, rule: str
) -> DeclarationResult:
    """Muffed, tossed beside him, snapped over his head; a shovel pass only falls down."""
    stand = replace(stand, gets=None)
    if stop.situation is None:
        return DeclarationResult(stand)
    at, carrier = stop.passing.stop(stop.situation), stand.carrier
    who = () if carrier is None else (carrier,)
    if what is RollKind.SHOVEL:
        return DeclarationResult(stand, (at.call(CallKind.INCOMPLETE, rule, (), "pass"),))
    spot = None if carrier is None else at.spot(carrier)
    return DeclarationResult(stand, (at.call(CallKind.FUMBLE, rule, who, "dice", spot=spot),))


def _fall(
    stop: DeclarationContext, stand: PlayState, rule: str, *, lost: bool
) -> DeclarationResult:
    if stop.ended is None or stop.situation is None:
        return DeclarationResult(stand)
    calls = fall_after_dice(stop.table.book, stop.situation, stop.ended, rule, lost=lost)
    return DeclarationResult(stand, calls)


def _recovery(
    stop: DeclarationContext, stand: PlayState, rule: str, *, taken: bool
) -> DeclarationResult:
    if stop.ended is None or stop.situation is None:
        return DeclarationResult(stand)
    team, calls = fumble_after_dice(
        stop.table.book, stop.situation, stop.ended, rule, taken=taken, t_ns=stop.t_ns
    )
    changes = stand.changes + (team is not stand.team)
    return DeclarationResult(replace(stand, team=team, changes=changes), calls)
