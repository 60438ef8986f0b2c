"""The tables that decide without a rulebook: the statuses of a play, and the power of a night."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table as Rows

from referee.apps.drawings.drawing_file import check_drawing, save_drawing
from referee.apps.drawings.play_table import draw_play_table
from referee.apps.drawings.power_modes import draw_power, row_words
from referee.apps.terminal.print_json import print_json
from referee.night.safety.power_table import POWER_TABLE
from referee.official.play.status import PlayEvent, PlayStatus, status_after


def show_play_table(out: Path | None, *, as_json: bool) -> None:
    """For every status of a play the events, and the status that each leads to."""
    check_drawing(out)
    follows = {
        status.value: {
            event.value: then.value
            for event in PlayEvent
            if (then := status_after(status, event)) is not status
        }
        for status in PlayStatus
    }
    if as_json:
        print_json(follows)
    else:
        table = Rows("status", "event", "then", title="A play")
        for name, events in follows.items():
            for event, leads_to in events.items():
                table.add_row(name, event, leads_to)
        Console().print(table)
    save_drawing(out, draw_play_table(), "", as_json=as_json)


def show_power_table(out: Path | None, *, as_json: bool) -> None:
    """For every mode of the power the rows, of which the first that holds decides."""
    check_drawing(out)
    rows = {
        mode.value: [{"row": row_words(row), "then": row.then.value} for row in table]
        for mode, table in POWER_TABLE.items()
    }
    if as_json:
        print_json(rows)
    else:
        shown = Rows("mode", "the first row that holds", "then", title="The power of a night")
        for mode, each in rows.items():
            for row in each:
                shown.add_row(mode, row["row"], row["then"])
        Console().print(shown)
    save_drawing(out, draw_power(), "", as_json=as_json)
