"""The whole bench: plays, judges, counts, writes the page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from referee.lab.bench.calls.call_figures import (
    Confusion,
    call_rows,
    confusion,
    counted_plays,
    error_rows,
    speed_rows,
)
from referee.lab.bench.calls.hour_cost import POWER_ON_SHARE, STOPS_PER_HOUR, hour_cost
from referee.lab.bench.calls.judged_play import PLAYS_PER_CHUNK, PlayResult, judge_all, rulebooks
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.plays.play_store import FOLDER, drop_other_versions, recorded_plays
from referee.lab.bench.report import SIGNS, Report, Row, readable
from referee.lab.bench.tools.machine import BenchMachine, load_average
from referee.lab.bench.tools.marked_page import write_between_marks
from referee.loaders.formats.atomic_file import write_text

PLAYS, QUICK_PLAYS = 2000, 160
HOUR_BAR_S = 30.0
WRONG = FOLDER / "wrong.jsonl"
PAGE = Path("docs/calls-accuracy.md")


def run(quick: bool) -> Report:
    """Plays under four rulebooks, judged from what a camera would measure of them."""
    console = Console(stderr=True)
    recipes = [PlayRecipe(k) for k in range(QUICK_PLAYS if quick else PLAYS)]
    if not quick:
        drop_other_versions()
    results = judge_all(recipes)
    timed = hour_cost(list(recorded_plays(recipes[:PLAYS_PER_CHUNK])), rulebooks()["hefl"])
    rows = [
        *call_rows(results),
        *error_rows(results),
        *speed_rows(results),
        Row("an hour's game judged again", timed.total_s, "s", HOUR_BAR_S),
        Row("of it a frame with power", timed.on_ms, "ms"),
        Row("of it a frame without", timed.off_ms, "ms"),
    ]
    report = Report("calls", rows, _notes(results))
    table = confusion(counted_plays(results))
    _write_wrong(results)
    for line in confusion_lines(table):
        console.print(line, markup=False)
    if not quick and PAGE.is_file():
        write_page(PAGE, report, table)
    return report


def _notes(results: Sequence[PlayResult]) -> list[str]:
    aside: dict[str, int] = {}
    for result in results:
        for each in result.judged:
            if each.aside:
                aside[each.aside] = aside.get(each.aside, 0) + 1
    load = load_average()
    return [
        (
            "the eyes are made up: no picture is drawn; the errors have the sizes that the bench of"
            " the refinement measures, the frames have the form of a night"
        ),
        "near: before the end a defender comes within 3 mm of the carrier without touching it",
        "half of the plays at 30 frames/s, half at 60; each under four rulebooks; load " + load,
        (
            f"an hour: 108,000 frames, the board on for {POWER_ON_SHARE:.0%},"
            f" {STOPS_PER_HOUR} stops; one core"
        ),
        *(f"set aside: {reason} ({count})" for reason, count in sorted(aside.items())),
    ]


def _write_wrong(results: Sequence[PlayResult]) -> None:
    """Every unflagged call that was wrong, to be looked at."""
    lines = [
        json.dumps(
            {"number": j.number, "fps": j.fps, "turn": j.turn, "book": j.book, **asdict(d)},
            ensure_ascii=False,
        )
        for j in counted_plays(results)
        for d in j.decisions
        if not d.flagged and not d.right
    ]
    WRONG.parent.mkdir(parents=True, exist_ok=True)
    write_text(WRONG, "".join(line + "\n" for line in lines))


def write_page(page: Path, report: Report, table: Confusion) -> None:
    """The part of the page between the two marks."""
    write_between_marks(page, "calls", ["", *_figures(report), "", *confusion_lines(table), ""])


def _figures(report: Report) -> Sequence[str]:
    lines = [f"{BenchMachine.this_one()}.", "", "| What | Measured | Bar | |", "|---|---|---|---|"]
    for row in report.rows:
        unit = f" {row.unit}" if row.unit else ""
        bar = "" if row.bar is None else f"{SIGNS[row.better]} {readable(row.bar)}{unit}"
        result = "" if row.bar is None else ("met" if row.passes else "**missed**")
        lines.append(f"| {row.label} | {readable(row.value)}{unit} | {bar} | {result} |")
    return [*lines, "", *(f"* {note}" for note in report.notes)]


def confusion_lines(table: Confusion) -> list[str]:
    """One line for each thing that was true and each thing it was called."""
    lines = ["| It was | It was called | Sure | Flagged | |", "|---|---|---|---|---|"]
    for true, called in sorted({*table.sure, *table.flagged}):
        sure, flagged = table.sure[true, called], table.flagged[true, called]
        wrong = "**wrong**" if true != called and sure else ""
        lines.append(f"| {true} | {called} | {sure or ''} | {flagged or ''} | {wrong} |")
    return lines
