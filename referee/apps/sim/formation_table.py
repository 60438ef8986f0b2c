"""What `referee sim formations` prints."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from referee.apps.terminal.print_json import print_json
from referee.sim.formations.formation import formation_names, load_formation


def print_formations(*, as_json: bool) -> None:
    """The formations that come with the simulator."""
    known = [load_formation(name) for name in formation_names()]
    if as_json:
        values = [
            {"name": f.name, "title": f.title, "side": f.side.value, "ball": f.ball} for f in known
        ]
        print_json(values)
        return
    table = Table("name", "title", "side", "ball", box=None, pad_edge=False)
    for formation in known:
        table.add_row(formation.name, formation.title, formation.side.value, formation.ball)
    Console().print(table)
