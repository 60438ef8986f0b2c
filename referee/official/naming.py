"""A play that is named: what it leads to at this stop, or why it may not be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.calls.pitch_rules import How
from referee.calls.plays import Play
from referee.calls.stops import StopAt
from referee.calls.zone import left_zone, zone_of
from referee.official.aiming import no_throw
from referee.official.at_rest import AtStop, Heard
from referee.official.given_up import given_up
from referee.official.giving import given_on
from referee.official.said import Named
from referee.official.stand import Stand, named
from referee.rulebooks.period import Period


def play_named(stop: AtStop, stand: Stand, said: Named) -> Heard:
    """The play and who gets the ball; said too early, it waits for the stop that knows it."""
    if said.play is None:
        return Heard(replace(stand, carrier=said.carrier))
    if stop.power or stand.period is Period.SET:
        return Heard(_meant(stand, said))
    if said.play is Play.CUTBACK:
        return _cutback(stop, stand, said)
    return _not_due(stop, stand, said.play) or _due(stop, stand, said, said.play)


def _not_due(stop: AtStop, stand: Stand, play: Play) -> Heard | None:
    """Why a play may not be named at this stop."""
    refused = no_throw(stop, stand, thrown=False) if play is Play.FORWARD else None
    if refused is not None or play in (stop.procedure.row(stand.last).plays or {}):
        return refused
    again = play is Play.SCRAMBLE and Period.SCRAMBLE in stop.procedure
    row = stop.procedure.row(Period.SCRAMBLE if again else stand.last)
    rule = row.rule if again else row.refused or stop.procedure.refusals.play
    return stop.refuses(stand, rule, f"no {play.value} now")


def _due(stop: AtStop, stand: Stand, said: Named, play: Play) -> Heard:
    how = _how(stand, said)
    if how is not None and said.carrier is not None:
        return given_on(stop, stand, how, said.carrier, play)
    if play is Play.THROW_AWAY and stop.situation is not None:
        return Heard(stand, stop.passing.throw_away(stop.situation))
    if play in _GIVEN_UP:
        return given_up(stop, stand, play)
    if play is Play.SCRAMBLE:
        stand = replace(stand, run_only=stand.run_only or _left_zone(stop))
    return Heard(named(stop.procedure, stand, play, said.carrier))


def _how(stand: Stand, said: Named) -> How | None:
    """How the ball gets to the man of a play, if another has it."""
    if said.carrier is None or stand.carrier in (None, said.carrier) or said.play is None:
        return None
    return _HOW.get(said.play, How.HANDOFF)


def _cutback(stop: AtStop, stand: Stand, said: Named) -> Heard:
    """After the stop that was granted for it."""
    if any(at is StopAt.CUTBACK for _, at in stand.used):
        return Heard(replace(stand, carrier=said.carrier or stand.carrier))
    rule = stop.table.rulebook.calls.stops.cutback_zone.rule
    return stop.refuses(stand, rule, "no cutback was granted")


def _left_zone(stop: AtStop) -> bool:
    table, board, situation = stop.table, stop.board, stop.situation
    if board is None or situation is None:
        return False
    rules = table.rulebook.calls
    zone_yd = zone_of(rules.scramble, rules.drop, table.field).value
    share = left_zone(zone_yd, table.field, table.roster, board, situation)
    return share >= table.levels.doubt


def _meant(stand: Stand, said: Named) -> Stand:
    """Named before it is due: the man who has the ball meanwhile is somebody else."""
    if stand.bare:
        return replace(stand, named=said.play, carrier=said.carrier or stand.carrier)
    return replace(stand, meant=said)


_GIVEN_UP = frozenset({Play.SPIKE, Play.KNEEL})
_HOW: Mapping[Play, How] = {
    Play.DRAW: How.DELAY,
    Play.DELAY: How.DELAY,
    Play.PITCH: How.PITCH,
    Play.SHOVEL: How.SHOVEL,
}
