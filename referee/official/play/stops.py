"""Which stops are open in a play, and the one that a carrier at rest has reached already."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.frame import SeenBase
from referee.calls.phase_state import PhaseState
from referee.calls.play_name import PlayName
from referee.calls.stops.place_stop import StopPlace, StopTrigger, stop_line_of, stop_trigger_of
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_at_least
from referee.official.game_setup import GameSetup, PlayHistory
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import ProcedureStop, ReturnedKick

_NOT_FOR: Mapping[StopPlace, frozenset[PlayName]] = {
    StopPlace.CUTBACK: frozenset(
        {PlayName.SCRAMBLE, PlayName.DRAW, PlayName.DELAY, PlayName.SWEEP}
    ),
}
_ONLY_FOR: Mapping[StopPlace, frozenset[PlayName]] = {StopPlace.SWEEP: frozenset({PlayName.SWEEP})}


def stop_is_open(stop: ProcedureStop, state: PlayState, step: PlayStep) -> bool:
    """Whether a stop can still come in this play."""
    if state.stops.none_allowed or not state.stops.any_left(step, stop):
        return False
    if stop.behind and not (state.caught_behind and state.caught_inside):
        return False
    if not stop_fits_kick(stop, state):
        return False
    if state.named in _NOT_FOR.get(stop.at, frozenset()):
        return False
    only = _ONLY_FOR.get(stop.at)
    return only is None or state.named in only


def stop_fits_kick(stop: ProcedureStop, state: PlayState) -> bool:
    """Whether the rulebook has a stop on the return of what was kicked in this play."""
    kicked = ReturnedKick.KICKOFF if state.kick is None else ReturnedKick.PUNT
    return stop.after is None or stop.after is kicked


def first_stop_reached(
    setup: GameSetup,
    state: PlayState,
    phase_state: PhaseState | None,
    history: PlayHistory,
    carrier: SeenBase | None,
) -> ProcedureStop | None:
    """The first stop of the referee's that the carrier has reached already; None: no such stop."""
    if phase_state is None or carrier is None:
        return None
    rules, row = setup.rulebook.calls.stops, setup.rulebook.procedure.row(state.step)
    for stop in row.stops:
        made = stop_trigger_of(rules, stop.at, history.returned.kick)
        if (
            made is None
            or made.value is not StopTrigger.ALWAYS
            or not stop_is_open(stop, state, row.step)
        ):
            continue
        side = stop_line_of(rules, setup.field, stop.at, phase_state, history.returned)
        shape = setup.base(carrier.player)
        if side is None:
            continue
        reach = reach_beyond(shape, carrier.measured, side)
        if p_at_least(reach.beyond_mm, reach.sigma_mm) >= 0.5:
            return stop
    return None
