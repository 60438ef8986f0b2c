"""From approximate poses to measured ones: readings of each outline, then close pairs jointly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.camera.model import CameraModel
from referee.core.base_shape import FloatArray
from referee.core.errors import BadValue
from referee.core.pose import Pose
from referee.vision.refine.clues import FAINTEST
from referee.vision.refine.measured import NOWHERE, Measured, NearPair, Refinement, Verdict
from referee.vision.refine.optics import packed
from referee.vision.refine.pairs import cross_terms, hold_apart, independent_sigmas
from referee.vision.refine.passes import BESIDE, FOLLOWING, PASSES, Fit, Pass, read_and_fit
from referee.vision.refine.rivals import PLACES, places_beside, rival_figures
from referee.vision.refine.table import Guess, Table, table_of
from referee.vision.refine.trust import RIGHT, Trust, stretched
from referee.vision.refine.weights import Weights, load_weights
from referee.vision.sighting import Covariance

U8 = npt.NDArray[np.uint8]

SURE = 0.6  # probability of being right below which a measurement is called doubtful
LEAST_SEEN = 0.5  # share of the outline inside the picture
FLAT = FAINTEST + 1.5  # a contrast that is no more than noise
ASTRAY_MM, ASTRAY_RAD = 3.0, 0.25  # how far off a wrong answer typically is
MOST_PAIRS = 400


class Refiner:
    """Measures bases in the frames of one calibrated camera. No picture outlives its call."""

    def __init__(self, camera: CameraModel, weights: Weights | None = None) -> None:
        self._camera = camera
        self._packed = packed(camera)
        self._weights = weights or load_weights()
        self._outlines: Table | None = None  # of the last frame; mostly those of the next

    @property
    def eye_mm(self) -> FloatArray:
        """The optical centre: parallax points away from below it."""
        return self._camera.position_mm

    def refine(self, image: U8, guesses: Sequence[Guess]) -> Refinement:
        """Measure each guessed base in a BGR frame."""
        return self._once(image, guesses, PASSES)

    def follow(self, image: U8, guesses: Sequence[Guess]) -> Refinement:
        """The same for bases that were measured a frame ago: as exact, in half the time."""
        return self._once(image, guesses, FOLLOWING)

    def settle(self, image: U8, guesses: Sequence[Guess]) -> Refinement:
        """Measure bases that a detector found: slowly, and with an eye on other ends they may have.

        Neighbours help to read an edge when it is known where they are. While it is not, they lead
        astray: each base is first read as if it were alone.
        """
        self._check(image)
        if not guesses:
            return Refinement((), ())
        return self._judged(guesses, *self.settled_fit(image, guesses), self._weights.settled)

    def fit(self, image: U8, guesses: Sequence[Guess], passes: tuple[Pass, ...] = PASSES) -> Fit:
        """The poses that fit best, with the figures from which they are judged."""
        self._outlines = table = table_of(guesses, self._outlines)
        return self._fit(image, table, passes)

    def settled_fit(self, image: U8, guesses: Sequence[Guess]) -> tuple[Fit, FloatArray]:
        """The fit of `settle`, and its figures with those of the rivals."""
        table = table_of(guesses)
        alone = self._fit(image, table, PASSES, alone=True)
        fit = self._fit(image, table.at(alone.poses), PASSES)
        places = table.each_at(places_beside(fit.poses))
        beside = self._fit(image, places, BESIDE, alone=True)
        ends = beside.poses.reshape(-1, PLACES, 3)
        rivals = rival_figures(table.poses, alone.poses, fit.poses, ends, beside.says)
        return fit, np.concatenate([fit.figures, rivals], axis=1)

    def _once(self, image: U8, guesses: Sequence[Guess], passes: tuple[Pass, ...]) -> Refinement:
        self._check(image)
        if not guesses:
            return Refinement((), ())
        fit = self.fit(image, guesses, passes)
        return self._judged(guesses, fit, fit.figures, self._weights.trust)

    def _fit(
        self, image: U8, table: Table, passes: tuple[Pass, ...], *, alone: bool = False
    ) -> Fit:
        return read_and_fit(image, self._packed, self._weights.reader, table, passes, alone)

    def _judged(
        self, guesses: Sequence[Guess], fit: Fit, figures: FloatArray, trust: Trust
    ) -> Refinement:
        """Error bars and verdicts; close pairs are fitted jointly."""
        judged = trust.judge(figures)
        covariances = stretched(fit.covariances, judged, fit.poses, self.eye_mm)
        there = (fit.seen.mean(axis=1) >= LEAST_SEEN) & (fit.contrasts > FLAT)
        right = judged[:, RIGHT]
        doubt = np.where(right < SURE, 1.0 - right, 0.0)
        astray = np.diag([ASTRAY_MM**2, ASTRAY_MM**2, ASTRAY_RAD**2])
        covariances += doubt[:, None, None] * astray
        pairs = self._pairs(fit.table, fit.poses, covariances, there, right, trust)
        poses = np.column_stack([fit.poses[:, :2], np.degrees(fit.poses[:, 2])]).tolist()
        rows, sure = covariances.tolist(), (right >= SURE).tolist()
        bases = tuple(
            Measured(
                Pose(*poses[i]),
                _rows(rows[i]),
                Verdict.MEASURED if sure[i] else Verdict.DOUBTFUL,
                chance,
            )
            if seen
            else Measured(guesses[i].pose, NOWHERE, Verdict.UNMEASURED, 0.0)
            for i, (seen, chance) in enumerate(zip(there.tolist(), right.tolist(), strict=True))
        )
        return Refinement(bases, pairs)

    def _pairs(
        self,
        table: Table,
        poses: FloatArray,
        covariances: FloatArray,
        usable: npt.NDArray[np.bool_],
        right: FloatArray,
        trust: Trust,
    ) -> tuple[NearPair, ...]:
        """Hold overlapping pairs apart in ``poses``, and measure all near ones."""
        who = np.empty((MOST_PAIRS, 2), dtype=np.int64)
        gaps, slopes = np.empty(MOST_PAIRS), np.empty((MOST_PAIRS, 6))
        found = hold_apart(
            table.edges,
            table.firsts,
            table.radii_mm,
            table.reaches_mm,
            poses,
            covariances,
            usable.astype(np.uint8),
            who,
            gaps,
            slopes,
        )
        if found == 0:
            return ()
        who, gaps, slopes = who[:found], gaps[:found], slopes[:found]
        alone, cross = np.empty(found), np.empty((found, 3, 3))
        independent_sigmas(covariances, who, slopes, alone)
        known = np.column_stack([gaps, alone, 1.0 - right[who].min(axis=1)])
        sigmas = trust.gap_sigmas(known)
        cross_terms(covariances, who, slopes, sigmas, cross)
        return tuple(
            NearPair(a, b, gap, sigma, _rows(rows))
            for (a, b), gap, sigma, rows in zip(
                who.tolist(), gaps.tolist(), sigmas.tolist(), cross.tolist(), strict=True
            )
        )

    def _check(self, image: U8) -> None:
        wanted = (self._camera.height_px, self._camera.width_px, 3)
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise BadValue("the frame", f"{image.dtype} {image.shape}", "8 bit BGR")
        if image.shape != wanted:
            raise BadValue(
                "the frame's size",
                f"{image.shape[1]} x {image.shape[0]}",
                f"{wanted[1]} x {wanted[0]}, as the camera was calibrated",
            )


def _rows(rows: list[list[float]]) -> Covariance:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return (a, b, c), (d, e, f), (g, h, i)
