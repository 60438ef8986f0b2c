"""How good a detector is on a set of whole frames: found, false, how exact, which way round."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue, PlainWord
from referee.core.turns import turn_deg
from referee.lab.dataset.labels import ThingLabel
from referee.vision.network.detector_classes import BALL, BASE, CLASSES, FALLEN, FELT, HAND, MAGNET
from referee.vision.sighting import Detection, Thing

Float = npt.NDArray[np.float64]
FindThings = Callable[[npt.NDArray[np.uint8], float], Sequence[Detection]]
WELL_SEEN = 0.5  # bases that show less count neither as missed nor as false
NEAR_MM = 9.0  # a detection this near to a base means that base
OVERLAP = 0.3  # of boxes, for things without corners
SMALL_RECALL_WEIGHT = 0.5  # a ball that is not there misleads more than one that is not seen
LEAST_SCORES = tuple(round(0.05 + 0.025 * k, 3) for k in range(23))
KIND_OF = {
    Thing.BASE: BASE,
    Thing.FALLEN: FALLEN,
    Thing.BALL_MAGNET: BALL,
    Thing.FELT_BALL: FELT,
    Thing.RED_MAGNET: MAGNET,
    Thing.YELLOW_MAGNET: MAGNET,
    Thing.GREEN_MAGNET: MAGNET,
    Thing.ORANGE_PYLON: MAGNET,
    Thing.HAND: HAND,
}


@dataclass
class ThingTally:
    """Counts for one kind of thing."""

    there: int = 0
    found: int = 0
    false: int = 0

    @property
    def recall(self) -> float:
        """Share of the things that were found."""
        return self.found / self.there if self.there else float("nan")

    @property
    def precision(self) -> float:
        """Share of the answers that were right."""
        answers = self.found + self.false
        return self.found / answers if answers else float("nan")

    def merit(self, recall_weight: float = 1.0) -> float:
        """Recall and precision in one figure: F1, or F-beta where recall weighs ``beta``."""
        square = recall_weight**2
        missed = self.there - self.found
        all_of_it = (1.0 + square) * self.found + square * missed + self.false
        return (1.0 + square) * self.found / max(all_of_it, 1.0)


@dataclass
class DetectorScore:
    """A detector's figures on one set; errors are of bases that are at least half visible."""

    frames: int = 0
    kinds: dict[int, ThingTally] = field(default_factory=dict)
    position_mm: list[float] = field(default_factory=list)
    corner_mm: list[float] = field(default_factory=list)
    heading_deg: list[float] = field(default_factory=list)
    flipped: list[bool] = field(default_factory=list)

    def figures(self) -> dict[str, float | int]:
        """Plain numbers for a card; what nothing was there to measure on is left out."""
        base = self.kinds.get(BASE, ThingTally())
        out: dict[str, float | int] = {
            "frames": self.frames,
            "bases": base.there,
            "recall": base.recall,
            "precision": base.precision,
            "position_median_mm": _percentile(self.position_mm, 50.0),
            "position_p95_mm": _percentile(self.position_mm, 95.0),
            "corner_median_mm": _percentile(self.corner_mm, 50.0),
            "heading_median_deg": _percentile(self.heading_deg, 50.0),
            "turned_by_180_share": float(np.mean(self.flipped)) if self.flipped else float("nan"),
        }
        names = {FALLEN: "fallen", BALL: "ball_magnet", FELT: "felt_ball", MAGNET: "magnet"}
        for kind, name in (names | {HAND: "hand"}).items():
            tally = self.kinds.get(kind, ThingTally())
            out |= {f"{name}_recall": tally.recall, f"{name}_precision": tally.precision}
        return {key: round(value, 4) for key, value in out.items() if math.isfinite(value)}


def new_score() -> DetectorScore:
    """Nothing counted yet."""
    return DetectorScore(kinds={kind: ThingTally() for kind in range(HAND + 1)})


def best_least_scores(find: FindThings, folder: Path, name: str) -> dict[str, float]:
    """The lowest score to trust for each class: the one of most merit. ``find`` is generous."""
    frames = [
        (truths, find(image, scale), scale) for image, scale, truths in frames_of(folder, name)
    ]
    scored = {}
    for least in LEAST_SCORES:
        score = scored[least] = new_score()
        for truths, found, scale in frames:
            mark(score, truths, [each for each in found if each.score >= least], scale)

    def best(kind: int) -> float:
        weight = 1.0 if kind in {BASE, FALLEN} else SMALL_RECALL_WEIGHT
        return max(LEAST_SCORES, key=lambda least: scored[least].kinds[kind].merit(weight))

    return {name: best(kind) for kind, name in enumerate(CLASSES)}


def judge_detector(find: FindThings, folder: Path, name: str) -> DetectorScore:
    """Score a detector on the frames of a set."""
    score = new_score()
    for image, px_per_mm, truths in frames_of(folder, name):
        mark(score, truths, find(image, px_per_mm), px_per_mm)
    return score


def frames_of(
    folder: Path, name: str
) -> Iterator[tuple[npt.NDArray[np.uint8], float, list[ThingLabel]]]:
    """Pictures of a set of frames with their scale and truth, in order."""
    paths = sorted((folder / "labels" / name).glob("*.json"))
    if not paths:
        raise BadValue(
            "the set", PlainWord(f"{name}, which holds no frames"), 'one with keep = "frames"'
        )
    for path in paths:
        image = cv2.imread(str(folder / "images" / name / f"{path.stem}.jpg"))
        if image is None:
            continue
        values = json.loads(path.read_text(encoding="utf-8"))
        truths = [
            ThingLabel(
                row["kind"],
                np.array(row["box_px"]),
                None if row["corners_px"] is None else np.array(row["corners_px"]),
                row["visible"],
            )
            for row in values["labels"]
        ]
        yield np.asarray(image, dtype=np.uint8), float(values["px_per_mm"]), truths


def mark(
    score: DetectorScore, truths: Sequence[ThingLabel], found: Sequence[Detection], px_per_mm: float
) -> None:
    """Add one frame: the surest detections choose first."""
    score.frames += 1
    open_truths = [t for t in truths if _in_picture(t)]
    for truth in open_truths:
        if truth.visible >= WELL_SEEN:
            score.kinds[truth.kind].there += 1
    for detection in sorted(found, key=lambda d: -d.score):
        kind = KIND_OF[detection.thing]
        best = _best(detection, kind, open_truths, px_per_mm)
        if best is None:
            score.kinds[kind].false += 1
            continue
        truth = open_truths.pop(best)
        if truth.visible < WELL_SEEN:
            continue
        score.kinds[kind].found += 1
        if truth.corners_px is not None and detection.corners_px is not None:
            _measure(score, truth.corners_px, np.array(detection.corners_px), px_per_mm)


def _in_picture(truth: ThingLabel) -> bool:
    return bool((truth.box_px[2:] > truth.box_px[:2]).all())


def _best(
    detection: Detection, kind: int, truths: Sequence[ThingLabel], px_per_mm: float
) -> int | None:
    """The truth of the same kind that a detection means, if there is one."""
    costs = []
    for k, truth in enumerate(truths):
        if truth.kind != kind:
            continue
        if truth.corners_px is not None and detection.corners_px is not None:
            apart = np.array(detection.corners_px).mean(axis=0) - truth.corners_px.mean(axis=0)
            far_mm = float(np.hypot(*apart)) / px_per_mm
            if far_mm < NEAR_MM:
                costs.append((far_mm, k))
        elif (shared := _overlap(np.array(detection.box_px), truth.box_px)) > OVERLAP:
            costs.append((-shared, k))
    return min(costs)[1] if costs else None


def _overlap(a: Float, b: Float) -> float:
    inner = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0.0)
    both = float(np.prod(inner))
    return both / (float(np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2])) - both)


def _measure(score: DetectorScore, true_px: Float, seen_px: Float, px_per_mm: float) -> None:
    off = turn_deg(_heading_deg(true_px), _heading_deg(seen_px))
    flipped = abs(off) > 90.0
    if flipped:
        seen_px = np.roll(seen_px, 2, axis=0)
        off = (off + 360.0) % 360.0 - 180.0
    score.flipped.append(flipped)
    score.heading_deg.append(abs(off))
    apart = seen_px.mean(axis=0) - true_px.mean(axis=0)
    score.position_mm.append(float(np.hypot(*apart)) / px_per_mm)
    corners = np.hypot(*(seen_px - true_px).T)
    score.corner_mm.append(float(corners.mean()) / px_per_mm)


def _heading_deg(corners: Float) -> float:
    forward = corners[:2].mean(axis=0) - corners[2:].mean(axis=0)
    return float(np.degrees(np.arctan2(-forward[1], forward[0])))


def _percentile(values: Sequence[float], percent: float) -> float:
    return float(np.percentile(values, percent)) if values else float("nan")
