"""One frame's sightings set against its answers: who was found, how far off, what was false."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from referee.core.field.areas import areas_of
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Team
from referee.core.turns import turn_deg
from referee.lab.bench.vision.judged_frames import JudgedFrame
from referee.lab.bench.vision.split_words import contrast_of, lab_distance
from referee.lab.bench.vision.team_marks import TeamMark, WornColours, worn_in
from referee.lab.dataset.answer_sheet import NOBODY, BaseAnswer
from referee.vision.frame.hand_finder import shared
from referee.vision.frame.measured_frame import measured_near
from referee.vision.refine.refinement import MeasurementQuality
from referee.vision.refine.refiner import Refiner
from referee.vision.sighting import Covariance, FrameSightings, Sighting

WELL_SEEN = 0.5  # of the outline: bases that show less count neither as missed nor as false
OPEN, OPEN_OUTLINE = 0.6, 0.75  # of the top or the outline: only the own figure hides such a base
NEAR_MM = 9.0  # a sighting this near to a base means it
FALLEN_MM = 8.0  # height of the middle of a figure that lies
NEAR_PAIR_MM = 3.0
MARKER_MM = 8.0
SHARED = 0.3  # of two boxes of one hand
LIES = 0.5
DIFFERENT = 25.0  # between jerseys in CIELAB: nobody takes one for the other
NOTHING = (math.nan, math.nan, math.nan)
Float = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BaseMark:
    """One true base, and what was said of it; errors are NaN where it was not found upright.

    ``errors`` are x, y in mm and the heading in radians with any half turn taken out, ``sigmas``
    their standard deviations as claimed; ``known`` is the same once the base's outline is known,
    as it is after enrolment, and NaN where it was then called doubtful.
    """

    source: str
    look: str
    board: str
    light: str
    contrast: str
    px_per_mm: float
    seen: float
    open: bool
    touching: bool
    fallen: bool
    found: bool
    said_fallen: bool
    turned: bool
    front: float
    errors: tuple[float, float, float]
    sigmas: tuple[float, float, float]
    known: tuple[float, float, float]
    known_sigmas: tuple[float, float, float]
    team: Team
    said_team: Team | None
    differ: bool

    @property
    def counts(self) -> bool:
        """Whether it should have been found."""
        return self.seen >= WELL_SEEN or self.fallen

    @property
    def miss_mm(self) -> float:
        """How far off the centre is."""
        return math.hypot(*self.errors[:2])

    @property
    def known_miss_mm(self) -> float:
        """How far off it is once the outline is known."""
        return math.hypot(*self.known[:2])

    @property
    def best_miss_mm(self) -> float:
        """The same, or how far off the picture alone was where that was called doubtful."""
        return self.known_miss_mm if math.isfinite(self.known_miss_mm) else self.miss_mm


@dataclass(frozen=True, slots=True)
class GapMark:
    """A pair less than 3 mm apart: its gap, the error of it, and the claimed deviation.

    ``measured``: neither base was called doubtful.
    """

    miss_mm: float
    sigma_mm: float
    true_mm: float = math.nan
    measured: bool = True


@dataclass
class FrameSetMarks:
    """Everything counted on one source."""

    frames: int = 0
    bases: list[BaseMark] = field(default_factory=list)
    false: list[tuple[str, str, str]] = field(default_factory=list)  # look, board, light
    gaps: list[GapMark] = field(default_factory=list)
    known_gaps: list[GapMark] = field(default_factory=list)
    near_gaps_mm: list[float] = field(default_factory=list)  # of all such pairs, found or not
    markers: list[bool] = field(default_factory=list)  # for each that is there: found
    marker_kinds: list[bool] = field(default_factory=list)  # for each found: its kind is right
    false_markers: int = 0
    hands: list[bool] = field(default_factory=list)
    false_hands: int = 0
    hand_frames: list[tuple[bool, bool]] = field(default_factory=list)  # a hand is there; said
    milliseconds: list[float] = field(default_factory=list)
    worn: list[TeamMark] = field(default_factory=list)


def mark_frame(
    marks: FrameSetMarks, judged: JudgedFrame, said: FrameSightings, refiner: Refiner
) -> list[WornColours]:
    """Count one frame; the refiner measures again what was found, with outlines known.

    Returns what the figures wear, for whoever enrols them.
    """
    marks.frames += 1
    pairs, false = _paired(judged, said.sightings)
    known = _known(marks, judged, pairs, refiner)
    sheet = judged.answers
    names = _teams(judged, pairs)
    near = {who: g.gap_mm for g in sheet.gaps for who in (g.first, g.second) if g.gap_mm < 0.3}
    asked: dict[str, bool] = {}
    for base in sheet.bases:
        if base.lifted or base.off_picture or not _on_metal(judged, base):
            continue
        if base.fallen and base.box_px is None:  # an arm hides it
            continue
        one = _base_mark(judged, base, pairs.get(base.id), names, base.id in near)
        if base.id in known:
            pose, sigmas = known[base.id]
            one = replace(one, known=_errors(pose, base)[0], known_sigmas=sigmas)
        marks.bases.append(one)
        asked[base.id] = one.differ and one.counts
    marks.false += [(judged.look, sheet.board, sheet.light)] * false
    _gaps(marks, judged, pairs)
    _markers(marks, judged, said)
    _hands(marks, judged, said)
    return worn_in(judged, pairs, sheet.bases, asked)


def _base_mark(
    judged: JudgedFrame,
    base: BaseAnswer,
    said: Sighting | None,
    names: dict[Team, Team],
    touching: bool,
) -> BaseMark:
    sheet = judged.answers
    errors = sigmas = NOTHING
    turned, front = False, math.nan
    said_fallen = said is not None and said.fallen >= LIES
    if said is not None and not base.fallen and not said_fallen:
        front, sigmas = said.front, _sigmas(said.covariance)
        errors, turned = _errors(said.pose, base)
    jerseys = {b.team: b.jersey for b in sheet.bases}
    return BaseMark(
        source=judged.source,
        look=judged.look,
        board=sheet.board,
        light=sheet.light,
        contrast=contrast_of(base.base_colour, base.base_alpha, sheet.turf),
        px_per_mm=sheet.px_per_mm,
        seen=_seen(base),
        open=base.visible >= OPEN or (base.outline_visible or 0.0) >= OPEN_OUTLINE,
        touching=touching,
        fallen=base.fallen,
        found=said is not None,
        said_fallen=said_fallen,
        turned=turned,
        front=front,
        errors=errors,
        sigmas=sigmas,
        known=NOTHING,
        known_sigmas=NOTHING,
        team=base.team,
        said_team=names.get(said.team) if said is not None and said.team else None,
        differ=base.figure != NOBODY
        and len(jerseys) == 2
        and lab_distance(*jerseys.values()) > DIFFERENT,
    )


def _errors(said: Pose, base: BaseAnswer) -> tuple[tuple[float, float, float], bool]:
    """How far off a pose is, and whether it is turned round."""
    turn = turn_deg(base.pose.heading_deg, said.heading_deg)
    turned = abs(turn) > 90.0
    off = math.radians(turn_deg(0.0, turn + 180.0) if turned else turn)
    return (said.x_mm - base.pose.x_mm, said.y_mm - base.pose.y_mm, off), turned


def _sigmas(covariance: Covariance) -> tuple[float, float, float]:
    spread = np.sqrt(np.diag(np.array(covariance)))
    return float(spread[0]), float(spread[1]), float(spread[2])


def _known(
    marks: FrameSetMarks, judged: JudgedFrame, pairs: dict[str, Sighting], refiner: Refiner
) -> dict[str, tuple[Pose, tuple[float, float, float]]]:
    """Every base found upright, measured with its true outline from where it was found."""
    bases = [
        b
        for b in judged.answers.bases
        if b.id in pairs and not (b.fallen or b.lifted) and pairs[b.id].fallen < LIES
    ]
    if not bases:
        return {}
    poses = [_unturned(pairs[b.id].pose, b.pose) for b in bases]
    measured = measured_near(judged.image, refiner, poses, [b.shape for b in bases])
    found = measured.bases
    good = [each.quality is MeasurementQuality.MEASURED for each in found]
    gaps = {frozenset((g.first, g.second)): g.gap_mm for g in judged.answers.gaps}
    for pair in measured.pairs:
        a, b = bases[pair.first], bases[pair.second]
        true = gaps.get(frozenset((a.id, b.id)), math.inf)
        seen = min(_seen(a), _seen(b)) >= WELL_SEEN
        if true < NEAR_PAIR_MM and seen:
            both = good[pair.first] and good[pair.second]
            marks.known_gaps.append(GapMark(pair.gap_mm - true, pair.sigma_mm, true, both))
    return {
        b.id: (each.pose, _sigmas(each.covariance))
        for b, each, right in zip(bases, found, good, strict=True)
        if right
    }


def _seen(base: BaseAnswer) -> float:
    return base.visible if base.outline_visible is None else base.outline_visible


def _paired(judged: JudgedFrame, said: Sequence[Sighting]) -> tuple[dict[str, Sighting], int]:
    """Which sighting means which base, nearest first; and how many mean none."""
    costs = []
    for i, base in enumerate(judged.answers.bases):
        place, reach = _place(judged, base)
        for j, each in enumerate(said):
            far = math.hypot(each.pose.x_mm - place[0], each.pose.y_mm - place[1])
            if far < reach:
                costs.append((far / reach, i, j))
    pairs: dict[int, int] = {}
    for _, i, j in sorted(costs):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    false = len(said) - len(pairs)
    return {judged.answers.bases[i].id: said[j] for i, j in pairs.items()}, false


def _place(judged: JudgedFrame, base: BaseAnswer) -> tuple[Float, float]:
    """Where a base would be seen on the board, and how near a sighting of it must be."""
    camera = judged.calibration.camera
    if base.fallen and base.box_px is not None:
        left, top, right, bottom = base.box_px
        ends = camera.to_plane(np.array([[left, top], [right, bottom]]), FALLEN_MM)
        return ends.mean(axis=0), max(NEAR_MM, 0.5 * float(np.hypot(*(ends[1] - ends[0]))))
    if base.lifted or base.fallen:
        middle = np.array(base.corners_px).mean(axis=0)
        return camera.to_plane(middle, judged.calibration.top_height_mm), 2.0 * NEAR_MM
    return np.array([base.pose.x_mm, base.pose.y_mm]), NEAR_MM


def _on_metal(judged: JudgedFrame, base: BaseAnswer) -> bool:
    board = judged.calibration.field
    return board is None or areas_of(board).metal.covers(base.pose.x_mm, base.pose.y_mm)


def _teams(judged: JudgedFrame, pairs: dict[str, Sighting]) -> dict[Team, Team]:
    """Without enrolment the two teams' names are drawn by lot: the reading that fits better."""
    agree = 0
    for base in judged.answers.bases:
        said = pairs.get(base.id)
        if said is not None and said.team is not None:
            agree += 1 if said.team is base.team else -1
    return {t: t if agree >= 0 else t.other for t in Team}


def _gaps(marks: FrameSetMarks, judged: JudgedFrame, pairs: dict[str, Sighting]) -> None:
    bases = {b.id: b for b in judged.answers.bases}
    for gap in judged.answers.gaps:
        a, b = bases[gap.first], bases[gap.second]
        both = pairs.get(a.id), pairs.get(b.id)
        if gap.gap_mm >= NEAR_PAIR_MM or min(_seen(a), _seen(b)) < WELL_SEEN:
            continue
        if any(e.fallen or e.lifted or e.off_picture for e in (a, b)):
            continue
        marks.near_gaps_mm.append(gap.gap_mm)
        if both[0] is None or both[1] is None or max(both[0].fallen, both[1].fallen) >= LIES:
            continue
        poses = [_unturned(s.pose, t.pose) for s, t in zip(both, (a, b), strict=True) if s]
        rows = [np.array([p.x_mm, p.y_mm, math.radians(p.heading_deg)]) for p in poses]
        spread = np.zeros((6, 6))
        spread[:3, :3], spread[3:, 3:] = both[0].covariance, both[1].covariance
        slope = _slope(a, b, np.concatenate(rows))
        said = signed_gap(a.shape, poses[0], b.shape, poses[1]).gap_mm
        marks.gaps.append(GapMark(said - gap.gap_mm, math.sqrt(float(slope @ spread @ slope))))


def _slope(a: BaseAnswer, b: BaseAnswer, both: Float) -> Float:
    """How the gap changes with each of the six numbers of two poses."""
    steps = np.array([0.02, 0.02, 0.002] * 2)

    def gap(row: Float) -> float:
        first = Pose(row[0], row[1], math.degrees(row[2]))
        second = Pose(row[3], row[4], math.degrees(row[5]))
        return signed_gap(a.shape, first, b.shape, second).gap_mm

    ends = [(both + move, both - move) for move in np.diag(steps)]
    return np.array([gap(p) - gap(m) for p, m in ends]) / (2.0 * steps)


def _unturned(said: Pose, true: Pose) -> Pose:
    off = abs(turn_deg(true.heading_deg, said.heading_deg))
    return Pose(said.x_mm, said.y_mm, said.heading_deg + (180.0 if off > 90.0 else 0.0))


def _markers(marks: FrameSetMarks, judged: JudgedFrame, said: FrameSightings) -> None:
    rest = list(said.markers)
    height, width = judged.image.shape[:2]
    for true in judged.answers.markers:
        near = [(apart_mm(m, true), k) for k, m in enumerate(rest)]
        best = min(near, default=(math.inf, -1))
        found = best[0] < MARKER_MM
        kind_right = found and rest.pop(best[1]).kind.value == true.kind
        inside = 0 <= true.px[0] < width and 0 <= true.px[1] < height
        if inside and not true.hidden:
            marks.markers.append(found)
            marks.marker_kinds += [kind_right] if found else []
    marks.false_markers += len(rest)


def _hands(marks: FrameSetMarks, judged: JudgedFrame, said: FrameSightings) -> None:
    rest = [hand.box_px for hand in said.hands]
    marks.hand_frames.append((bool(judged.answers.hands), bool(rest)))
    for true in judged.answers.hands:
        shares = [(shared(box, true), k) for k, box in enumerate(rest)]
        best = max(shares, default=(0.0, -1))
        marks.hands.append(best[0] > SHARED)
        if best[0] > SHARED:
            rest.pop(best[1])
    marks.false_hands += len(rest)
