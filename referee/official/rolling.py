"""Dice that were rolled: a ball that was lost or not, and whose it is."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.after_catch import Book
from referee.calls.call import Kind
from referee.calls.plays import Roll
from referee.calls.settled import fall_settled, fumble_settled
from referee.official.at_rest import AtStop, Heard
from referee.official.giving import dice_of, has_it
from referee.official.said import Rolled
from referee.official.stand import Stand

_HANDS = frozenset({Roll.HANDOFF, Roll.PITCH, Roll.SHOVEL})


def rolled(stop: AtStop, stand: Stand, said: Rolled) -> Heard:
    """What the dice come to, if they were asked for."""
    if said.what not in stand.dice:
        return stop.refuses(stand, stop.procedure.refusals.play, "nothing is rolled for now")
    ruled = dice_of(stop.table, said.what)
    happens = ruled.value.happens(said.pips)
    stand = replace(stand, dice=tuple(each for each in stand.dice if each is not said.what))
    if said.what is Roll.FALL:
        return _fall(stop, stand, ruled.rule, lost=happens)
    if said.what is Roll.RECOVERY:
        return _recovery(stop, stand, ruled.rule, taken=happens)
    if happens:
        return _missed(stop, stand, said.what, ruled.rule)
    if said.what in _HANDS and stand.gets is not None:
        return Heard(has_it(stop, stand, stand.gets))
    return Heard(stand)


def _missed(stop: AtStop, stand: Stand, what: Roll, rule: str) -> Heard:
    """Muffed, tossed beside him, snapped over his head; a shovel pass only falls down."""
    stand = replace(stand, gets=None)
    if stop.situation is None:
        return Heard(stand)
    at, carrier = stop.passing.stop(stop.situation), stand.carrier
    who = () if carrier is None else (carrier,)
    if what is Roll.SHOVEL:
        return Heard(stand, (at.call(Kind.INCOMPLETE, rule, (), "pass"),))
    spot = None if carrier is None else at.spot(carrier)
    return Heard(stand, (at.call(Kind.FUMBLE, rule, who, "dice", spot=spot),))


def _book(stop: AtStop) -> Book:
    table = stop.table
    players = {player.id: player for player in table.roster}
    return Book(table.rulebook.calls, table.field, players, table.levels)


def _fall(stop: AtStop, stand: Stand, rule: str, *, lost: bool) -> Heard:
    if stop.ended is None or stop.situation is None:
        return Heard(stand)
    calls = fall_settled(_book(stop), stop.situation, stop.ended, rule, lost=lost)
    return Heard(stand, calls)


def _recovery(stop: AtStop, stand: Stand, rule: str, *, taken: bool) -> Heard:
    if stop.ended is None or stop.situation is None:
        return Heard(stand)
    team, calls = fumble_settled(
        _book(stop), stop.situation, stop.ended, rule, taken=taken, t_ns=stop.t_ns
    )
    changes = stand.changes + (team is not stand.team)
    return Heard(replace(stand, team=team, changes=changes), calls)
