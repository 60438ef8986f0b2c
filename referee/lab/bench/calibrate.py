"""Cameras read off the board: error in mm, how often it works, and whether it is honest."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from referee.lab.bench.calibrate_cases.borders import (
    BORDER_LOOKS,
    border_notes,
    border_rows,
    try_border,
)
from referee.lab.bench.calibrate_cases.conditions import (
    KINDS,
    LIVE_CAMERA,
    MISSING,
    QUICK_KINDS,
    TRACED,
    try_conditions,
    try_live_camera,
    try_traced,
)
from referee.lab.bench.calibrate_cases.rendered_views import (
    CLICKED,
    EMPTY,
    FIGURES,
    LENS,
    MIRRORED,
    OTHER_FIELD,
    SEED,
    TURNED,
    ViewOutcome,
    draw_look,
    try_look,
)
from referee.lab.bench.calibrate_cases.unknown_fields import (
    HELPED,
    UnknownFieldOutcome,
    measure_unknown,
    unknown_rows,
)
from referee.lab.bench.camera_cases.first_evening import first_evening
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.figures import median
from referee.lab.bench.tools.machine import load_average
from referee.lab.bench.tools.side_by_side import side_by_side

LOOKS, QUICK_LOOKS = 20, 1
HARD, QUICK_HARD = 8, 1
TRACED_VIEWS, QUICK_TRACED = 12, 1
UNKNOWN, QUICK_UNKNOWN = 20, 1
QUICK_BORDERS = 1
PROCEDURE_S, CLICKS = 180.0, 4.0
LARGE_BOARD = "620"
MEDIAN_MM, CORNER_MM, ALONE, CROWDED, HONEST, SLOWEST_S = 0.2, 1.0, 95.0, 90.0, 95.0, 10.0
SUCCESS = ((EMPTY, ALONE), (FIGURES, CROWDED), (TURNED, CROWDED), (CLICKED, CROWDED), (LENS, None))
WRONG = 3.0  # true error by stated error, from which on a calibration was wrong and did not know


def run(quick: bool) -> Report:
    """Calibrate views of several boards that nothing was chosen with."""
    kinds = QUICK_KINDS if quick else KINDS
    with side_by_side() as work:
        looks = work.each("usual", _looked, range(QUICK_LOOKS if quick else LOOKS))
        worse = work.each("hard", partial(_harder, kinds), range(QUICK_HARD if quick else HARD))
        new = work.each("unknown", measure_unknown, range(QUICK_UNKNOWN if quick else UNKNOWN))
        framed = work.each("borders", _bordered, range(QUICK_BORDERS if quick else BORDER_LOOKS))
        outcomes, borders = _flat(work.done(looks)), _flat(work.done(framed))
        hard, unknown = _flat(work.done(worse)), work.done(new)
    hard += list(try_traced(QUICK_TRACED if quick else TRACED_VIEWS))
    if not quick:
        hard.append(try_live_camera())
    usual = report_of(outcomes)
    notes = [*usual.notes, *border_notes(borders), *_hard_notes(hard, unknown), _load_note()]
    rows = [*usual.rows, *border_rows(borders), *_hard_rows(hard), *unknown_rows(unknown)]
    if not quick:
        rows += _procedure_rows()
    return Report("calibrate", rows, notes)


def _looked(number: int) -> list[ViewOutcome]:
    return list(try_look(number, draw_look(number)))


def _harder(kinds: Sequence[str], number: int) -> list[ViewOutcome]:
    return list(try_conditions(number, kinds))


def _bordered(number: int) -> list[ViewOutcome]:
    return list(try_border(number))


def _flat(lists: Sequence[list[ViewOutcome]]) -> list[ViewOutcome]:
    return [outcome for each in lists for outcome in each]


def report_of(outcomes: Sequence[ViewOutcome]) -> Report:
    """The figures of a set of views."""
    looks = len({o.look for o in outcomes})
    tilts = [o.tilt_deg for o in outcomes]
    notes = [
        (
            f"{looks} looks drawn at random (seed {SEED}), 1920 x 1080, one picture each, camera "
            f"leaning {min(tilts):.0f} to {max(tilts):.0f} degrees; 561 places on every field, in "
            "the plane of the base tops"
        ),
        "wrong without knowing: the true error is over three times the stated one somewhere",
    ]
    notes += sorted({f"refused, {o.kind}, look {o.look}: {o.reason}" for o in _refused(outcomes)})
    return Report("calibrate", rows=list(_rows(outcomes)), notes=notes)


def _hard_rows(outcomes: Sequence[ViewOutcome]) -> Iterator[Row]:
    """Each condition by itself: how often it works, how far off, how honest."""
    for kind in (*KINDS, LIVE_CAMERA, TRACED):
        group = [o for o in outcomes if o.kind == kind]
        if not group:
            continue
        share = 100.0 * sum(o.solved for o in group) / len(group)
        bar = None if kind == TRACED else CROWDED
        yield Row(f"{kind}: calibrated by itself ({len(group)})", share, "%", bar, "higher")
        solved = [o for o in group if o.solved]
        if solved:
            yield Row(f"{kind}: position, median", median([o.median_mm for o in solved]), "mm")
            yield Row(f"{kind}: worst corner", max(o.corner_mm for o in solved), "mm")
            inside = 100.0 * float(np.mean([o.covered for o in solved]))
            yield Row(f"{kind}: stated error covers", inside, "% of places", HONEST, "higher")
            wrong = sum(o.worst_mm > WRONG * o.stated_mm for o in solved)
            yield Row(f"{kind}: wrong without knowing", float(wrong), "views", 0.0)


def _hard_notes(
    outcomes: Sequence[ViewOutcome], unknown: Sequence[UnknownFieldOutcome]
) -> Iterator[str]:
    for o in outcomes:
        if not o.solved:
            yield f"refused, {o.kind}, look {o.look}: {o.reason}"
    if not any(o.kind == TRACED for o in outcomes):
        yield MISSING
    for board in unknown:
        if board.reason is not None:
            yield f"unknown field {board.number}, {board.tilt_deg:.0f} degrees: {board.reason}"
        if board.after_clicks is not None:
            yield f"unknown field {board.number}, {HELPED}: {board.after_clicks}"


def _procedure_rows() -> Iterator[Row]:
    """What a coach does on the first evening, scripted in the simulator."""
    clock_s, _, clicks = first_evening()
    yield Row("whole procedure: by the clock, with hands", clock_s, "s", PROCEDURE_S)
    yield Row("whole procedure: clicks", float(clicks), "", CLICKS)


def _load_note() -> str:
    load = load_average()
    return f"load average {load} at the end, {os.cpu_count()} cores"


def _refused(outcomes: Sequence[ViewOutcome]) -> list[ViewOutcome]:
    """Refusals of views that could have been used."""
    return [o for o in outcomes if not o.solved and o.kind not in {MIRRORED, OTHER_FIELD}]


def _rows(outcomes: Sequence[ViewOutcome]) -> Iterator[Row]:
    usual = [o for o in outcomes if o.kind in {EMPTY, FIGURES} and o.solved]
    large = [o for o in usual if o.board == LARGE_BOARD]
    if large:
        yield Row(
            "37 in board: position, median", median([o.median_mm for o in large]), "mm", MEDIAN_MM
        )
        yield Row("37 in board: worst corner", max(o.corner_mm for o in large), "mm", CORNER_MM)
        yield Row("37 in board: worst place of all", max(o.worst_mm for o in large), "mm")
    others = [o for o in usual if o.board != LARGE_BOARD]
    if others:
        yield Row("other boards: position, median", median([o.median_mm for o in others]), "mm")
        yield Row("other boards: worst corner", max(o.corner_mm for o in others), "mm")
    known = [o for o in outcomes if o.kind == LENS and o.solved]
    if known:
        yield Row(f"{LENS}: position, median", median([o.median_mm for o in known]), "mm")
        yield Row(f"{LENS}: worst corner", max(o.corner_mm for o in known), "mm")
    for kind, bar in SUCCESS:
        group = [o for o in outcomes if o.kind == kind]
        if group:
            share = 100.0 * sum(o.solved for o in group) / len(group)
            yield Row(f"calibrated, {kind} ({len(group)})", share, "%", bar, "higher")
    for kind in (MIRRORED, OTHER_FIELD):
        group = [o for o in outcomes if o.kind == kind]
        if group:
            share = 100.0 * sum(not o.solved for o in group) / len(group)
            yield Row(f"refused, {kind} ({len(group)})", share, "%", 100.0, "higher")
    solved = [o for o in outcomes if o.solved and o.kind not in {MIRRORED, OTHER_FIELD}]
    if not solved:
        return
    inside = 100.0 * float(np.mean([o.covered for o in solved]))
    yield Row("stated error covers the true one", inside, "% of places", HONEST, "higher")
    wrong = sum(o.worst_mm > WRONG * o.stated_mm for o in solved)
    yield Row("wrong without knowing", float(wrong), "views", 0.0)
    for grade in ("gold", "silver", "bronze"):
        share = 100.0 * sum(o.grade == grade for o in solved) / len(solved)
        yield Row(f"verdict {grade}", share, "%")
    yield Row(
        "picture to certificate, core seconds, median", median([o.seconds for o in outcomes]), "s"
    )
    yield Row("the same, longest", max(o.seconds for o in outcomes), "s", SLOWEST_S)
