"""The ball changes hands at a stop: handed, tossed, or thrown with the passing figure."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.pitch_rules import How
from referee.calls.plays import Play, Roll
from referee.calls.situation import PASSER_HAS_IT, Pass
from referee.core.ruled import Ruled
from referee.game.dice import DiceTest
from referee.official.at_rest import AtStop, Heard
from referee.official.said import Thrown
from referee.official.stand import Gets, Stand, named
from referee.official.stretch import Table

# The plays a way of giving the ball away is, if none was named.
_PLAYS = {
    How.HANDOFF: Play.RUN,
    How.DELAY: Play.DELAY,
    How.PITCH: Play.PITCH,
    How.LATERAL: Play.PITCH,
    How.SHOVEL: Play.SHOVEL,
}


ROLLS = {
    How.HANDOFF: Roll.HANDOFF,
    How.DELAY: Roll.HANDOFF,
    How.PITCH: Roll.PITCH,
    How.LATERAL: Roll.PITCH,
    How.SHOVEL: Roll.SHOVEL,
}


def dice_of(table: Table, roll: Roll) -> Ruled[DiceTest]:
    """The dice a rulebook has for something."""
    rules = table.rulebook.game.dice
    return {
        Roll.FALL: rules.fall,
        Roll.RECOVERY: rules.recovery,
        Roll.HANDOFF: rules.handoff,
        Roll.PITCH: rules.pitch,
        Roll.SHOVEL: rules.shovel,
        Roll.SNAP: rules.snap,
    }[roll]


def given_on(stop: AtStop, stand: Stand, how: How, to: str, play: Play | None) -> Heard:
    """The carrier gives the ball on, where the rules have it so."""
    if stop.power or stop.situation is None:
        return stop.refuses(stand, stop.procedure.refusals.play, "no ball changes hands now")
    tried = stop.passing.exchange(stop.situation, how, to)
    if not tried.allowed:
        return Heard(stand, tried.calls)
    gets = Gets(to, how, play)
    if tried.throw:
        return Heard(replace(stand, gets=gets))
    roll = ROLLS.get(how)
    if roll is not None and dice_of(stop.table, roll).value.count:
        # The snap's dice, if nobody has rolled them yet, are still to be rolled.
        open_ = tuple(each for each in stand.dice if each is Roll.SNAP)
        return Heard(replace(stand, gets=gets, dice=(*open_, roll)), tried.calls)
    return Heard(has_it(stop, stand, gets), tried.calls)


def has_it(stop: AtStop, stand: Stand, gets: Gets) -> Stand:
    """The ball has changed hands: from behind the line that is a play, in a run it goes on."""
    plays = stop.procedure.row(stand.last).plays or {}
    play = gets.play or stand.named or _PLAYS[gets.how]
    play = play if play in plays else _PLAYS[gets.how]
    if stand.phase in PASSER_HAS_IT and play in plays:
        return named(stop.procedure, stand, play, gets.to)
    return replace(stand, carrier=gets.to, gets=None, unnamed=False)


def thrown_to(stop: AtStop, stand: Stand, said: Thrown, refused: Heard | None) -> Heard:
    """What the ball of the passing figure came to."""
    if stop.power or stop.situation is None:
        return stop.refuses(stand, stop.procedure.refusals.throw, "no ball is thrown now")
    gets = stand.gets
    if gets is None and refused is not None:
        return refused
    thrown = Pass(said.to, None, stand.carrier, backward=gets is not None)
    calls = stop.passing.thrown(stop.situation, thrown, said.hit)
    if gets is not None and not calls:
        return Heard(has_it(stop, stand, gets))
    return Heard(replace(stand, gets=None), calls)
