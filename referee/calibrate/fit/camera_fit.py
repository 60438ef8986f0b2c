"""The camera that fits the lines in the picture best: least squares that resist outliers.

A printed line may lie a little beside its place, and its surroundings may draw what is seen of it
to one side. So every line has an offset of its own, small by belief, that is solved along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.calibrate.fit.camera_parameters import (
    ALL,
    COUNT,
    LensBelief,
    camera_of,
    slopes,
    values_of,
)
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64, I64, Bools

ROUNDS = 25
OUTLIER = 3.0  # sigmas from which on a point counts less and less
ENOUGH = 1e-6  # squared sigmas per number by which the last step moved
ROUGHLY_ENOUGH = 1e-2  # the same where points are only roughly found
USUAL_OFFSET_PX = 0.3  # of lines, while they are only roughly found


@dataclass(frozen=True, slots=True, eq=False)
class LineSights:
    """Points of lines: where they are printed, where they were seen, across which direction.

    Only the distance across the line is measured: ``seen_px`` lies on the line's middle, somewhere
    along it. ``offset_px`` is how far each line as a whole may lie beside its place, as a sigma.
    """

    points_mm: F64  # (n, 3)
    seen_px: F64  # (n, 2)
    across: F64  # (n, 2), unit vectors in the picture
    sigma_px: F64  # (n,)
    line: I64  # (n,), index of the line
    offset_px: F64  # (lines,)

    def __len__(self) -> int:
        return len(self.points_mm)

    def only(self, keep: Bools) -> LineSights:
        """The sights that ``keep`` marks; offsets of lines stay."""
        return replace(
            self,
            points_mm=self.points_mm[keep],
            seen_px=self.seen_px[keep],
            across=self.across[keep],
            sigma_px=self.sigma_px[keep],
            line=self.line[keep],
        )

    def misses_px(self, camera: CameraModel) -> F64:
        """(n,) in px across each line: where it was seen, less where the camera puts it."""
        return np.asarray(
            ((self.seen_px - camera.project(self.points_mm)) * self.across).sum(axis=1)
        )

    def sums(self, values: F64) -> F64:
        """The sums over each line's points, (lines, ...)."""
        out = np.zeros((len(self.offset_px), *values.shape[1:]))
        np.add.at(out, self.line, values)
        return out


@dataclass(frozen=True, slots=True, eq=False)
class CameraFit:
    """A camera, each line's offset, how much each sight counted, what is left over in sigmas."""

    camera: CameraModel
    offsets_px: F64
    weight: F64
    scale: float


def fit_camera(
    sights: LineSights,
    start: CameraModel,
    belief: LensBelief,
    free: Sequence[int] = ALL,
    enough: float = ENOUGH,
) -> CameraFit:
    """The likeliest camera near ``start``; numbers that are not free stay as they are."""
    fit, damping, chosen = (
        _settled(sights, start, np.zeros(len(sights.offset_px))),
        1e-3,
        list(free),
    )
    cost = _cost(sights, fit, belief)
    for _ in range(ROUNDS):
        normal, right = _equations(sights, fit, belief, chosen)
        size = 0.0
        for _ in range(8):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), right)
            values = values_of(fit.camera)
            values[chosen] += step
            camera = camera_of(values, fit.camera)
            tried = replace(fit, camera=camera, offsets_px=_offsets(sights, camera, fit))
            new_cost = _cost(sights, tried, belief)
            if new_cost <= cost:
                fit, size = tried, float(step @ normal @ step)
                damping = max(damping / 10.0, 1e-9)
                break
            damping *= 10.0
        fit = _settled(sights, fit.camera, fit.offsets_px)
        cost = _cost(sights, fit, belief)
        if size < enough * len(chosen):
            break
    return fit


def information(sights: LineSights, fit: CameraFit, belief: LensBelief) -> tuple[F64, F64]:
    """The normal matrix of all numbers, offsets left open, and each sight's slopes in sigmas."""
    lever = _lever(sights, fit.camera, ALL)
    normal = without_offsets(sights, lever, fit.weight / fit.scale**2)[0]
    return normal + _prior(fit.camera, belief, ALL)[1], lever


def _equations(
    sights: LineSights, fit: CameraFit, belief: LensBelief, free: Sequence[int]
) -> tuple[F64, F64]:
    pull, stiff = _prior(fit.camera, belief, free)
    normal, right = equations(sights, fit, _lever(sights, fit.camera, free))
    return normal + stiff, right + pull


def equations(sights: LineSights, fit: CameraFit, lever: F64) -> tuple[F64, F64]:
    """Normal matrix and right side of anything that moves sights by ``lever`` sigmas per unit."""
    miss = sights.misses_px(fit.camera) / sights.sigma_px
    weight = fit.weight / fit.scale**2
    normal, taken, shared = without_offsets(sights, lever, weight)
    pulled = sights.sums(weight * miss / sights.sigma_px)
    return normal, (lever * weight[:, None]).T @ miss - shared.T @ (pulled / taken)


def without_offsets(sights: LineSights, lever: F64, weight: F64) -> tuple[F64, F64, F64]:
    """The normal matrix with every line's offset solved along and taken out, and how it was."""
    shared = sights.sums(lever * (weight / sights.sigma_px)[:, None])
    taken = sights.sums(weight / sights.sigma_px**2) + 1.0 / sights.offset_px**2
    normal = (lever * weight[:, None]).T @ lever - (shared / taken[:, None]).T @ shared
    return normal, taken, shared


def _offsets(sights: LineSights, camera: CameraModel, fit: CameraFit) -> F64:
    """Each line's likeliest offset, drawn toward zero."""
    weight = fit.weight / fit.scale**2 / sights.sigma_px**2
    pulled = sights.sums(weight * sights.misses_px(camera))
    return np.asarray(pulled / (sights.sums(weight) + 1.0 / sights.offset_px**2))


def _settled(sights: LineSights, camera: CameraModel, offsets_px: F64) -> CameraFit:
    """The fit with weights and scale for its present misses."""
    return with_weights(
        sights,
        CameraFit(camera, offsets_px, np.ones(len(sights)), 1.0),
        sights.misses_px(camera) / sights.sigma_px,
    )


def with_weights(sights: LineSights, fit: CameraFit, miss: F64) -> CameraFit:
    """The same camera with weights, scale and offsets that fit these misses, in sigmas."""
    for _ in range(2):
        left = miss - fit.offsets_px[sights.line] / sights.sigma_px
        scale = max(1.0, 1.4826 * float(np.median(np.abs(left))))
        weight = 1.0 / (1.0 + (left / (OUTLIER * scale)) ** 2) ** 2
        heavy = weight / scale**2 / sights.sigma_px**2
        pulled = sights.sums(heavy * miss * sights.sigma_px)
        offsets = pulled / (sights.sums(heavy) + 1.0 / sights.offset_px**2)
        fit = CameraFit(fit.camera, offsets, weight, scale)
    return fit


def _cost(sights: LineSights, fit: CameraFit, belief: LensBelief) -> float:
    """Half the sum that the fit makes small: each miss counts up to OUTLIER, beliefs in full."""
    miss = sights.misses_px(fit.camera) - fit.offsets_px[sights.line]
    square = (miss / sights.sigma_px / (OUTLIER * fit.scale)) ** 2
    off = values_of(fit.camera)[:8] - belief.mean
    robust = OUTLIER**2 * float((square / (1.0 + square)).sum())
    beliefs = float(off @ belief.information @ off)
    beliefs += float(((fit.offsets_px / sights.offset_px) ** 2).sum())
    cost = 0.5 * (robust + beliefs)
    return cost if np.isfinite(cost) else float("inf")


def _lever(sights: LineSights, camera: CameraModel, free: Sequence[int]) -> F64:
    by_number = slopes(camera, sights.points_mm, free)
    across = np.einsum("nak,na->nk", by_number, sights.across)
    return np.asarray(across / sights.sigma_px[:, None])


def _prior(camera: CameraModel, belief: LensBelief, free: Sequence[int]) -> tuple[F64, F64]:
    stiff, pull = np.zeros((COUNT, COUNT)), np.zeros(COUNT)
    stiff[:8, :8] = belief.information
    pull[:8] = belief.information @ (belief.mean - values_of(camera)[:8])
    keep = list(free)
    return pull[keep], stiff[np.ix_(keep, keep)]
