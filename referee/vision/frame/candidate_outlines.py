"""Which outline each candidate has: measured in the picture, or chosen from those of a roster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape, rounded_rectangle
from referee.vision.frame.finder import BaseCandidate
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.measured_shape import measure_shape
from referee.vision.refine.refiner import Refiner

USUAL_MM = (27.8, 20.6)  # the most common base
RADIUS_MM = 1.8
LEAST_HEIGHT_MM = 0.5
FEWEST = 3  # bases from which a mould can be measured
MOST = 16  # more tell no more
ALIKE = 0.09  # by which two answers for bases of one mould may differ in length or width
MOULDS = 4  # in one picture; what is left over is odd
USUAL_SIGMA_MM = 0.9  # of an outline that nobody measured
DETECTED_SIGMA_MM = 2.0  # of the sides as the detector sees them
SIZE_WEIGHT = 0.2  # of what they say, beside the probability that the outline fits
UNLIKE = 0.5  # of the difference to the detector's size that may be the outline's error
FIRST_BONUS = 0.15  # what speaks for the outline that most bases have
LEAST_SIGMA_MM = 0.4  # figures hide the same end of every base: a measured outline may be off
KNOWN_SIGMA_MM = 0.05  # of an outline in a roster


@dataclass(frozen=True, slots=True)
class CandidateOutline:
    """The outline taken for a candidate, and how far off its sides may be."""

    shape: BaseShape
    sigma_mm: float


class SharedOutlines:
    """Finds the outlines that bases of a picture share, when nobody has enrolled them."""

    def __init__(self, camera: CameraModel, refiner: Refiner, top_mm: float) -> None:
        self._camera, self._refiner = camera, refiner
        self._top_mm = max(top_mm, LEAST_HEIGHT_MM)

    def outlines(self, image: Image, candidates: Sequence[BaseCandidate]) -> list[CandidateOutline]:
        """An outline for every candidate; most bases of a picture come out of one box."""
        found = [
            outlined
            for group in _groups(candidates)
            if (outlined := self._measured(image, [candidates[k] for k in group])) is not None
        ]
        if not found:
            return [CandidateOutline(self._own(c), USUAL_SIGMA_MM) for c in candidates]
        best = fitting(self._refiner, image, candidates, [each.shape for each in found])
        return [_doubted(found[k], c) for k, c in zip(best, candidates, strict=True)]

    def _own(self, candidate: BaseCandidate) -> BaseShape:
        """What the detector takes a single base for; of a fallen one it cannot say."""
        sides = USUAL_MM if candidate.fallen else (candidate.length_mm, candidate.width_mm)
        return self._like(*sides)

    def _measured(self, image: Image, members: Sequence[BaseCandidate]) -> CandidateOutline | None:
        """The outline that these share; None if it cannot be seen."""
        if len(members) < FEWEST:
            return None
        sides = np.median([(c.length_mm, c.width_mm) for c in members], axis=0)
        shape = self._like(float(sides[0]), float(sides[1]))
        try:
            guesses = [PoseGuess(shape, c.pose) for c in members[:MOST]]
            found = measure_shape(image, self._camera, guesses, self._refiner)
        except BadValue:
            return None
        if found.bases < FEWEST:
            return None
        sigma_mm = min(max(found.sigma_mm, LEAST_SIGMA_MM), USUAL_SIGMA_MM)
        return CandidateOutline(found.shape, sigma_mm)

    def _like(self, length_mm: float, width_mm: float) -> BaseShape:
        return rounded_rectangle("seen", length_mm, width_mm, RADIUS_MM, self._top_mm)


def _doubted(outlined: CandidateOutline, candidate: BaseCandidate) -> CandidateOutline:
    """Less sure where the detector sees another size: the base may be of another mould."""
    if candidate.fallen:
        return outlined
    sides = outlined.shape.length_mm, outlined.shape.width_mm
    seen = candidate.length_mm, candidate.width_mm
    off_mm = max(abs(a - b) for a, b in zip(sides, seen, strict=True))
    return CandidateOutline(outlined.shape, max(outlined.sigma_mm, UNLIKE * off_mm))


class RosterOutlines:
    """Chooses among the outlines of a roster the one that a base's edges speak for."""

    def __init__(self, refiner: Refiner, shapes: Sequence[BaseShape]) -> None:
        kinds: dict[tuple[object, ...], BaseShape] = {}
        for shape in shapes:
            kinds.setdefault((shape.skeleton_mm, shape.radius_mm, shape.height_mm), shape)
        self._refiner, self._kinds = refiner, tuple(kinds.values())

    def outlines(self, image: Image, candidates: Sequence[BaseCandidate]) -> list[CandidateOutline]:
        """An outline for every candidate; the most likely to be measured right with."""
        best = fitting(self._refiner, image, candidates, self._kinds)
        return [CandidateOutline(self._kinds[k], KNOWN_SIGMA_MM) for k in best]


def fitting(
    refiner: Refiner,
    image: Image,
    candidates: Sequence[BaseCandidate],
    shapes: Sequence[BaseShape],
) -> list[int]:
    """For every candidate the shape that its edges and its size speak for; the first in doubt."""
    if len(shapes) == 1 or not candidates:
        return [0] * len(candidates)
    tried = [[PoseGuess(shape, c.pose) for c in candidates] for shape in shapes]
    fits = [refiner.refine(image, guesses).bases for guesses in tried]
    right = np.array([[base.right for base in bases] for bases in fits])
    sides = np.array([(s.length_mm, s.width_mm) for s in shapes])
    seen = np.array([(c.length_mm, c.width_mm) for c in candidates])
    apart = np.abs(sides[:, None] - seen[None]).sum(axis=2) / DETECTED_SIGMA_MM
    value = right - SIZE_WEIGHT * apart
    value[0] += FIRST_BONUS
    return [int(k) for k in value.argmax(axis=0)]


def _groups(candidates: Sequence[BaseCandidate]) -> list[list[int]]:
    """Trusted upright candidates of about one size, the largest group first."""
    left = [k for k, c in enumerate(candidates) if not c.fallen and c.score >= c.least_score]
    groups: list[list[int]] = []
    while left:
        sizes = np.array([(candidates[k].length_mm, candidates[k].width_mm) for k in left])
        alike = np.abs(np.log(sizes[:, None] / sizes[None])).max(axis=2) < ALIKE
        centre = int(alike.sum(axis=1).argmax())
        last = len(groups) == MOULDS - 1
        group = left if last else [k for k, same in zip(left, alike[centre], strict=True) if same]
        groups.append(group)
        left = [k for k in left if k not in group]
    return groups
