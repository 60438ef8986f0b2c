"""From candidates to sightings: refined where their outlines can be seen, honest where not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.probability import log_odds, p_from_log_odds
from referee.core.roster import Team
from referee.vision.frame.base_overlap import shared_of_smaller
from referee.vision.frame.candidate_outlines import CandidateOutline
from referee.vision.frame.finder import BaseCandidate
from referee.vision.network.base_reader import BaseReading
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refinement import MeasuredBase, MeasurementQuality, Refinement
from referee.vision.refine.refiner import Refiner
from referee.vision.sighting import Corners, Covariance, NearPair, Sighting

SAME = 0.4  # of the smaller base, shared by two sightings of one base
LIES = 0.5
ASTRAY_MM = 7.0  # farther from where the detector saw it, it is another base
# Two opinions make a base: log-odds of the detector's score above its lowest one to be trusted,
# and the reader's. Beyond the lines there is print that looks like bases, and few bases.
ENOUGH = 2.9  # on the field
ENOUGH_BEYOND = 4.0  # beyond its lines
BEYOND_MM = 15.0  # from where on print is taken for bases
# From both to a probability, on frames that judge nothing.
OF_ENOUGH = 0.65  # probability of a base with just enough
SLOPE = 0.75  # of log-odds
DETECTOR_WEIGHT = 0.5  # beside the reader's opinion
LEAST_P = 1e-6  # no opinion counts for surer than this, either way
LIES_IF_UNSEEN = 0.1  # what a detector that saw no figure lying says of one
SIDE_SHARE = 0.7  # of an error of the outline's sides that becomes one of the centre
# Nobody knows how high a hand holds what it covers.
HELD_SIGMA_MM = 2.0
HELD_SIGMA_RAD = math.radians(10.0)


class CropReader(Protocol):
    """Looks closely at bases."""

    def read(
        self, image: Image, poses: Sequence[Pose], shapes: Sequence[BaseShape] | None
    ) -> Sequence[BaseReading]:
        """A reading for every pose."""


@dataclass(frozen=True, slots=True)
class ExaminedBase:
    """A candidate with all that was found out about it so far."""

    candidate: BaseCandidate
    shape: BaseShape
    pose: Pose
    covariance: Covariance
    front: float
    fallen: float
    score: float
    measured: bool
    sides_mm: float = 0.0  # how far off the outline's sides may be
    there: bool = True

    def turned(self) -> ExaminedBase:
        """The same base with its front at the other end."""
        pose = Pose(self.pose.x_mm, self.pose.y_mm, self.pose.heading_deg + 180.0)
        return replace(self, pose=pose, front=1.0 - self.front)


@dataclass(frozen=True, slots=True)
class MeasuredFrame:
    """All bases of a frame, and the gaps of those measured near each other, by their places."""

    bases: list[ExaminedBase]
    pairs: list[NearPair[int]]


def examine_candidates(
    image: Image,
    refiner: Refiner,
    reader: CropReader | None,
    candidates: Sequence[BaseCandidate],
    outlines: Sequence[CandidateOutline],
) -> MeasuredFrame:
    """Read every candidate, then refine those that stand.

    What is not there must be gone before: the refiner would make room for it.
    """
    looked = [_unread(c, outline) for c, outline in zip(candidates, outlines, strict=True)]
    if reader is not None and looked:
        shapes = [each.shape for each in looked]
        readings = reader.read(image, [each.pose for each in looked], shapes)
        looked = [_read(each, r) for each, r in zip(looked, readings, strict=True)]
    there = _once([each.turned() if each.front < 0.5 else each for each in looked if each.there])
    lying = [each for each in there if each.fallen >= LIES]
    standing = [each for each in there if each.fallen < LIES]
    refined = measured_near(image, refiner, [e.pose for e in standing], [e.shape for e in standing])
    joined = [_joined(each, m) for each, m in zip(standing, refined.bases, strict=True)]
    bases = _once([*joined, *lying])
    return MeasuredFrame(bases, _pairs(bases, joined, refined.pairs))


def measured_near(
    image: Image, refiner: Refiner, poses: Sequence[Pose], shapes: Sequence[BaseShape]
) -> Refinement:
    """Bases measured from where a detector saw them; one that ends up far away is doubtful."""
    found = refiner.settle(image, [PoseGuess(s, p) for s, p in zip(shapes, poses, strict=True)])
    bases = tuple(
        base
        if apart_mm(base.pose, pose) < ASTRAY_MM
        else replace(base, quality=MeasurementQuality.DOUBTFUL)
        for base, pose in zip(found.bases, poses, strict=True)
    )
    good = [base.quality is MeasurementQuality.MEASURED for base in bases]
    return Refinement(bases, tuple(p for p in found.pairs if good[p.first] and good[p.second]))


def _pairs(
    bases: Sequence[ExaminedBase], joined: Sequence[ExaminedBase], pairs: Sequence[NearPair[int]]
) -> list[NearPair[int]]:
    """The gaps between those that are left; outlines that are not well known widen them."""
    place = {id(each): k for k, each in enumerate(bases)}
    out = []
    for pair in pairs:
        first, second = joined[pair.first], joined[pair.second]
        if id(first) not in place or id(second) not in place:
            continue
        sides = SIDE_SHARE * first.sides_mm, SIDE_SHARE * second.sides_mm
        sigma_mm = math.hypot(pair.sigma_mm, *sides)
        names = place[id(first)], place[id(second)]
        out.append(NearPair(*names, pair.gap_mm, sigma_mm))
    return out


def sighting_of(
    looked: ExaminedBase, t_ns: int, camera: CameraModel, team: Team | None, team_probability: float
) -> Sighting:
    """The sighting, with the corners of the rectangle around the base's top in the picture."""
    shape = looked.shape
    corners = np.c_[looked.pose.to_board(shape.corners_mm), np.full(4, shape.height_mm)]
    a, b, c, d = ((float(x), float(y)) for x, y in camera.project(corners))
    px: Corners = (a, b, c, d)
    return Sighting(
        t_ns=t_ns,
        pose=looked.pose,
        covariance=looked.covariance,
        length_mm=shape.length_mm,
        width_mm=shape.width_mm,
        team=team,
        team_probability=team_probability,
        fallen=looked.fallen,
        front=looked.front,
        score=looked.score,
        corners_px=px,
    )


def _unread(candidate: BaseCandidate, outline: CandidateOutline) -> ExaminedBase:
    """As the detector alone says it."""
    covariance = candidate.covariance
    if candidate.in_hand:
        covariance = _wider(covariance, HELD_SIGMA_MM, HELD_SIGMA_RAD)
    return ExaminedBase(
        candidate,
        outline.shape,
        candidate.pose,
        covariance,
        candidate.front,
        candidate.fallen,
        candidate.score,
        measured=False,
        sides_mm=outline.sigma_mm,
    )


def _joined(looked: ExaminedBase, measured: MeasuredBase) -> ExaminedBase:
    """The refined pose where it is the base's own outline, the detector's where it may not be."""
    if measured.quality is not MeasurementQuality.MEASURED:
        return looked
    covariance = _wider(measured.covariance, SIDE_SHARE * looked.sides_mm, 0.0)
    if looked.candidate.in_hand:
        covariance = _wider(covariance, HELD_SIGMA_MM, HELD_SIGMA_RAD)
    return replace(looked, pose=measured.pose, covariance=covariance, measured=True)


def _wider(covariance: Covariance, position_mm: float, heading_rad: float) -> Covariance:
    """With another error on top, which knows nothing of the first."""
    extra = np.diag([position_mm**2, position_mm**2, heading_rad**2])
    rows = np.array(covariance) + extra
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in rows)
    return a, b, c


def _read(looked: ExaminedBase, reading: BaseReading) -> ExaminedBase:
    """With the reader's opinion. Both look at the same picture, so the detector counts half."""
    spare = spare_odds(looked.candidate, reading)
    lies = min(max(looked.fallen, LIES_IF_UNSEEN), 1.0 - LIES_IF_UNSEEN)
    return replace(
        looked,
        front=pooled_probability(reading.front, looked.front),
        fallen=pooled_probability(reading.fallen, lies),
        score=p_from_log_odds(SLOPE * spare + log_odds(OF_ENOUGH, LEAST_P)),
        there=spare >= 0.0,
    )


def spare_odds(candidate: BaseCandidate, reading: BaseReading) -> float:
    """By how much log-odds both opinions say more than is enough for a base."""
    enough = ENOUGH_BEYOND if candidate.beyond_mm > BEYOND_MM else ENOUGH
    return score_odds(candidate) + log_odds(reading.base, LEAST_P) - enough


def score_odds(candidate: BaseCandidate) -> float:
    """By how much log-odds the detector's score is above the lowest one to be trusted."""
    return log_odds(candidate.score, LEAST_P) - log_odds(candidate.least_score, LEAST_P)


def pooled_probability(reader: float, detector: float) -> float:
    """The reader's probability and, with half its weight, the detector's."""
    odds = log_odds(reader, LEAST_P) + DETECTOR_WEIGHT * log_odds(detector, LEAST_P)
    return p_from_log_odds(odds)


def _once(looked: Sequence[ExaminedBase]) -> list[ExaminedBase]:
    """Of two sightings on one base the one that was measured stays, then the surer one."""
    kept: list[ExaminedBase] = []
    for each in sorted(looked, key=lambda e: (not e.measured, -e.score)):
        if all(shared_of_smaller(_box(each), _box(other)) <= SAME for other in kept):
            kept.append(each)
    return kept


def _box(looked: ExaminedBase) -> tuple[Pose, float, float]:
    return looked.pose, looked.shape.length_mm, looked.shape.width_mm
