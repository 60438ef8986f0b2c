"""A play that is named: what it leads to at this stop, or why it may not be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.play_name import PlayName
from referee.calls.stops.place_stop import StopPlace
from referee.calls.stops.scramble_zone import p_left_zone, scramble_zone_of
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.handoffs import exchange_ball
from referee.official.declarations.kneel_and_spike import kneel_or_spike
from referee.official.declarations.pass_target import pass_refusal
from referee.official.declarations.types import PlayNamed
from referee.official.play.state import PlayState, state_with_play
from referee.rulebooks.play_step import PlayStep


def name_play(stop: DeclarationContext, stand: PlayState, said: PlayNamed) -> DeclarationResult:
    """The play and who gets the ball; said too early, it waits for the stop that knows it."""
    if said.play is None:
        return DeclarationResult(replace(stand, carrier=said.carrier))
    if stop.power or stand.period is PlayStep.SET:
        return DeclarationResult(_meant(stand, said))
    if said.play is PlayName.CUTBACK:
        return _cutback(stop, stand, said)
    return _not_due(stop, stand, said.play) or _due(stop, stand, said, said.play)


def _not_due(
    stop: DeclarationContext, stand: PlayState, play: PlayName
) -> DeclarationResult | None:
    """Why a play may not be named at this stop."""
    refused = pass_refusal(stop, stand, thrown=False) if play is PlayName.FORWARD else None
    if refused is not None or play in (stop.procedure.row(stand.last).plays or {}):
        return refused
    again = play is PlayName.SCRAMBLE and PlayStep.SCRAMBLE in stop.procedure
    row = stop.procedure.row(PlayStep.SCRAMBLE if again else stand.last)
    rule = row.rule if again else row.refused or stop.procedure.refusals.play
    return stop.refuses(stand, rule, f"no {play.value} now")


def _due(
    stop: DeclarationContext, stand: PlayState, said: PlayNamed, play: PlayName
) -> DeclarationResult:
    how = _how(stand, said)
    if how is not None and said.carrier is not None:
        return exchange_ball(stop, stand, how, said.carrier, play)
    if play is PlayName.THROW_AWAY and stop.situation is not None:
        return DeclarationResult(stand, stop.passing.throw_away(stop.situation))
    if play in _GIVEN_UP:
        return kneel_or_spike(stop, stand, play)
    if play is PlayName.SCRAMBLE:
        stand = replace(stand, run_only=stand.run_only or _left_zone(stop))
    return DeclarationResult(state_with_play(stop.procedure, stand, play, said.carrier))


def _how(stand: PlayState, said: PlayNamed) -> ExchangeKind | None:
    """How the ball gets to the man of a play, if another has it."""
    if said.carrier is None or stand.carrier in (None, said.carrier) or said.play is None:
        return None
    return _HOW.get(said.play, ExchangeKind.HANDOFF)


def _cutback(stop: DeclarationContext, stand: PlayState, said: PlayNamed) -> DeclarationResult:
    """After the stop that was granted for it."""
    if any(at is StopPlace.CUTBACK for _, at in stand.used):
        return DeclarationResult(replace(stand, carrier=said.carrier or stand.carrier))
    rule = stop.table.rulebook.calls.stops.cutback_zone.rule
    return stop.refuses(stand, rule, "no cutback was granted")


def _left_zone(stop: DeclarationContext) -> bool:
    table, board, situation = stop.table, stop.board, stop.situation
    if board is None or situation is None:
        return False
    rules = table.rulebook.calls
    zone_yd = scramble_zone_of(rules.scramble, rules.drop, table.field).value
    share = p_left_zone(zone_yd, table.field, table.roster, board, situation)
    return share >= table.levels.doubt


def _meant(stand: PlayState, said: PlayNamed) -> PlayState:
    """Named before it is due: the man who has the ball meanwhile is somebody else."""
    if stand.bare:
        return replace(stand, named=said.play, carrier=said.carrier or stand.carrier)
    return replace(stand, meant=said)


_GIVEN_UP = frozenset({PlayName.SPIKE, PlayName.KNEEL})
_HOW: Mapping[PlayName, ExchangeKind] = {
    PlayName.DRAW: ExchangeKind.DELAY,
    PlayName.DELAY: ExchangeKind.DELAY,
    PlayName.PITCH: ExchangeKind.PITCH,
    PlayName.SHOVEL: ExchangeKind.SHOVEL,
}
