"""A ball that is loose: dropped on the board, lost by its carrier, or never recovered."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.after_catch import Book
from referee.calls.call import Action, Call, Kind
from referee.calls.dropped import at_rest
from referee.calls.leaving import touched_back
from referee.calls.loose_rules import Recovers
from referee.calls.recovery import chooses_touchback, unrecovered
from referee.calls.situation import CARRIED, Phase, Situation
from referee.core.crossing import foremost_point_mm
from referee.official.at_rest import AtStop, Heard
from referee.official.said import Answered, BallLies
from referee.official.stand import Stand
from referee.rulebooks.period import Period

TOUCHBACK = "touchback"


def book_of(stop: AtStop) -> Book:
    """What judging a loose ball takes."""
    table = stop.table
    players = {player.id: player for player in table.roster}
    return Book(table.rulebook.calls, table.field, players, table.levels)


def ball_lies(stop: AtStop, stand: Stand, said: BallLies) -> Heard:
    """A ball has come to rest, or is seen off the base of the man who had it."""
    if said.marker is None or stop.situation is None or stop.board is None:
        return Heard(replace(stand, ball=said))
    if stop.power:
        return _came_off(stop, stand, said)
    if stand.period is not Period.RECOVERY:
        return Heard(replace(stand, ball=said))
    found = at_rest(book_of(stop), _loose(stop.situation, stand), stop.board, said.marker)
    return Heard(replace(stand, ball=None if found.again else said), found.calls)


def _loose(situation: Situation, stand: Stand) -> Situation:
    return replace(situation, phase=Phase.LOOSE, carrier=None, lost=stand.lost)


def _came_off(stop: AtStop, stand: Stand, said: BallLies) -> Heard:
    """Where the ball is on the carrier's base, he has lost it once it is seen beside him."""
    rules, situation = stop.table.rulebook.calls.loose, stop.situation
    stand = replace(stand, ball=said)
    carried = situation is not None and situation.phase in CARRIED
    if not carried or stop.ended is not None or rules.loses.value is False:
        return Heard(stand)
    return Heard(stand)
