"""From marks to figures: shares, medians, honest intervals, of all bases or of some."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.lab.bench.tools.figures import inside, percentile, ratio, share
from referee.lab.bench.vision.base_marks import BaseMark, FrameSetMarks
from referee.lab.bench.vision.split_words import resolution_of

BINS = (
    ("10 to 30 %", 0.1, 0.3),
    ("30 to 50 %", 0.3, 0.5),
    ("50 to 65 %", 0.5, 0.65),
    ("65 to 80 %", 0.65, 0.8),
    ("80 % or more", 0.8, 1.01),
)
# A front is said so surely; no base may be further off and called measured; two bases touch.
SURE_FRONT, FAR_OFF_MM, CONTACT_MM = 0.9, 2.0, 0.3
SightFigures = dict[str, float]


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """Figures of some of the bases."""

    by: str
    group: str
    figures: SightFigures


def figures_of(marks: FrameSetMarks) -> SightFigures:
    """All figures of one source; NaN where nothing was there to measure on."""
    out = _of_bases(marks.bases)
    counted = [b for b in marks.bases if b.counts]
    answers = sum(b.found for b in counted) + len(marks.false)
    out["precision"] = ratio(sum(b.found for b in counted), answers)
    out |= {"frames": float(marks.frames), "false": float(len(marks.false))}
    out |= _fallen(marks.bases) | _gap_figures(marks)
    out["markers_recall"] = share(marks.markers)
    out["markers_precision"] = ratio(sum(marks.markers), sum(marks.markers) + marks.false_markers)
    out["markers_false"] = float(marks.false_markers)
    out["marker_kind_right"] = share(marks.marker_kinds)
    out["hands_recall"] = share(marks.hands)
    out["hands_precision"] = ratio(sum(marks.hands), sum(marks.hands) + marks.false_hands)
    out["hands_noticed"] = share([said for true, said in marks.hand_frames if true])
    out["hands_imagined"] = share([said for true, said in marks.hand_frames if not true])
    out["enrolled_team"] = share([each.right for each in marks.worn])
    out["enrolled_sure"] = share([each.sure for each in marks.worn])
    out["enrolled_sure_right"] = share([each.right for each in marks.worn if each.sure])
    out["milliseconds"] = percentile(marks.milliseconds, 50.0)
    return out


def _of_bases(bases: Sequence[BaseMark]) -> SightFigures:
    """What can be said of any group of bases."""
    counted = [b for b in bases if b.counts and not b.fallen]
    found = [b for b in counted if b.found]
    placed = [b for b in found if math.isfinite(b.miss_mm)]
    opened = [b for b in placed if b.open]
    differ = [b for b in placed if b.differ]
    known = [b for b in placed if math.isfinite(b.known_miss_mm)]
    known_z = np.array([np.array(b.known) / np.array(b.known_sigmas) for b in known])
    known_z = known_z.reshape(-1, 3)
    known_miss = [b.known_miss_mm for b in known if b.open]
    z = np.array([np.array(b.errors) / np.array(b.sigmas) for b in placed]).reshape(-1, 3)
    miss = [b.miss_mm for b in opened]
    return {
        "bases": float(len(counted)),
        "recall": ratio(len(found), len(counted)),
        "front": 1.0 - share([b.turned for b in placed]),
        "front_sure_wrong": share([b.turned for b in placed if b.front >= SURE_FRONT]),
        "heading_median_deg": percentile([_degrees(b) for b in placed], 50.0),
        "heading_p95_deg": percentile([_degrees(b) for b in placed], 95.0),
        "open": float(len(opened)),
        "position_median_mm": percentile(miss, 50.0),
        "position_p95_mm": percentile(miss, 95.0),
        "position_worst_mm": max(miss, default=math.nan),
        "position_all_median_mm": percentile([b.miss_mm for b in placed], 50.0),
        "known_all_median_mm": percentile([b.known_miss_mm for b in known], 50.0),
        "known_all_p95_mm": percentile([b.known_miss_mm for b in known], 95.0),
        "inside_position": inside(z[:, :2]),
        "inside_heading": inside(z[:, 2:]),
        "best_median_mm": percentile([b.best_miss_mm for b in opened], 50.0),
        "best_p95_mm": percentile([b.best_miss_mm for b in opened], 95.0),
        "known_median_mm": percentile(known_miss, 50.0),
        "known_p95_mm": percentile(known_miss, 95.0),
        "known_worst_mm": max(known_miss, default=math.nan),
        "known_far_off": float(sum(miss > FAR_OFF_MM for miss in known_miss)),
        "known_heading_median_deg": percentile(
            [abs(math.degrees(b.known[2])) for b in known], 50.0
        ),
        "known_doubtful": 1.0 - ratio(len(known_miss), len(opened)),
        "known_inside_position": inside(known_z[:, :2]),
        "known_inside_heading": inside(known_z[:, 2:]),
        "team": share([b.said_team is b.team for b in differ]),
        "team_told": share([b.said_team is not None for b in differ]),
        "team_told_right": share([b.said_team is b.team for b in differ if b.said_team]),
    }


def splits_of(marks: FrameSetMarks) -> list[GroupFigures]:
    """The same figures by occlusion, board, light, colours and resolution."""
    out = []
    for name, low, high in BINS:
        chosen = [b for b in marks.bases if low <= b.seen < high and not b.fallen]
        out.append(_of_any("seen of the outline", name, chosen))
    keys: tuple[tuple[str, Callable[[BaseMark], str]], ...] = (
        ("light", lambda b: b.light),
        ("board", lambda b: b.board),
        ("colours", lambda b: b.contrast),
        ("resolution", lambda b: resolution_of(b.px_per_mm)),
        ("neighbour", lambda b: "touching" if b.touching else "none touching"),
    )
    for by, key in keys:
        groups: dict[str, list[BaseMark]] = {}
        for base in marks.bases:
            groups.setdefault(key(base), []).append(base)
        for name, group in sorted(groups.items()):
            figures = _of_bases(group)
            if by in {"light", "board"}:
                which = 2 if by == "light" else 1
                false = sum(each[which] == name for each in marks.false)
                found = sum(b.found for b in group if b.counts)
                figures["precision"] = ratio(found, found + false)
            out.append(GroupFigures(by, name, figures))
    return [each for each in out if each.figures["bases"] > 0]


def _of_any(by: str, name: str, bases: Sequence[BaseMark]) -> GroupFigures:
    """Hidden bases as well: all of a group count."""
    return GroupFigures(by, name, _of_bases([replace(b, seen=1.0) for b in bases]))


def _fallen(bases: Sequence[BaseMark]) -> SightFigures:
    there = [b for b in bases if b.fallen]
    right = sum(b.said_fallen for b in there)
    wrong = sum(b.said_fallen for b in bases if not b.fallen and b.counts)
    return {
        "fallen": float(len(there)),
        "fallen_f1": ratio(2.0 * right, len(there) + right + wrong) if there else math.nan,
    }


def _gap_figures(marks: FrameSetMarks) -> SightFigures:
    out: SightFigures = {}
    for known, gaps in (("", marks.gaps), ("known_", marks.known_gaps)):
        z = np.array([g.miss_mm / max(g.sigma_mm, 1e-6) for g in gaps]).reshape(-1, 1)
        out |= {
            f"{known}gaps": float(len(gaps)),
            f"{known}gap_median_mm": percentile([abs(g.miss_mm) for g in gaps], 50.0),
            f"{known}gap_p95_mm": percentile([abs(g.miss_mm) for g in gaps], 95.0),
            f"{known}inside_gap": inside(z),
        }
    measured = [g for g in marks.known_gaps if g.measured]
    out["known_gap_measured"] = ratio(len(measured), len(marks.near_gaps_mm))
    touching = sum(gap_mm < CONTACT_MM for gap_mm in marks.near_gaps_mm)
    said = [g for g in measured if g.true_mm + g.miss_mm < CONTACT_MM]
    right = sum(g.true_mm < CONTACT_MM for g in said)
    out["known_contact_f1"] = ratio(2.0 * right, touching + len(said))
    return out


def json_figures(figures: SightFigures) -> dict[str, Any]:
    """For a file: rounded, and without what could not be measured."""
    return {k: round(v, 4) for k, v in figures.items() if math.isfinite(v)}


def _degrees(base: BaseMark) -> float:
    return abs(math.degrees(base.errors[2]))
