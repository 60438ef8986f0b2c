"""The error of places in mm, by place: from what the fit leaves open and what lines confirm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.calibrate.fit.camera_fit import CameraFit, LineSights, information
from referee.calibrate.fit.camera_parameters import ALL, STEPS, LensBelief, differences
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.field.field_profile import FieldProfile

INSIDE = 2.448  # sigmas of a circle that holds 95 % of a plane's normal scatter
FLOOR_MM = 0.02  # what print, light and pixels leave in any case
COLUMNS = 33  # places along the field
ROWS = 17  # places across it
FOLDS = 6  # groups of lines; each in turn has no say


@dataclass(frozen=True, slots=True, eq=False)
class ErrorMap:
    """The error in mm, larger than the true one at 95 of 100 places, over the whole field."""

    x_mm: F64
    y_mm: F64
    error_mm: F64  # (rows, columns), row 0 is the near sideline

    def at(self, x_mm: float, y_mm: float) -> float:
        """The error at a place, linear between the grid's points."""
        column = np.interp(x_mm, self.x_mm, np.arange(len(self.x_mm)))
        row = np.interp(y_mm, self.y_mm, np.arange(len(self.y_mm)))
        c, r = int(min(column, len(self.x_mm) - 2)), int(min(row, len(self.y_mm) - 2))
        a, b = column - c, row - r
        block = self.error_mm[r : r + 2, c : c + 2]
        return float(np.array([1.0 - b, b]) @ block @ np.array([1.0 - a, a]))

    @property
    def worst_mm(self) -> float:
        """The error at the worst place."""
        return float(self.error_mm.max())

    @property
    def median_mm(self) -> float:
        """The median error over all places."""
        return float(np.median(self.error_mm))


@dataclass(frozen=True, slots=True, eq=False)
class CameraSpread:
    """The covariance of a camera's numbers, and how lines bear it out.

    ``held_out_px`` is each line's mean miss when it had no say, nan where it was not seen;
    ``inflation`` is by how much these are larger than they should be.
    """

    covariance: F64
    inflation: float
    held_out_px: F64


def camera_spread_of(sights: LineSights, fit: CameraFit, belief: LensBelief) -> CameraSpread:
    """The covariance of the fit, widened if lines left out of it lie farther off than it says."""
    normal, lever = information(sights, fit, belief)
    covariance = np.asarray(np.linalg.inv(normal), dtype=float)
    held_out, expected = _held_out(sights, fit, normal, lever)
    seen = np.isfinite(held_out)
    ratio = np.abs(held_out[seen] / expected[seen])
    # One line beside the print does not speak for all.
    inflation = max(1.0, float(np.sqrt(np.mean(np.minimum(ratio, 3.0) ** 2)))) if len(ratio) else 1
    return CameraSpread(covariance * inflation**2, float(inflation), held_out)


def error_map(
    camera: CameraModel, spread: CameraSpread, profile: FieldProfile, z_mm: float
) -> ErrorMap:
    """From the numbers' covariance to places in the plane of the base tops."""
    x = np.linspace(profile.left_end_line_x_mm, profile.right_end_line_x_mm, COLUMNS)
    y = np.linspace(0.0, profile.width_mm, ROWS)
    grid = np.stack([*np.meshgrid(x, y), np.full((ROWS, COLUMNS), z_mm)], axis=-1).reshape(-1, 3)
    lever = _place_slopes(camera, grid)
    local = np.einsum("nak,kl,nbl->nab", lever, spread.covariance, lever)
    local += np.eye(2) * FLOOR_MM**2
    longest = np.sqrt(np.linalg.eigvalsh(local)[:, -1])
    return ErrorMap(x, y, (INSIDE * longest).reshape(ROWS, COLUMNS))


def _place_slopes(camera: CameraModel, grid: F64) -> F64:
    """(n, 2, numbers): how the place that a pixel shows moves with every number of the camera."""
    pixels = camera.project(grid)
    z_mm = float(grid[0, 2])
    changes = differences(camera, ALL, lambda moved: moved.to_plane(pixels, z_mm))
    return np.stack([apart / (2.0 * STEPS[k]) for k, apart in changes], axis=-1)


def _held_out(sights: LineSights, fit: CameraFit, normal: F64, lever: F64) -> tuple[F64, F64]:
    """Mean miss of every line when a sixth of the lines, it among them, had no say; and its sigma.

    One step of the fit without them is enough: it starts at the fit with all.
    """
    count = len(sights.offset_px)
    held, expected = np.full(count, np.nan), np.full(count, np.nan)
    weight = fit.weight / fit.scale**2
    miss = sights.misses_px(fit.camera) / sights.sigma_px
    shared = sights.sums(lever * (weight / sights.sigma_px)[:, None])
    mass = sights.sums(weight / sights.sigma_px**2)
    taken = mass + 1.0 / sights.offset_px**2
    pulled = sights.sums(weight * miss / sights.sigma_px)
    for fold in range(FOLDS):
        out = sights.line % FOLDS == fold
        lines = np.unique(sights.line[out])
        if not out.any() or out.all():
            continue
        part = lever[out] * weight[out][:, None]
        theirs = shared[lines] / taken[lines][:, None]
        reduced = normal - part.T @ lever[out] + theirs.T @ shared[lines]
        pull = part.T @ miss[out] - theirs.T @ pulled[lines]
        step = -np.linalg.solve(reduced, pull)
        spread = np.linalg.inv(reduced)
        for k in lines:
            if mass[k] <= 0.0:
                continue
            slope = shared[k] / mass[k]
            held[k] = pulled[k] / mass[k] - float(slope @ step)
            expected[k] = np.sqrt(
                float(slope @ spread @ slope) + 1.0 / mass[k] + sights.offset_px[k] ** 2
            )
    return held, expected
