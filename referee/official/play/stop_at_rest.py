"""A carrier at rest who is at the line of the next stop: that stop has nothing to wait for."""

from __future__ import annotations

from referee.calls.frame import SeenBase as SeenPlayer
from referee.calls.phase_state import PhaseState
from referee.calls.stops.place_stop import StopTrigger, stop_line_of, stop_trigger_of
from referee.core.geometry.reach import reach_beyond
from referee.official.play.power_run import GameSetup, PlayHistory
from referee.official.play.state import PlayState
from referee.official.play.stops import stop_is_open
from referee.rulebooks.procedure import ProcedureStop


def first_stop_reached(
    table: GameSetup,
    stand: PlayState,
    situation: PhaseState | None,
    known: PlayHistory,
    carrier: SeenPlayer | None,
) -> ProcedureStop | None:
    """The first stop of the referee's own that the carrier is at, None where there is none."""
    if situation is None or carrier is None:
        return None
    rules, row = table.rulebook.calls.stops, table.rulebook.procedure.row(stand.period)
    for stop in row.stops:
        made = stop_trigger_of(rules, stop.at, known.way.kick)
        if (
            made is None
            or made.value is not StopTrigger.ALWAYS
            or not stop_is_open(stop, stand, row.period)
        ):
            continue
        side = stop_line_of(rules, table.field, stop.at, situation, known.way)
        shape = table.base(carrier.player)
        if side is not None and reach_beyond(shape, carrier.measured, side).beyond_mm >= 0.0:
            return stop
    return None
