"""A play that is named: what it leads to at this stop, or why it may not be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.calls.call import Call
from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.play_name import PlayName
from referee.calls.stops.place_stop import StopPlace
from referee.calls.stops.scramble_zone import deepest_receiver, scramble_zone_of, zone_call
from referee.official.declarations.context import DeclarationContext, DeclarationResult
from referee.official.declarations.handoffs import exchange_ball
from referee.official.declarations.kneel_and_spike import kneel_or_spike
from referee.official.declarations.pass_target import pass_refusal
from referee.official.declarations.types import PlayNamed
from referee.official.play.state import PlayState, state_with_play
from referee.rulebooks.play_step import PlayStep


def name_play(context: DeclarationContext, state: PlayState, said: PlayNamed) -> DeclarationResult:
    """The play after it was named. A name that comes early waits for the stop that allows it."""
    if said.play is None:
        return DeclarationResult(replace(state, carrier=said.carrier))
    if context.power or state.step is PlayStep.SET:
        return DeclarationResult(_meant(state, said))
    if said.play is PlayName.CUTBACK:
        return _cutback(context, state, said)
    return _not_due(context, state, said.play) or _due(context, state, said, said.play)


def _not_due(
    context: DeclarationContext, state: PlayState, play: PlayName
) -> DeclarationResult | None:
    """Why a play may not be named at this stop."""
    refused = pass_refusal(context, state, thrown=False) if play is PlayName.FORWARD else None
    if refused is not None or play in (context.procedure.row(state.last).plays or {}):
        return refused
    again = play is PlayName.SCRAMBLE and PlayStep.SCRAMBLE in context.procedure
    row = context.procedure.row(PlayStep.SCRAMBLE if again else state.last)
    rule = row.rule if again else row.refused or context.procedure.refusals.play
    return context.refuse(state, rule, f"no {play.value} now")


def _due(
    context: DeclarationContext, state: PlayState, said: PlayNamed, play: PlayName
) -> DeclarationResult:
    how = _how(state, said)
    if how is not None and said.carrier is not None:
        return exchange_ball(context, state, how, said.carrier, play)
    if play is PlayName.THROW_AWAY and context.phase_state is not None:
        return DeclarationResult(state, context.pass_play.throw_away(context.phase_state))
    if play in _GIVEN_UP:
        return kneel_or_spike(context, state, play)
    calls: tuple[Call, ...] = ()
    if play is PlayName.SCRAMBLE:
        left, calls = _left_zone(context, state)
        state = replace(state, run_only=state.run_only or left)
    owed = _figure_throws(context, state, play)
    state = replace(state, passing=replace(state.passing, owed=owed))
    return DeclarationResult(state_with_play(context.procedure, state, play, said.carrier), calls)


def _figure_throws(context: DeclarationContext, state: PlayState, play: PlayName) -> bool:
    """Whether a pass that is named now is thrown with the passing figure, and not to a target."""
    figure = PlayStep.IN_THE_AIR not in context.procedure
    return play is PlayName.FORWARD and figure and pass_refusal(context, state) is None


def _how(state: PlayState, said: PlayNamed) -> ExchangeKind | None:
    """How the ball gets to the carrier of a play, if another player has it."""
    if said.carrier is None or state.carrier in (None, said.carrier) or said.play is None:
        return None
    if said.play in (*_GIVEN_UP, PlayName.THROW_AWAY):
        return None  # whoever has the ball gives the play up
    return _HOW.get(said.play, ExchangeKind.HANDOFF)


def _cutback(context: DeclarationContext, state: PlayState, said: PlayNamed) -> DeclarationResult:
    """The play after the stop that was granted for a cutback."""
    if any(at is StopPlace.CUTBACK for _, at in state.stops.made):
        return DeclarationResult(replace(state, carrier=said.carrier or state.carrier))
    rule = context.setup.rulebook.calls.stops.cutback_zone.rule
    return context.refuse(state, rule, "no cutback was granted")


def _left_zone(context: DeclarationContext, state: PlayState) -> tuple[bool, tuple[Call, ...]]:
    """Whether a receiver has left the scramble zone, and what is flagged of that."""
    setup, board, phase_state = context.setup, context.board, context.phase_state
    if board is None or phase_state is None:
        return False, ()
    rules = setup.rulebook.calls
    zone = scramble_zone_of(rules.scramble, rules.drop, setup.field)
    left = deepest_receiver(zone.value, setup.field, setup.roster, board, phase_state)
    close = zone_call(setup.thresholds, zone, context.t_ns, state.play, left)
    return left[0] >= setup.thresholds.doubt, () if close is None else (close,)


def _meant(state: PlayState, said: PlayNamed) -> PlayState:
    """The state after a play was named too early: it is remembered until it is due."""
    if state.phase_only:
        return replace(state, named=said.play, carrier=said.carrier or state.carrier)
    return replace(state, play_to_come=said)


_GIVEN_UP = frozenset({PlayName.SPIKE, PlayName.KNEEL})
_HOW: Mapping[PlayName, ExchangeKind] = {
    PlayName.DRAW: ExchangeKind.DELAY,
    PlayName.DELAY: ExchangeKind.DELAY,
    PlayName.PITCH: ExchangeKind.PITCH,
    PlayName.SHOVEL: ExchangeKind.SHOVEL,
}
