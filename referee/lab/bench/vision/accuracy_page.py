"""Writes the figures into the page about accuracy: tables between two marks, plots, a JSON file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.lab.bench.tools.machine import BenchMachine
from referee.lab.bench.tools.marked_page import write_between_marks
from referee.lab.bench.vision.base_marks import FrameSetMarks
from referee.lab.bench.vision.sight_figures import (
    GroupFigures,
    SightFigures,
    json_figures,
    splits_of,
)
from referee.lab.bench.vision.svg_plots import calibration_plot, error_plot, share_plot
from referee.loaders.formats.atomic_file import write_text

COLUMNS = ("foreign", "near", "apart", "traced", "foreign-a")
# key, words, digits, shown as a percentage
LINES: tuple[tuple[str, str, int, bool], ...] = (
    ("frames", "frames", 0, False),
    ("bases", "bases, half or more of the outline seen", 0, False),
    ("recall", "recall", 1, True),
    ("precision", "precision", 1, True),
    ("front", "front right from one frame", 1, True),
    ("best_median_mm", "position of open bases, median mm", 2, False),
    ("best_p95_mm", "position of open bases, 95 % mm", 2, False),
    ("known_doubtful", "open bases called doubtful", 1, True),
    ("known_median_mm", "position of the others, median mm", 2, False),
    ("known_p95_mm", "position of the others, 95 % mm", 2, False),
    ("known_worst_mm", "position of the others, worst mm", 2, False),
    ("known_heading_median_deg", "heading, median degrees", 2, False),
    ("known_gap_median_mm", "gap of pairs within 3 mm, median mm", 2, False),
    ("known_gap_p95_mm", "gap of pairs within 3 mm, 95 % mm", 2, False),
    ("known_inside_position", "position inside its 95 % interval", 1, True),
    ("known_inside_heading", "heading inside its 95 % interval", 1, True),
    ("known_inside_gap", "gap inside its 95 % interval", 1, True),
    ("position_median_mm", "outlines not known: position, open, median mm", 2, False),
    ("position_p95_mm", "outlines not known: position, open, 95 % mm", 2, False),
    ("heading_median_deg", "outlines not known: heading, median degrees", 2, False),
    ("gap_median_mm", "outlines not known: gap, median mm", 2, False),
    ("inside_position", "outlines not known: position inside its 95 % interval", 1, True),
    ("inside_heading", "outlines not known: heading inside its 95 % interval", 1, True),
    ("fallen_f1", "fallen, F1", 3, False),
    ("enrolled_team", "team right where jerseys differ, enrolled", 2, True),
    ("enrolled_sure", "enrolled: said with more than 90 %", 1, True),
    ("enrolled_sure_right", "enrolled: of those right", 2, True),
    ("team", "team right where jerseys differ, nobody enrolled", 1, True),
    ("team_told", "nobody enrolled: a team is said", 1, True),
    ("team_told_right", "nobody enrolled: of those right", 1, True),
    ("markers_recall", "markers, recall", 1, True),
    ("markers_precision", "markers, precision", 1, True),
    ("hands_noticed", "frames with a hand: noticed", 1, True),
    ("hands_imagined", "frames without one: imagined", 1, True),
    ("hands_recall", "hands, recall", 1, True),
    ("hands_precision", "hands, precision", 1, True),
    ("milliseconds", "whole way for one frame, median ms", 0, False),
)
SPLIT_LINES = (
    ("bases", "bases", 0, False),
    ("recall", "recall", 1, True),
    ("precision", "precision", 1, True),
    ("front", "front right", 1, True),
    ("known_all_median_mm", "position median mm", 2, False),
    ("known_all_p95_mm", "95 % mm", 2, False),
    ("known_inside_position", "inside 95 %", 1, True),
    ("known_doubtful", "doubtful", 1, True),
    ("position_all_median_mm", "outlines not known: median mm", 2, False),
)
DETAILED = ("foreign", "near")


def write_page(
    page: Path,
    results: Mapping[str, FrameSetMarks],
    figures: Mapping[str, SightFigures],
    notes: Sequence[str],
) -> None:
    """Everything at once: the page's part, three plots, and the figures as JSON beside it."""
    splits = {name: splits_of(results[name]) for name in results}
    write_between_marks(page, "vision", _body(figures, splits, notes))
    pictures = page.parent / "pictures"
    pictures.mkdir(exist_ok=True)
    shown = {name: results[name] for name in COLUMNS if name in results}
    write_text(pictures / "accuracy-shares.svg", share_plot(figures))
    write_text(pictures / "accuracy-errors.svg", error_plot(shown))
    write_text(pictures / "accuracy-intervals.svg", calibration_plot(shown))
    write_text(page.with_suffix(".json"), _as_json(figures, splits, notes))


def _as_json(
    figures: Mapping[str, SightFigures],
    splits: Mapping[str, list[GroupFigures]],
    notes: Sequence[str],
) -> str:
    values = {
        "machine": BenchMachine.this_one().to_json(),
        "notes": list(notes),
        "sets": {
            name: {
                "figures": json_figures(each),
                "splits": [
                    {"by": s.by, "group": s.group, **json_figures(s.figures)} for s in splits[name]
                ],
            }
            for name, each in figures.items()
        },
    }
    return json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _body(
    figures: Mapping[str, SightFigures],
    splits: Mapping[str, list[GroupFigures]],
    notes: Sequence[str],
) -> list[str]:
    columns = [name for name in COLUMNS if name in figures]
    out = ["", "| | " + " | ".join(columns) + " | foreign less near |"]
    out.append("|---|" + "---|" * (len(columns) + 1))
    for key, words, digits, share in LINES:
        cells = [_cell(figures[name].get(key), digits, share) for name in columns]
        out.append(
            f"| {words} | " + " | ".join(cells) + f" | {_apart(figures, key, digits, share)} |"
        )
    out += ["", *(f"* {note}" for note in notes), ""]
    out += [
        "![Shares, foreign beside in domain](pictures/accuracy-shares.svg)",
        "![How many bases are within an error](pictures/accuracy-errors.svg)",
        "![Intervals: claimed and held](pictures/accuracy-intervals.svg)",
    ]
    for name in DETAILED:
        out += ["", f"### {name}: split", ""]
        out.append("| | " + " | ".join(words for _, words, _, _ in SPLIT_LINES) + " |")
        out.append("|---|" + "---|" * len(SPLIT_LINES))
        for each in splits.get(name, []):
            if name != "foreign" and each.by == "board":
                continue
            cells = [_cell(each.figures.get(k), d, s) for k, _, d, s in SPLIT_LINES]
            out.append(f"| {each.by}: {each.group} | " + " | ".join(cells) + " |")
    return [*out, ""]


def _cell(value: float | None, digits: int, share: bool) -> str:
    if value is None or not math.isfinite(value):
        return "–"
    return f"{100.0 * value:.{digits}f} %" if share else f"{value:,.{digits}f}"


def _apart(figures: Mapping[str, SightFigures], key: str, digits: int, share: bool) -> str:
    """The figure of the foreign domain less that of near, where a difference means something."""
    pair = [figures.get(name, {}).get(key, math.nan) for name in ("foreign", "near")]
    if key in {"frames", "bases"} or not all(map(math.isfinite, pair)):
        return "–"
    apart = pair[0] - pair[1]
    return f"{100.0 * apart:+.{digits}f} points" if share else f"{apart:+.{digits}f}"
