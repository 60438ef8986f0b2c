"""From approximate poses to measured ones: three readings of each outline, then close pairs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.camera.model import CameraModel
from referee.core.base_shape import FloatArray
from referee.core.errors import BadValue
from referee.core.pose import Pose
from referee.vision.refine.clues import CLUES, FAINTEST, read_clues
from referee.vision.refine.evidence import FIGURES, weigh
from referee.vision.refine.fit import fit_poses
from referee.vision.refine.measured import NOWHERE, Measured, NearPair, Refinement, Verdict
from referee.vision.refine.optics import packed
from referee.vision.refine.pairs import part_and_measure
from referee.vision.refine.ring import POINTS
from referee.vision.refine.strips import EXTRAS, SAMPLES, read_neighbours, read_strips
from referee.vision.refine.table import Guess, Table, table_of
from referee.vision.refine.trust import RIGHT, stretched
from referee.vision.refine.weights import Weights, load_weights
from referee.vision.sighting import Covariance

F32 = npt.NDArray[np.float32]
U8 = npt.NDArray[np.uint8]

# How far the likelihoods are widened, step by step: first from afar, then close by.
FAR_MM = np.array([1.6, 1.2, 0.8, 0.6, 0.4, 0.4])
MIDDLE_MM = np.array([1.0, 0.8, 0.6, 0.5, 0.4])
CLOSE_MM = np.array([0.6, 0.4, 0.3, 0.3, 0.3])
PASSES = (FAR_MM, MIDDLE_MM, CLOSE_MM)

SURE = 0.6  # probability of being right below which a measurement is called doubtful
LEAST_SEEN = 0.5  # share of the outline inside the picture
FLAT = FAINTEST + 1.5  # a contrast that is no more than noise
ASTRAY_MM, ASTRAY_RAD = 3.0, 0.25  # how far off a wrong answer typically is
MOST_PAIRS = 400


@dataclass
class Fit:
    """Everything known about a frame's bases after the last reading."""

    table: Table
    poses: FloatArray
    figures: FloatArray
    covariances: FloatArray
    contrasts: F32
    seen: U8
    says: FloatArray


class Refiner:
    """Measures bases in the frames of one calibrated camera. Keeps nothing from frame to frame."""

    def __init__(self, camera: CameraModel, weights: Weights | None = None) -> None:
        self._camera = camera
        self._packed = packed(camera)
        self._weights = weights or load_weights()

    @property
    def eye_mm(self) -> FloatArray:
        """The optical centre: parallax points away from below it."""
        return self._camera.position_mm

    def refine(self, image: U8, guesses: Sequence[Guess]) -> Refinement:
        """Measure each guessed base in a BGR frame."""
        self._check(image)
        if not guesses:
            return Refinement((), ())
        fit = self.fit(image, guesses)
        judged = self._weights.trust.judge(fit.figures)
        covariances = stretched(fit.covariances, judged, fit.poses, self.eye_mm)
        there = (fit.seen.mean(axis=1) >= LEAST_SEEN) & (fit.contrasts > FLAT)
        doubt = np.where(judged[:, RIGHT] < SURE, 1.0 - judged[:, RIGHT], 0.0)
        astray = np.diag([ASTRAY_MM**2, ASTRAY_MM**2, ASTRAY_RAD**2])
        covariances += doubt[:, None, None] * astray
        pairs = self._pairs(fit.table, fit.poses, covariances, there)
        bases = tuple(
            _measured(fit.poses[i], covariances[i], float(judged[i, RIGHT]))
            if there[i]
            else Measured(guess.pose, NOWHERE, Verdict.UNMEASURED, 0.0)
            for i, guess in enumerate(guesses)
        )
        return Refinement(bases, pairs)

    def fit(self, image: U8, guesses: Sequence[Guess]) -> Fit:
        """The poses that fit best, with the figures from which they are judged."""
        table = table_of(guesses)
        n = len(guesses)
        strips = np.empty((n, POINTS, 3, SAMPLES), dtype=np.float32)
        extras = np.empty((n, POINTS, EXTRAS), dtype=np.float32)
        seen = np.empty((n, POINTS), dtype=np.uint8)
        clues = np.empty((n * POINTS, CLUES), dtype=np.float32)
        colours = np.empty((n, 3), dtype=np.float32)
        contrasts = np.empty(n, dtype=np.float32)
        moves, says = np.empty((n, 3)), np.empty((n, POINTS, 3))
        hessians, covariances = np.empty((n, 3, 3)), np.empty((n, 3, 3))
        figures = np.empty((n, FIGURES))
        poses = table.poses.copy()
        for widths_mm in PASSES:
            read_strips(
                image, self._packed, poses, table.rings, table.heights_mm, strips, extras, seen
            )
            read_neighbours(
                poses,
                table.rings,
                table.reaches_mm,
                table.edges,
                table.firsts,
                table.radii_mm,
                extras,
            )
            read_clues(strips, extras, seen, clues, colours, contrasts)
            likelihoods = self._weights.reader.likelihoods(clues)
            fit_poses(likelihoods, seen, table.rings, poses, widths_mm, moves, hessians, says)
            poses += moves
        weigh(
            likelihoods,
            says,
            hessians,
            moves,
            poses - table.poses,
            contrasts,
            table.rings,
            poses,
            extras,
            seen,
            figures,
            covariances,
        )
        return Fit(table, poses, figures, covariances, contrasts, seen, says)

    def _pairs(
        self,
        table: Table,
        poses: FloatArray,
        covariances: FloatArray,
        usable: npt.NDArray[np.bool_],
    ) -> tuple[NearPair, ...]:
        """Hold overlapping pairs apart in ``poses``, and measure all near ones."""
        who = np.empty((MOST_PAIRS, 2), dtype=np.int64)
        gaps = np.empty((MOST_PAIRS, 2))
        found = part_and_measure(
            table.edges,
            table.firsts,
            table.radii_mm,
            table.reaches_mm,
            poses,
            covariances,
            usable.astype(np.uint8),
            who,
            gaps,
        )
        stated = self._weights.trust.widened(gaps[:found])
        return tuple(
            NearPair(int(a), int(b), float(gap), float(sigma))
            for (a, b), (gap, sigma) in zip(who[:found], stated, strict=True)
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


def _measured(pose: FloatArray, covariance: FloatArray, right: float) -> Measured:
    x_mm, y_mm, heading_rad = (float(v) for v in pose)
    return Measured(
        Pose(x_mm, y_mm, math.degrees(heading_rad)),
        _rows(covariance),
        Verdict.MEASURED if right >= SURE else Verdict.DOUBTFUL,
        right,
    )


def _rows(covariance: FloatArray) -> Covariance:
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in covariance)
    return a, b, c
