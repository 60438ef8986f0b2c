"""Runs the eyes on every judged frame and compares their figures with the bars."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from referee.camera.frame_source import Frame
from referee.core.errors import BadValue, PlainWord
from referee.lab.bench.report import BetterWhen, Report, Row
from referee.lab.bench.tools.machine import load_average
from referee.lab.bench.vision.accuracy_page import write_page
from referee.lab.bench.vision.base_marks import FrameSetMarks, mark_frame
from referee.lab.bench.vision.judged_frames import (
    DATA,
    MAKE_FOREIGN_SET,
    MAKE_JUDGE_SET,
    SAMPLES,
    SOURCES,
    FrameSet,
    JudgedFrame,
    frames,
    is_made,
    sample_frames,
)
from referee.lab.bench.vision.sight_figures import SightFigures, figures_of, splits_of
from referee.lab.bench.vision.team_marks import WornColours, team_marks
from referee.vision.frame.locator_setup import open_locator
from referee.vision.network.default_models import DETECTOR
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.plate_keeper import PlateKeeper

NEEDED = {"foreign", "apart", "near"}  # for the page
SPLIT = ("foreign", "near")
QUICK_FRAMES = 6  # of every set
PAGE = Path(__file__).resolve().parents[4] / "docs" / "accuracy.md"
NOMINAL = 0.95


@dataclass(frozen=True, slots=True)
class FigureBar:
    """A figure, how it is called, and which way is better."""

    key: str
    label: str
    unit: str
    better: BetterWhen = "higher"


FOUND = (
    FigureBar("recall", "recall", ""),
    FigureBar("precision", "precision", ""),
    FigureBar("front", "front right, one frame", ""),
    FigureBar("front_sure_wrong", "... wrong where 90 % sure", "", "lower"),
    FigureBar("fallen_f1", "fallen, F1", ""),
    FigureBar("enrolled_team", "team right where jerseys differ, enrolled", ""),
    FigureBar("enrolled_sure", "... said with more than 90 %", ""),
    FigureBar("enrolled_sure_right", "... of those right", ""),
    FigureBar("team", "team right where jerseys differ, nobody enrolled", ""),
    FigureBar("team_told", "... told at all", ""),
    FigureBar("team_told_right", "... of those right", ""),
    FigureBar("best_median_mm", "position, median of open bases", "mm", "lower"),
    FigureBar("best_p95_mm", "position, 95 % of open bases", "mm", "lower"),
    FigureBar("known_doubtful", "open bases called doubtful", "", "lower"),
    FigureBar("known_median_mm", "position, median of the others", "mm", "lower"),
    FigureBar("known_p95_mm", "position, 95 % of the others", "mm", "lower"),
    FigureBar("known_worst_mm", "position, worst of the others", "mm", "lower"),
    FigureBar("known_far_off", "... more than 2 mm off", "bases", "lower"),
    FigureBar("known_heading_median_deg", "heading, median", "°", "lower"),
    FigureBar("known_gap_median_mm", "gap of near pairs, median", "mm", "lower"),
    FigureBar("known_gap_measured", "near pairs measured", ""),
    FigureBar("known_contact_f1", "contact at 0.3 mm, F1", ""),
    FigureBar("position_median_mm", "position, outlines not known, median", "mm", "lower"),
    FigureBar("markers_recall", "markers found", ""),
    FigureBar("markers_precision", "markers, precision", ""),
    FigureBar("markers_false", "markers that are none", "", "lower"),
    FigureBar("hands_noticed", "frames with a hand: a hand is said", ""),
    FigureBar("hands_imagined", "frames without a hand: one is said", "", "lower"),
    FigureBar("hands_recall", "hands found where they are", ""),
)
LIMITS = {
    "foreign": {
        "recall": 0.985,
        "precision": 0.985,
        "front": 0.98,
        "front_sure_wrong": 0.005,
        "fallen_f1": 0.97,
        "team": 0.995,
        "best_median_mm": 0.2,
        "best_p95_mm": 0.8,
        "known_doubtful": 0.05,
        "known_far_off": 0.0,
        "known_gap_measured": 0.95,
        "known_gap_median_mm": 0.12,
        "known_contact_f1": 0.9,
        "markers_recall": 0.95,
        "markers_false": 5.0,
        "hands_noticed": 1.0,
        "hands_imagined": 0.01,
    },
    "near": {
        "recall": 0.995,
        "precision": 0.995,
        "front": 0.98,
        "fallen_f1": 0.97,
        "enrolled_team": 0.999,
        "team": 0.999,
        "best_median_mm": 0.2,
        "known_p95_mm": 0.7,
        "known_worst_mm": 2.0,
        "known_heading_median_deg": 0.5,
        "known_gap_median_mm": 0.2,
    },
}
# What a picture of the empty board can change.
BESIDE = {
    "recall",
    "precision",
    "fallen_f1",
    "markers_recall",
    "markers_precision",
    "hands_noticed",
    "hands_imagined",
}
HONEST = (
    ("known_inside_position", "position"),
    ("known_inside_heading", "heading"),
    ("known_inside_gap", "gap"),
)
HONEST_BY = 0.02  # 95 % intervals hold 93 to 97 %


def run(quick: bool, data: Path | None = None) -> Report:
    """The foreign domain first, the simulator's own frames beside it."""
    began = time.perf_counter()
    cv2.setNumThreads(1)
    if data is not None and not data.is_dir():
        raise BadValue("--data", str(data), "the folder that holds judge/ and foreign/")
    folder = data or DATA
    results: dict[str, FrameSetMarks] = {}
    beside: dict[str, FrameSetMarks] = {}
    notes: list[str] = []
    for source in SOURCES:
        judged = _frames_of(folder, source, quick, notes)
        marks, with_plate = _marked(judged)
        if marks.frames:
            results[source.name] = marks
        if with_plate.frames:
            beside[source.name] = with_plate
    figures = {name: figures_of(marks) for name, marks in results.items()}
    seconds = time.perf_counter() - began
    load = load_average()
    notes = [
        f"model {DETECTOR}; every frame alone, nobody enrolled; {_counts(figures)}",
        *notes,
        f"{seconds:.0f} s in all; load average {load}",
    ]
    if not quick and results.keys() >= NEEDED and PAGE.is_file():
        write_page(PAGE, results, figures, notes)
        notes.append(f"tables and plots written into {PAGE.name}")
    rows = list(_rows(figures))
    rows += _beside_rows({name: figures_of(marks) for name, marks in beside.items()})
    if not quick:
        rows += [row for name in SPLIT if name in results for row in _split(name, results[name])]
    if not rows:
        raise BadValue(
            "the sets",
            PlainWord("none of them was made"),
            MAKE_FOREIGN_SET + " and " + MAKE_JUDGE_SET,
        )
    return Report("vision", rows=rows, notes=notes)


def _frames_of(
    folder: Path, source: FrameSet, quick: bool, notes: list[str]
) -> Iterable[JudgedFrame]:
    if is_made(folder, source):
        return frames(folder, source, QUICK_FRAMES if quick else None)
    if quick and source.name in SAMPLES:
        notes.append(f"{source.name}: no set was made; a few frames rendered now")
        return sample_frames(source.name)
    notes.append(f"{source.name}: skipped, its set was not made; {source.how_to_make} makes it")
    return ()


def _marked(judged: Iterable[JudgedFrame]) -> tuple[FrameSetMarks, FrameSetMarks]:
    """Of the frames by themselves, and of those beside the empty board that have one."""
    marks, look, locator = FrameSetMarks(), None, None
    beside, plated, plate_look = FrameSetMarks(), None, None
    worn: dict[str, list[list[WornColours]]] = {}
    for each in judged:
        if locator is None or look != each.calibration:
            look, locator = each.calibration, open_locator(each.calibration)
        start = time.perf_counter()
        said = locator.locate(Frame(0, each.image, 0))
        marks.milliseconds.append(1e3 * (time.perf_counter() - start))
        worn.setdefault(each.look, []).append(mark_frame(marks, each, said, locator.refiner))
        if each.empty is None:
            continue
        if plated is None or plate_look != each.calibration:
            plate_look = each.calibration
            keeper = PlateKeeper(plate_look.camera, empty_board(each.empty))
            plated = open_locator(plate_look, plate=keeper)
        mark_frame(beside, each, plated.locate(Frame(0, each.image, 0)), plated.refiner)
    marks.worn = [each for frames_of_look in worn.values() for each in team_marks(frames_of_look)]
    return marks, beside


def _counts(figures: dict[str, SightFigures]) -> str:
    parts = [
        f"{name}: {f['frames']:.0f} frames, {f['bases']:.0f} bases" for name, f in figures.items()
    ]
    return "; ".join(parts)


def _split(name: str, marks: FrameSetMarks) -> Iterator[Row]:
    """Who is found, and how exactly, by occlusion, light, board and colours."""
    for each in splits_of(marks):
        if each.by == "board" and name == "near":  # there every look has a board of its own
            continue
        label = f"{name}, {each.by}: {each.group} ({each.figures['bases']:.0f})"
        yield Row(f"{label}: recall", each.figures["recall"], "")
        median = each.figures["known_all_median_mm"]
        if math.isfinite(median):
            yield Row(f"{label}: position median", median, "mm")


def _beside_rows(figures: dict[str, SightFigures]) -> Iterator[Row]:
    """The same frames, each beside a picture of its empty board; no bar is set for that yet."""
    for name, values in figures.items():
        for bar in FOUND:
            value = values.get(bar.key, math.nan)
            if bar.key in BESIDE and math.isfinite(value):
                label = f"{name}, empty board known: {bar.label}"
                yield Row(label, value, bar.unit, better=bar.better)


def _rows(figures: dict[str, SightFigures]) -> Iterator[Row]:
    """Each figure of the foreign domain with the one in domain and the difference below it."""
    for name, values in figures.items():
        limits = LIMITS.get(name, {})
        inside = figures.get("near", {}) if name == "foreign" else {}
        for bar in FOUND:
            value, there = values.get(bar.key, math.nan), inside.get(bar.key, math.nan)
            if not math.isfinite(value):
                continue
            yield Row(f"{name}: {bar.label}", value, bar.unit, limits.get(bar.key), bar.better)
            if math.isfinite(there):
                yield Row(f"  in domain: {bar.label}", there, bar.unit)
                yield Row(f"  foreign less near: {bar.label}", value - there, bar.unit)
        for key, what in HONEST:
            share = values.get(key, math.nan)
            if math.isfinite(share):
                yield Row(f"{name}: {what} inside its 95 % interval", share, "")
                limit = HONEST_BY if limits else None
                yield Row(f"{name}: {what} interval, off by", abs(share - NOMINAL), "", limit)
