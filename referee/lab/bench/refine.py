"""How exactly bases are measured in rendered frames, how true the error bars are, and how fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.figures import honest_rows, inside, median, percentile
from referee.lab.bench.tools.machine import load_average
from referee.lab.bench.tools.refine_cases import (
    DETECTOR_LABEL,
    GUESS_ERRORS,
    USUAL_LABEL,
    BaseError,
    GapError,
    RefineTally,
    measure_drawn,
    measure_rendered,
)
from referee.vision.refine.refinement import MeasurementQuality

OPEN = 0.6  # share of a top that is seen when nothing but its own figure hides it
WRONG_MM = 2.0
FEWEST = 30  # of a kind, below which a share says nothing
# Pictures by another engine, where somebody has made them: datasets/recipes/traced.toml
TRACED = (Path("out/datasets/traced"), "test-traced", 16)
SPLITS = ("seen", "neighbour", "blur", "glare", "light", "colours", "board")


def run(quick: bool) -> Report:
    """Figures on, every look another board, light, camera and kind of base."""
    cv2.setNumThreads(1)
    looks, frames = (3, 2) if quick else (24, 4)
    tally = measure_rendered(looks, frames)
    traced = measure_drawn(*TRACED[:2], 4 if quick else TRACED[2])
    load = load_average()
    usual, detected = _started(tally, USUAL_LABEL), _started(tally, DETECTOR_LABEL)
    rows = [
        *_exactness("", tally, USUAL_LABEL, barred=True),
        *_honesty("all measured", _good(usual), tally.gaps[USUAL_LABEL], barred=True),
        *_exactness("detected, ", tally, DETECTOR_LABEL, barred=True),
        *_honesty("detected", _good(detected), tally.gaps[DETECTOR_LABEL], barred=True),
        Row("22 bases, one core's time", 1e3 * median(tally.seconds), "ms/frame", 3.0),
        Row("22 bases, 95 % of frames", 1e3 * percentile(tally.seconds, 95), "ms/frame"),
        *_verdicts(tally, USUAL_LABEL),
        *_verdicts(tally, DETECTOR_LABEL, "detected, "),
        *_misled(tally),
    ]
    notes = [
        (
            f"{looks} looks, {looks * frames} frames at 1920 x 1080 (half RICH, half LIVE), "
            f"{len(usual)} bases per start, {len(tally.gaps[USUAL_LABEL])} pairs; own seeds;"
            f" load {load}"
        ),
        (
            f"open: at least {OPEN:.0%} of the top is seen (the own figure hides up to the rest); "
            "worst and percentiles of bases called measured"
        ),
        "starts are normal errors with these sizes; camera known exactly, outlines too unless said",
        (
            "detected: 0.6 mm per axis and 2°, a fifth of them twice and a twentieth four times as "
            "far off; other ends are looked for"
        ),
    ]
    if traced.bases:
        own = _started(traced, USUAL_LABEL)
        for start, which in (
            (USUAL_LABEL, "path traced, "),
            (DETECTOR_LABEL, "path traced, detected, "),
        ):
            good = _good(_started(traced, start))
            rows += _exactness(which, traced, start, barred=False)
            rows += _honesty(which.rstrip(", "), good, traced.gaps[start], barred=False)
            rows += _verdicts(traced, start, which)
        pairs = len(traced.gaps[USUAL_LABEL])
        notes.append(f"path traced: {len(own)} bases of {TRACED[0]}, {pairs} pairs")
    else:
        notes.append(f"no path-traced frames in {TRACED[0]}: datasets/recipes/traced.toml")
    for what in SPLITS:
        rows += _split(what, usual, tally.gaps[USUAL_LABEL])
    rows += _starts(tally)
    return Report("refine", rows=rows, notes=notes)


def _started(tally: RefineTally, start: str) -> list[BaseError]:
    return [b for b in tally.bases if b.start == start]


def _good(bases: Sequence[BaseError]) -> list[BaseError]:
    return [b for b in bases if b.quality is MeasurementQuality.MEASURED]


def _exactness(which: str, tally: RefineTally, start: str, barred: bool) -> Iterator[Row]:
    opened = [b for b in _good(_started(tally, start)) if b.visible >= OPEN]
    gaps = np.abs([g.miss_mm for g in tally.gaps[start] if g.visible >= OPEN])
    if opened:
        miss, turn = [b.miss_mm for b in opened], [b.miss_deg for b in opened]
        for name, value, unit, bar in (
            ("position median", median(miss), "mm", 0.2),
            ("position 95 %", percentile(miss, 95), "mm", 0.7),
            ("position worst", max(miss), "mm", WRONG_MM),
            ("heading median", median(turn), "°", 0.5),
        ):
            yield Row(f"{which}open bases, {name}", value, unit, bar if barred else None)
    if len(gaps):
        middle = median(gaps)
        yield Row(f"{which}pairs within 3 mm, gap median", middle, "mm", 0.2 if barred else None)
        yield Row(f"{which}pairs within 3 mm, gap 95 %", percentile(gaps, 95), "mm")


def _honesty(
    label: str, bases: Sequence[BaseError], gaps: Sequence[GapError], barred: bool
) -> Iterator[Row]:
    """Shares of 95 % intervals that hold the truth; too many is as dishonest as too few."""
    z = np.array([b.normalised for b in bases]).reshape(-1, 3)
    w = np.array([g.sigmas for g in gaps])
    for name, found in (("position", z[:, :2]), ("heading", z[:, 2:]), ("gap", w)):
        if found.size == 0:
            continue
        held, apart = f"{label}: {name} inside 95 % interval", f"{label}: {name}, from 95 %"
        yield from honest_rows(held, apart, found, barred=barred)
        yield Row(f"{label}: {name}, normalised error", float(found.std()), "sigma")


def _verdicts(tally: RefineTally, start: str, which: str = "") -> Iterator[Row]:
    begun = _started(tally, start)
    good = _good(begun)
    opened = [b for b in begun if b.visible >= OPEN]
    wrong = [b for b in good if b.miss_mm > WRONG_MM]
    doubted = 100.0 * (1.0 - len(_good(opened)) / max(len(opened), 1))
    yield Row(f"{which}called doubtful or unmeasured", 100.0 * (1.0 - len(good) / len(begun)), "%")
    yield Row(f"{which}open bases called doubtful or unmeasured", doubted, "%")
    yield Row(f"{which}called measured, over 2 mm off", 100.0 * len(wrong) / len(begun), "%")


def _misled(tally: RefineTally) -> Iterator[Row]:
    """What is said of bases whose front is at the back of the guess, or whose size is another."""
    turned = _started(tally, "back for front")
    for name, group in (
        ("guess turned, front shows", [b for b in turned if b.front_shows]),
        ("guess turned, front does not show", [b for b in turned if not b.front_shows]),
        ("size 1 mm off", _started(tally, "size 1 mm off")),
    ):
        if len(group) < FEWEST:
            continue
        good = _good(group)
        yield Row(f"{name}: called measured", 100.0 * len(good) / len(group), "%")
        if good:
            yield Row(f"{name}: position 95 %", percentile([b.miss_mm for b in good], 95), "mm")


def _split(what: str, bases: Sequence[BaseError], gaps: Sequence[GapError]) -> Iterator[Row]:
    kinds = sorted({b.kinds[what] for b in bases if what in b.kinds})
    for kind in kinds:
        group = [b for b in bases if b.kinds.get(what) == kind]
        pairs = [g for g in gaps if g.kinds.get(what) == kind]
        yield from _group(f"{what} {kind} ({len(group)})", group, pairs)


def _starts(tally: RefineTally) -> Iterator[Row]:
    for start in GUESS_ERRORS:
        group = _started(tally, start)
        yield from _group(f"start {start} ({len(group)})", group, [])


def _group(label: str, group: Sequence[BaseError], pairs: Sequence[GapError]) -> Iterator[Row]:
    good = _good(group)
    if not good:
        return
    z = np.array([b.normalised for b in good])
    miss = [b.miss_mm for b in good]
    yield Row(f"{label}: median", median(miss), "mm")
    yield Row(f"{label}: 95 %", percentile(miss, 95), "mm")
    yield Row(f"{label}: heading", median([b.miss_deg for b in good]), "°")
    shares = [("position", z[:, :2]), ("heading", z[:, 2])]
    if len(pairs) >= FEWEST:
        shares.append(("gap", np.array([g.sigmas for g in pairs])))
    for name, found in shares:
        yield Row(f"{label}: {name} inside", 100.0 * inside(found), "%")
    yield Row(f"{label}: doubtful", 100.0 * (1.0 - len(good) / len(group)), "%")
