"""What may follow what: the steps of a play under a rulebook, and the phases of a night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Rows

from referee.apps.drawings.drawing_file import check_drawing, save_drawing
from referee.apps.drawings.night_phases import draw_phases
from referee.apps.drawings.procedure_arrows import ArrowReason, arrows_of
from referee.apps.drawings.procedure_picture import draw_procedure
from referee.apps.terminal.print_json import print_json
from referee.calls.stops.power_pulse import pulse_limit_of
from referee.loaders.rulebooks import load_rulebook
from referee.night.phase import PHASE_TABLE, PHASES_AFTER
from referee.rulebooks.procedure import ProcedureRow
from referee.rulebooks.rulebook import Rulebook


def show_procedure(name: str, out: Path | None, *, as_json: bool) -> None:
    """A row for every step of a play, and the picture of all of them if one is asked for."""
    check_drawing(out)
    book = load_rulebook(name)
    _print_procedure(book, as_json=as_json)
    save_drawing(out, draw_procedure(book), "", as_json=as_json)


def show_evening(out: Path | None, *, as_json: bool) -> None:
    """The phases of a night: when each holds, and what may follow it."""
    check_drawing(out)
    if as_json:
        print_json(
            {
                row.phase.value: {
                    "when": row.when,
                    "follows": [{"why": w, "to": to.value} for w, to in PHASES_AFTER[row.phase]],
                }
                for row in PHASE_TABLE
            }
        )
    else:
        table = Rows("moment", "when", "then", title="An evening, the first row that fits")
        for row in PHASE_TABLE:
            then = "\n".join(f"{to.value}: {why}" for why, to in PHASES_AFTER[row.phase])
            table.add_row(row.phase.value, row.when, then)
        Console().print(table)
    save_drawing(out, draw_phases(), "", as_json=as_json)


def _print_procedure(book: Rulebook, *, as_json: bool) -> None:
    rows = [_plain(book, row) for row in book.procedure.rows]
    if as_json:
        print_json(rows)
        return
    table = Rows("step", "switch", "power", "then", "rule", title=book.title)
    for row in rows:
        follows = "\n".join(f"{each['to']}: {each['why']}" for each in row["follows"])
        limit = row["limit_s"]
        power = f"up to {limit:g} s" if limit else "until it is stopped"
        table.add_row(row["period"], row["switch"], power, follows, row["rule"])
    Console().print(table)


def _plain(book: Rulebook, row: ProcedureRow) -> dict[str, Any]:
    limit = None if row.limit is None else pulse_limit_of(book.calls.pulse, row.limit).value
    return {
        "period": row.step.value,
        "phase": None if row.phase is None else row.phase.value,
        "switch": row.holder.value,
        "limit_s": limit or None,
        "turns": row.turns,
        "rule": row.rule,
        "follows": [
            {"to": arrow.end.value, "why": _why(arrow.why, arrow.label)}
            for arrow in arrows_of(book)
            if arrow.start is row.step
        ],
    }


def _why(why: ArrowReason, label: str) -> str:
    return f"{why.value} ({label})" if label else why.value
