"""The start of a simulated table: the eyes load while the board gets ready in its own process."""

from __future__ import annotations

from types import SimpleNamespace

from referee.core.roster import Team
from referee.sim.coach.table import simulated_table
from referee.sim.coach.table.simulated_table import SimulatedTable
from referee.sim.live.setup import SimSetup


class Board:
    """Gets ready when somebody waits for it."""

    fps, size_px = 30.0, (640, 360)

    def __init__(self, *_setup):
        self.waited = self.closed = False

    def wait_ready(self, show):
        show(SimpleNamespace(doing="painting the board", done=0.5))
        self.waited = True

    def close(self):
        self.closed = True


def test_the_table_is_open_before_its_board_stands(monkeypatch):
    known = SimpleNamespace(
        calibration=None, teams=None, sheets=None, colours=dict.fromkeys(Team, "#fff"),
        reference=1, plate=None,
    )  # fmt: skip
    monkeypatch.setattr(simulated_table, "PacedBoard", Board)
    monkeypatch.setattr(simulated_table, "TableTime", lambda _board: None)
    monkeypatch.setattr(simulated_table, "set_up_table", lambda _setup, _say: known)
    table, said = SimulatedTable(SimSetup(), coached=True), []
    gear = table.open(lambda words, _share: said.append(words))
    assert not table.board.waited
    gear.wait_ready(lambda words, _share: said.append(words))
    assert table.board.waited
    assert said[-1] == "the board: painting the board"
    gear.close()
    assert table.board.closed
