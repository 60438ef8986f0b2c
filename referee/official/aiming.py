"""A pass: to whom, where its marker lies, and whether one may be thrown at this stop."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.pitch_rules import How
from referee.calls.plays import Play
from referee.calls.situation import Pass, Phase
from referee.official.at_rest import AtStop, Heard
from referee.official.giving import given_on
from referee.official.said import Aimed
from referee.official.stand import Stand, unaimed
from referee.rulebooks.period import Period


def no_throw(stop: AtStop, stand: Stand, *, thrown: bool = True) -> Heard | None:
    """Why no forward pass may be thrown at this stop."""
    refusals, plays = stop.procedure.refusals, stop.procedure.row(stand.last).plays or {}
    if stand.run_only:
        rule = stop.table.rulebook.calls.scramble.zone_yd.rule
        return stop.refuses(stand, rule, "a receiver had left the scramble zone")
    # Where a pass is only a plan, naming it is all that may be done.
    due = (Period.IN_THE_AIR, stand.last)
    if plays.get(Play.FORWARD) in (due if thrown else (*due, Period.POCKET)):
        return None
    rule = refusals.option if stand.named is Play.READ_OPTION else refusals.throw
    return stop.refuses(stand, rule, "no pass may be thrown now")


def aimed(stop: AtStop, stand: Stand, said: Aimed) -> Heard:
    """What is known of a pass by now; with its marker it is the play."""
    aim = _joined(stand.aim, said)
    if stop.power or stop.situation is None or stand.phase is Phase.IN_THE_AIR:
        return Heard(replace(stand, aim=aim))
    thrown = Pass(aim.receiver, aim.marker, aim.passer or stand.carrier, aim.backward)
    if said.marker is None and stand.named is Play.SHOVEL and said.receiver is not None:
        return given_on(stop, stand, How.SHOVEL, said.receiver, Play.SHOVEL)
    if said.marker is None and stand.named is not Play.FORWARD:
        return Heard(replace(stand, aim=aim))
    refused = None if said.marker is None else _not_in_the_air(stop, stand, said)
    refusals = refused.calls if refused else stop.passing.named(stop.situation, thrown, aim.stick)
    if refusals:
        return Heard(unaimed(stop.procedure, stand), refusals)
    stand = replace(stand, aim=aim, thrown=stop.passing.aimed(stop.situation, thrown))
    if said.marker is None:
        return Heard(stand)
    due = Play.PITCH if said.backward else Play.FORWARD
    return Heard(replace(stand, named=due, period=Period.IN_THE_AIR, unnamed=False))


def _not_in_the_air(stop: AtStop, stand: Stand, said: Aimed) -> Heard | None:
    """Why no marker may be laid at this stop."""
    if Period.IN_THE_AIR not in stop.procedure:
        return stop.refuses(stand, stop.procedure.refusals.throw, "no pass may be thrown so")
    if not said.backward:
        return no_throw(stop, stand)
    if Play.PITCH in (stop.procedure.row(stand.last).plays or {}):
        return None
    return stop.refuses(stand, stop.procedure.refusals.play, "no pitch now")


def _joined(before: Aimed | None, said: Aimed) -> Aimed:
    """What was said of a pass in several sentences."""
    if before is None:
        return said
    return Aimed(
        said.marker or before.marker,
        said.receiver or before.receiver,
        said.passer or before.passer,
        said.stick or before.stick,
        said.backward or before.backward,
    )
