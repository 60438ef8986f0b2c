"""The whole bench: plays, judges, counts, writes the page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from referee.lab.bench.calls.call_figures import (
    call_rows,
    confusion,
    counted_plays,
    error_rows,
    speed_rows,
)
from referee.lab.bench.calls.calls_page import PAGE, confusion_lines, write_page
from referee.lab.bench.calls.hour_cost import POWER_ON_SHARE, STOPS_PER_HOUR, hour_cost
from referee.lab.bench.calls.judged_play import PlayResult, rulebooks
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.plays.play_store import FOLDER, drop_other_versions, recorded_plays
from referee.lab.bench.calls.workers import PLAYS_PER_CHUNK, judge_all
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.machine import load_average
from referee.loaders.formats.atomic_file import write_text

PLAYS, QUICK_PLAYS = 2000, 160
HOUR_BAR_S = 30.0
WRONG = FOLDER / "wrong.jsonl"


def run(quick: bool) -> Report:
    """Plays under four rulebooks, judged from what a camera would measure of them."""
    console = Console(stderr=True)
    recipes = [PlayRecipe(k) for k in range(QUICK_PLAYS if quick else PLAYS)]
    if not quick:
        drop_other_versions()

    def tell(done: int) -> None:
        if done % (len(recipes) // 10) < PLAYS_PER_CHUNK:
            console.print(f"calls: {done} of {len(recipes)} plays judged")

    results = judge_all(recipes, tell)
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
        "near: before the end a defender comes within 3 mm of the carrier without touching him",
        "half of the plays at 30 frames/s, half at 60; each under four rulebooks; load " + load,
        (
            f"an hour: 108,000 frames, the board on for {POWER_ON_SHARE:.0%},"
            f" {STOPS_PER_HOUR} stops; one core"
        ),
        *(f"set aside: {reason} ({count})" for reason, count in sorted(aside.items())),
    ]


def _write_wrong(results: Sequence[PlayResult], target: Path = WRONG) -> None:
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
    target.parent.mkdir(parents=True, exist_ok=True)
    write_text(target, "".join(line + "\n" for line in lines))
