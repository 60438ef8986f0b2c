"""Which outline each candidate has: measured in the picture, or chosen from those of a roster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.camera.model import CameraModel
from referee.core.base_shape import BaseShape, rounded_rectangle
from referee.core.errors import BadValue
from referee.vision.find import Candidate
from referee.vision.refine.measure_shape import measure_shape
from referee.vision.refine.refiner import Refiner
from referee.vision.refine.table import Guess

Picture = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float64]
USUAL_MM = (27.8, 20.6)  # the most common base
RADIUS_MM = 1.8
LEAST_HEIGHT_MM = 0.5
FEWEST = 3  # bases from which a mould can be measured
MOST = 16  # more tell no more
ALIKE = 0.09  # by which two answers for bases of one mould may differ in length or width
MOULDS = 4  # in one picture; what is left over is odd
LARGEST_SIGMA_MM = 0.8  # of a measured outline that says more than the detector
USUAL_SIGMA_MM = 0.9  # of an outline that nobody measured
DETECTED_SIGMA_MM = 2.0  # of the sides as the detector sees them
SIZE_WEIGHT = 0.2  # of what they say, beside the probability that the outline fits
KNOWN_SIGMA_MM = 0.05  # of an outline in a roster


@dataclass(frozen=True, slots=True)
class Outlined:
    """The outline taken for a candidate, and how far off its sides may be."""

    shape: BaseShape
    sigma_mm: float


class Moulds:
    """Finds the outlines that bases of a picture share, when nobody has enrolled them."""

    def __init__(self, camera: CameraModel, refiner: Refiner, top_mm: float) -> None:
        self._camera, self._refiner = camera, refiner
        self._top_mm = max(top_mm, LEAST_HEIGHT_MM)

    def outlines(self, image: Picture, candidates: Sequence[Candidate]) -> list[Outlined]:
        """An outline for every candidate."""
        usual = Outlined(self._like(*USUAL_MM), USUAL_SIGMA_MM)
        out = [usual] * len(candidates)
        for group in _groups(candidates):
            members = [candidates[k] for k in group]
            found = self._measured(image, members)
            for k in group:
                out[k] = found or usual
        return out

    def _measured(self, image: Picture, members: Sequence[Candidate]) -> Outlined | None:
        """The outline that these share, or the detector's idea of it where it cannot be seen."""
        sides = np.median([(c.length_mm, c.width_mm) for c in members], axis=0)
        shape = self._like(float(sides[0]), float(sides[1]))
        rough = Outlined(shape, USUAL_SIGMA_MM)
        if len(members) < FEWEST:
            return rough
        try:
            guesses = [Guess(shape, c.pose) for c in members[:MOST]]
            found = measure_shape(image, self._camera, guesses, self._refiner)
        except BadValue:
            return rough
        if found.bases < FEWEST or found.sigma_mm > LARGEST_SIGMA_MM:
            return rough
        return Outlined(found.shape, found.sigma_mm)

    def _like(self, length_mm: float, width_mm: float) -> BaseShape:
        return rounded_rectangle("seen", length_mm, width_mm, RADIUS_MM, self._top_mm)


class Known:
    """Chooses among the outlines of a roster the one that a base's edges speak for."""

    def __init__(self, refiner: Refiner, shapes: Sequence[BaseShape]) -> None:
        kinds: dict[tuple[object, ...], BaseShape] = {}
        for shape in shapes:
            kinds.setdefault((shape.skeleton_mm, shape.radius_mm, shape.height_mm), shape)
        self._refiner, self._kinds = refiner, tuple(kinds.values())

    def outlines(self, image: Picture, candidates: Sequence[Candidate]) -> list[Outlined]:
        """An outline for every candidate; the most likely to be measured right with."""
        if len(self._kinds) == 1 or not candidates:
            return [Outlined(self._kinds[0], KNOWN_SIGMA_MM)] * len(candidates)
        right = np.array(
            [
                [
                    m.right
                    for m in self._refiner.refine(
                        image, [Guess(s, c.pose) for c in candidates]
                    ).bases
                ]
                for s in self._kinds
            ]
        )
        sides = np.array([(s.length_mm, s.width_mm) for s in self._kinds])
        seen = np.array([(c.length_mm, c.width_mm) for c in candidates])
        apart = np.abs(sides[:, None] - seen[None]).sum(axis=2) / DETECTED_SIGMA_MM
        best = (right - SIZE_WEIGHT * apart).argmax(axis=0)
        return [Outlined(self._kinds[int(k)], KNOWN_SIGMA_MM) for k in best]


def _groups(candidates: Sequence[Candidate]) -> list[list[int]]:
    """Upright candidates of about one size, the largest group first; fallen ones are in none."""
    left = [k for k, c in enumerate(candidates) if not c.fallen]
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
