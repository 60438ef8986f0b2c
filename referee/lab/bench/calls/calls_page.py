"""Writes the figures and the confusion of rules into the page about the calls' accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.core.errors import BadValue
from referee.lab.bench.calls.call_figures import Confusion
from referee.lab.bench.report import Report, readable
from referee.lab.bench.tools.machine import BenchMachine
from referee.loaders.formats.atomic_file import write_text

PAGE = Path("docs/calls-accuracy.md")
START, END = "<!-- bench calls: start -->", "<!-- bench calls: end -->"
_SIGNS = {"lower": "≤", "higher": "≥"}


def write_page(page: Path, report: Report, table: Confusion) -> None:
    """The part of the page between the two marks."""
    text = page.read_text(encoding="utf-8")
    if text.count(START) != 1 or text.count(END) != 1:
        raise BadValue(page.name, "no place for the figures", f"one line {START} and one {END}")
    head, rest = text.split(START)
    tail = rest.split(END)[1]
    lines = [*_figures(report), "", *confusion_lines(table)]
    write_text(page, f"{head}{START}\n\n" + "\n".join(lines) + f"\n\n{END}{tail}")


def _figures(report: Report) -> Sequence[str]:
    lines = [f"{BenchMachine.this_one()}.", "", "| What | Measured | Bar | |", "|---|---|---|---|"]
    for row in report.rows:
        unit = f" {row.unit}" if row.unit else ""
        bar = "" if row.bar is None else f"{_SIGNS[row.better]} {readable(row.bar)}{unit}"
        verdict = "" if row.bar is None else ("met" if row.passes else "**missed**")
        lines.append(f"| {row.label} | {readable(row.value)}{unit} | {bar} | {verdict} |")
    return [*lines, "", *(f"* {note}" for note in report.notes)]


def confusion_lines(table: Confusion) -> list[str]:
    """One line for each thing that was true and each thing it was called."""
    lines = ["| It was | It was called | Sure | Flagged | |", "|---|---|---|---|---|"]
    for true, called in sorted({*table.sure, *table.flagged}):
        sure, flagged = table.sure[true, called], table.flagged[true, called]
        wrong = "**wrong**" if true != called and sure else ""
        lines.append(f"| {true} | {called} | {sure or ''} | {flagged or ''} | {wrong} |")
    return lines
