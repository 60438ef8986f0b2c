"""The procedure of a rulebook as a table on the screen."""

from __future__ import annotations

import typing

from rich.console import Console
from rich.table import Table as Rows

from referee.apps.drawings.procedure_arrows import ArrowReason, arrows_of
from referee.apps.terminal.print_json import print_json
from referee.calls.stops.power_pulse import pulse_limit_of
from referee.rulebooks.procedure import ProcedureRow
from referee.rulebooks.rulebook import Rulebook


def show_procedure(book: Rulebook, *, as_json: bool) -> None:
    """A row for every period."""
    rows = [_plain(book, row) for row in book.procedure.rows]
    if as_json:
        print_json(rows)
        return
    table = Rows("period", "switch", "power", "then", "rule", title=book.title)
    for row in rows:
        follows = "\n".join(f"{each['to']}: {each['why']}" for each in row["follows"])
        limit = row["limit_s"]
        power = f"up to {limit:g} s" if limit else "until it is stopped"
        table.add_row(row["period"], row["switch"], power, follows, row["rule"])
    Console().print(table)


def _plain(book: Rulebook, row: ProcedureRow) -> dict[str, typing.Any]:
    limit = None if row.limit is None else pulse_limit_of(book.calls.pulse, row.limit).value
    return {
        "period": row.period.value,
        "phase": None if row.phase is None else row.phase.value,
        "switch": row.holder.value,
        "limit_s": limit or None,
        "turns": row.turns,
        "rule": row.rule,
        "follows": [
            {"to": arrow.end.value, "why": _why(arrow.why, arrow.label)}
            for arrow in arrows_of(book)
            if arrow.start is row.period
        ],
    }


def _why(why: ArrowReason, label: str) -> str:
    return f"{why.value} ({label})" if label else why.value
