"""A carrier at rest who is at the line of the next stop: that stop has nothing to wait for."""

from __future__ import annotations

from referee.calls.board import Seen as SeenPlayer
from referee.calls.situation import Situation
from referee.calls.stops import Made, line_of, made_of
from referee.core.reach import reach_beyond
from referee.official.stand import Stand
from referee.official.stretch import Seen, Table
from referee.official.suits import suits
from referee.rulebooks.procedure import Stop


def first_passed(
    table: Table,
    stand: Stand,
    situation: Situation | None,
    known: Seen,
    carrier: SeenPlayer | None,
) -> Stop | None:
    """The first stop of the referee's own that the carrier is at, None where there is none."""
    if situation is None or carrier is None:
        return None
    rules, row = table.rulebook.calls.stops, table.rulebook.procedure.row(stand.period)
    for stop in row.stops:
        made = made_of(rules, stop.at, known.way.kick)
        if made is None or made.value is not Made.ALWAYS or not suits(stop, stand, row.period):
            continue
        side = line_of(rules, table.field, stop.at, situation, known.way)
        shape = table.base(carrier.player)
        if side is not None and reach_beyond(shape, carrier.measured, side).beyond_mm >= 0.0:
            return stop
    return None
