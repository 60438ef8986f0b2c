"""From approximate poses to measured ones: readings of each outline, then close pairs jointly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64, U8, Bools
from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.refine.edges.strip_clues import FAINTEST
from referee.vision.refine.fit_passes import (
    BESIDE,
    FOLLOWING,
    PASSES,
    FitPass,
    FrameFit,
    read_and_fit,
)
from referee.vision.refine.fit_trust import RIGHT, FitTrust, stretched_covariances
from referee.vision.refine.guess_table import GuessTable, PoseGuess, guess_table_of
from referee.vision.refine.near_pairs import hold_bases_apart, independent_sigmas, limit_sigmas
from referee.vision.refine.refinement import (
    ASTRAY_MM,
    ASTRAY_RAD,
    NOWHERE,
    MeasuredBase,
    MeasurementQuality,
    Refinement,
)
from referee.vision.refine.refiner_weights import RefinerWeights, load_refiner_weights
from referee.vision.refine.rival_fits import PLACES, places_beside, rival_figures
from referee.vision.sighting import Covariance, NearPair

SURE = 0.6  # probability of being right below which a measurement is called doubtful
LEAST_SEEN = 0.5  # share of the outline inside the picture
FLAT = FAINTEST + 1.5  # a contrast that is no more than noise
MOST_PAIRS = 400
# Who is followed is compared with the print in one frame of so many: it takes about 1 ms for 22
# bases, and who was drawn to print stays there until then.
PRINT_EACH = 6


class Refiner:
    """Measures bases in the frames of one calibrated camera. No picture outlives its call.

    What the ``plate`` knows of the print, edges beside a base are compared with.
    """

    def __init__(
        self,
        camera: CameraModel,
        weights: RefinerWeights | None = None,
        plate: PlateKeeper | None = None,
    ) -> None:
        self._camera, self._plate, self._followed = camera, plate, 0
        self._packed = camera.packed
        self._weights = weights or load_refiner_weights()
        self._outlines: GuessTable | None = None  # of the last frame; mostly those of the next

    @property
    def camera(self) -> CameraModel:
        """The camera whose frames are measured."""
        return self._camera

    @property
    def eye_mm(self) -> F64:
        """The optical centre: parallax points away from below it."""
        return self._camera.position_mm

    def refine(self, image: U8, guesses: Sequence[PoseGuess]) -> Refinement:
        """Measure each guessed base in a BGR frame."""
        return self._once(image, guesses, PASSES)

    def follow(self, image: U8, guesses: Sequence[PoseGuess]) -> Refinement:
        """The same for bases that were measured a frame ago: as exact, in half the time."""
        self._followed += 1
        return self._once(image, guesses, FOLLOWING)

    def each_alone(self, image: U8, guesses: Sequence[PoseGuess]) -> tuple[MeasuredBase, ...]:
        """Measure each as if no other were there: guesses may be of one base several times."""
        self._check(image)
        if not guesses:
            return ()
        fit = self._fit(image, guess_table_of(guesses), PASSES, alone=True)
        return self._judged(guesses, fit, fit.figures, self._weights.trust, together=False).bases

    def settle(self, image: U8, guesses: Sequence[PoseGuess]) -> Refinement:
        """Measure bases that a detector found: slowly, and with an eye on other ends they may have.

        Neighbours help to read an edge when it is known where they are. While it is not, they lead
        astray: each base is first read as if it were alone.
        """
        self._check(image)
        if not guesses:
            return Refinement((), ())
        return self._judged(guesses, *self.settled_fit(image, guesses), self._weights.settled)

    def fit(
        self, image: U8, guesses: Sequence[PoseGuess], passes: tuple[FitPass, ...] = PASSES
    ) -> FrameFit:
        """The poses that fit best, with the figures from which they are judged."""
        self._outlines = table = guess_table_of(guesses, self._outlines)
        return self._fit(image, table, passes)

    def settled_fit(self, image: U8, guesses: Sequence[PoseGuess]) -> tuple[FrameFit, F64]:
        """The fit of `settle`, and its figures with those of the rivals."""
        table = guess_table_of(guesses)
        alone = self._fit(image, table, PASSES, alone=True)
        fit = self._fit(image, table.at(alone.poses), PASSES)
        places = table.each_at(places_beside(fit.poses))
        beside = self._fit(image, places, BESIDE, alone=True)
        ends = beside.poses.reshape(-1, PLACES, 3)
        rivals = rival_figures(table.poses, alone.poses, fit.poses, ends, beside.says)
        return fit, np.concatenate([fit.figures, rivals], axis=1)

    def _once(
        self, image: U8, guesses: Sequence[PoseGuess], passes: tuple[FitPass, ...]
    ) -> Refinement:
        self._check(image)
        if not guesses:
            return Refinement((), ())
        fit = self.fit(image, guesses, passes)
        return self._judged(guesses, fit, fit.figures, self._weights.trust)

    def _fit(
        self, image: U8, table: GuessTable, passes: tuple[FitPass, ...], *, alone: bool = False
    ) -> FrameFit:
        printed = None
        if self._plate is not None and (
            passes is not FOLLOWING or self._followed % PRINT_EACH == 0
        ):
            printed = self._plate.printed
        if printed is not None and printed.known.shape != image.shape[:2]:
            printed = None
        reader = self._weights.reader
        return read_and_fit(
            image, self._packed, reader, table, passes, alone, printed, self._believed
        )

    def _believed(self, figures: F64) -> Bools:
        """Whose fits are rather right than not."""
        return np.asarray(self._weights.trust.judge(figures)[:, RIGHT] >= SURE)

    def _judged(
        self,
        guesses: Sequence[PoseGuess],
        fit: FrameFit,
        figures: F64,
        trust: FitTrust,
        *,
        together: bool = True,
    ) -> Refinement:
        """Error bars and qualities; close pairs are fitted jointly where all stand ``together``."""
        judged = trust.judge(figures)
        covariances = stretched_covariances(fit.covariances, judged, fit.poses, self.eye_mm)
        there = (fit.seen.mean(axis=1) >= LEAST_SEEN) & (fit.contrasts > FLAT)
        right = judged[:, RIGHT]
        doubt = np.where(right < SURE, 1.0 - right, 0.0)
        astray = np.diag([ASTRAY_MM**2, ASTRAY_MM**2, ASTRAY_RAD**2])
        covariances += doubt[:, None, None] * astray
        pairs: tuple[NearPair[int], ...] = ()
        if together:
            pairs = self._pairs(fit.table, fit.poses, covariances, there, right, trust)
        poses = np.column_stack([fit.poses[:, :2], np.degrees(fit.poses[:, 2])]).tolist()
        rows, sure = covariances.tolist(), (right >= SURE).tolist()
        bases = tuple(
            MeasuredBase(
                Pose(*poses[i]),
                _rows(rows[i]),
                MeasurementQuality.MEASURED if sure[i] else MeasurementQuality.DOUBTFUL,
                chance,
            )
            if seen
            else MeasuredBase(guesses[i].pose, NOWHERE, MeasurementQuality.UNMEASURED, 0.0)
            for i, (seen, chance) in enumerate(zip(there.tolist(), right.tolist(), strict=True))
        )
        return Refinement(bases, pairs)

    def _pairs(
        self,
        table: GuessTable,
        poses: F64,
        covariances: F64,
        usable: Bools,
        right: F64,
        trust: FitTrust,
    ) -> tuple[NearPair[int], ...]:
        """Hold overlapping pairs apart in ``poses``, and measure all near ones."""
        who = np.empty((MOST_PAIRS, 2), dtype=np.int64)
        gaps, slopes = np.empty(MOST_PAIRS), np.empty((MOST_PAIRS, 6))
        found = hold_bases_apart(
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
        alone = np.empty(found)
        independent_sigmas(covariances, who, slopes, alone)
        known = np.column_stack([gaps, alone, 1.0 - right[who].min(axis=1)])
        sigmas = trust.gap_sigmas(known)
        limit_sigmas(covariances, who, slopes, sigmas)
        return tuple(
            NearPair(a, b, gap, sigma)
            for (a, b), gap, sigma in zip(who.tolist(), gaps.tolist(), sigmas.tolist(), strict=True)
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
