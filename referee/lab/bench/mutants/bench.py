"""A sample of mistakes, the tests on each, and how many were noticed."""

from __future__ import annotations

from pathlib import Path

import referee
from referee.lab.bench.mutants.hunt import hunt_mutants
from referee.lab.bench.report import Report, Row

SAMPLE, QUICK_SAMPLE = 100, 4
KILLED_SHARE = 85.0
SHOWN = 60
_ROOT = Path(referee.__file__).resolve().parents[1]


def run(quick: bool) -> Report:
    """Sample mistakes, run the tests on each."""
    results, left_out = hunt_mutants(_ROOT, QUICK_SAMPLE if quick else SAMPLE)
    rows = []
    for room in ("core", "calls"):
        of_room = [v for v in results if v.mutant.room == room]
        if of_room:
            killed = 100.0 * sum(v.killed for v in of_room) / len(of_room)
            rows.append(Row(f"noticed, of {len(of_room)} in {room}", killed, "%"))
    share = 100.0 * sum(v.killed for v in results) / len(results)
    bar = None if quick else KILLED_SHARE
    rows.append(Row(f"noticed, of {len(results)} in all", share, "%", bar, "higher"))
    alive = [v.mutant.words for v in results if not v.killed]
    notes = [f"unnoticed: {words}" for words in alive[:SHOWN]]
    notes.append(
        f"{left_out} that change nothing but an annotation, a text or the speed were not counted"
    )
    return Report("mutants", rows, notes)
