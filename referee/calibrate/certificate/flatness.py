"""The board's flatness: a dip or bulge moves lines along the rays from below the camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.calibrate.fit.camera_fit import (
    CameraFit,
    LineSights,
    equations,
    fit_camera,
    information,
    with_weights,
)
from referee.calibrate.fit.camera_parameters import COUNT, LensBelief
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.field.field_profile import FieldProfile

FIRST = 2  # order of the longest wave: below it, shift and tilt are the camera's
ORDER = 6  # of the shortest wave
ROUNDS = 3
AGAIN = 2  # times that the camera is fitted to the lines as a flat board would show them
USUAL_MM = 1.0  # that boards bend by in the longest wave
FINER = 1.5  # power of the order by which finer waves are lower
CLEAR = 5.0  # sigmas of a place that make a bend more than noise
WILD_PX = 2.0  # a miss this large is no bend


@dataclass(frozen=True, slots=True, eq=False)
class Flatness:
    """Height over the flat board in mm on a grid, and whether that is more than noise.

    ``worst_mm`` is the height farthest from zero that is, or else simply the farthest; below zero
    is a dip. ``sigma_mm`` is how sure it is, ``spread_mm`` the same by place.
    """

    height_mm: F64  # (rows, columns)
    spread_mm: F64  # (rows, columns)
    worst_mm: float
    sigma_mm: float
    clear: bool


def level_fit(
    sights: LineSights,
    fit: CameraFit,
    belief: LensBelief,
    profile: FieldProfile,
    x_mm: F64,
    y_mm: F64,
) -> tuple[Flatness, LineSights, CameraFit]:
    """The board's surface, lines as a flat board would show them, and the camera that fits those.

    In turns, and each camera by a fit of its own: one step beside a deep dip may lead anywhere.
    """
    flat, level = flatness_of(sights, fit, belief, profile, x_mm, y_mm)
    for _ in range(AGAIN):
        fit = fit_camera(level, fit.camera, belief)
        flat, level = flatness_of(sights, fit, belief, profile, x_mm, y_mm)
    return flat, level, fit_camera(level, fit.camera, belief)


def flatness_of(
    sights: LineSights,
    fit: CameraFit,
    belief: LensBelief,
    profile: FieldProfile,
    x_mm: F64,
    y_mm: F64,
) -> tuple[Flatness, LineSights]:
    """The smooth surface that explains what is left over; and lines as they were without it.

    Surface and camera are solved together, so that neither takes what the other explains as well.
    """
    rise = _rise(sights, fit.camera)
    basis = _basis(sights.points_mm[:, :2], profile)
    bend = basis * (rise / sights.sigma_px)[:, None]
    miss = sights.misses_px(fit.camera) / sights.sigma_px
    # A bend looks like many outliers that agree: at first only what is wild is left out.
    tame = (np.abs(miss) * sights.sigma_px < WILD_PX).astype(float)
    fit = replace(fit, weight=tame, scale=max(1.0, 1.4826 * float(np.median(np.abs(miss)))))
    for _ in range(ROUNDS):
        normal, lever = information(sights, fit, belief)
        both = np.concatenate([lever, bend], axis=1)
        matrix, right = equations(sights, fit, both)
        # What is believed of the lens, and what boards are like.
        matrix[:COUNT, :COUNT] = normal
        matrix[COUNT:, COUNT:] += np.diag(1.0 / _usual_mm() ** 2)
        inverse = np.linalg.inv(matrix)
        solved = inverse @ right
        # What the bend explains is no scatter, and no outlier.
        fit = with_weights(sights, fit, miss - both @ solved)
    grid = np.stack(np.meshgrid(x_mm, y_mm), axis=-1).reshape(-1, 2)
    shape = _basis(grid, profile)
    height = shape @ solved[COUNT:]
    spread = np.sqrt(np.einsum("nk,kl,nl->n", shape, inverse[COUNT:, COUNT:], shape))
    sure = np.abs(height) > CLEAR * spread
    clear = bool(sure.any())
    worst = int(np.argmax(np.abs(height) * (sure if clear else 1.0)))
    rows = (len(y_mm), len(x_mm))
    flat = Flatness(
        height.reshape(rows),
        spread.reshape(rows),
        float(height[worst]),
        float(spread[worst]),
        clear,
    )
    moved = (rise * (basis @ solved[COUNT:]))[:, None] * sights.across
    return flat, replace(sights, seen_px=sights.seen_px - moved)


def _rise(sights: LineSights, camera: CameraModel) -> F64:
    """Pixels across the line by which one mm of height moves a point."""
    half = np.array([0.0, 0.0, 0.5])
    lifted, lowered = sights.points_mm + half, sights.points_mm - half
    return np.asarray(
        ((camera.project(lifted) - camera.project(lowered)) * sights.across).sum(axis=1)
    )


def _basis(places: F64, profile: FieldProfile) -> F64:
    """The value of each smooth wave at each place, (n, waves)."""
    middle = np.array([profile.goal_to_goal_mm / 2, profile.width_mm / 2])
    half = np.array(
        [
            (profile.right_end_line_x_mm - profile.left_end_line_x_mm) / 2,
            profile.width_mm / 2,
        ]
    )
    u, v = ((places - middle) / half).T
    across = [np.polynomial.legendre.legval(u, row) for row in np.eye(ORDER + 1)]
    along = [np.polynomial.legendre.legval(v, row) for row in np.eye(ORDER + 1)]
    return np.stack([across[i] * along[j] for i, j in _waves()], axis=1)


def _waves() -> list[tuple[int, int]]:
    """The orders of each wave along and across the field."""
    both = [(i, j) for i in range(ORDER + 1) for j in range(ORDER + 1 - i)]
    return [(i, j) for i, j in both if i + j >= FIRST]


def _usual_mm() -> F64:
    """The usual height of each wave in mm."""
    orders = np.array([i + j for i, j in _waves()])
    return np.asarray(USUAL_MM * (FIRST / orders) ** FINER)
