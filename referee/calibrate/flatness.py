"""Is the board flat? A dip moves lines toward or away from the point below the camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.calibrate.fit import Fit, Sights, equations, information, judged
from referee.calibrate.parameters import COUNT, Belief
from referee.camera.model import CameraModel
from referee.core.field import FieldProfile

F64 = npt.NDArray[np.float64]

ORDER = 4
ROUNDS = 3
USUAL_MM = 1.0  # boards bend by about this much
CLEAR = 5.0  # sigmas of a place that make a bend more than noise
WILD_PX = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Flatness:
    """Height over the flat board in mm on a grid, and whether that is more than noise.

    ``worst_mm`` is the height farthest from zero that is, or else simply the farthest; below zero
    is a dip. ``sigma_mm`` is how sure it is.
    """

    height_mm: F64  # (rows, columns)
    worst_mm: float
    sigma_mm: float
    clear: bool


def flatness_of(
    sights: Sights, fit: Fit, belief: Belief, profile: FieldProfile, x_mm: F64, y_mm: F64
) -> tuple[Flatness, F64]:
    """The smooth surface that explains what is left over; and the camera's step beside it.

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
        matrix[COUNT:, COUNT:] += np.eye(basis.shape[1]) / USUAL_MM**2
        inverse = np.linalg.inv(matrix)
        solved = inverse @ right
        # What the bend explains is no scatter, and no outlier.
        fit = judged(sights, fit, miss - both @ solved)
    grid = np.stack(np.meshgrid(x_mm, y_mm), axis=-1).reshape(-1, 2)
    shape = _basis(grid, profile)
    height = shape @ solved[COUNT:]
    spread = np.sqrt(np.einsum("nk,kl,nl->n", shape, inverse[COUNT:, COUNT:], shape))
    sure = np.abs(height) > CLEAR * spread
    clear = bool(sure.any())
    worst = int(np.argmax(np.abs(height) * (sure if clear else 1.0)))
    rows = (len(y_mm), len(x_mm))
    flat = Flatness(height.reshape(rows), float(height[worst]), float(spread[worst]), clear)
    return flat, solved[:COUNT]


def _rise(sights: Sights, camera: CameraModel) -> F64:
    """Pixels across the line by which one mm of height moves a point."""
    half = np.array([0.0, 0.0, 0.5])
    lifted, lowered = sights.points_mm + half, sights.points_mm - half
    return np.asarray(
        ((camera.project(lifted) - camera.project(lowered)) * sights.across).sum(axis=1)
    )


def _basis(places: F64, profile: FieldProfile) -> F64:
    """Smooth bends from edge to edge; no shift and no tilt, which are the camera's."""
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
    return np.stack(
        [
            across[i] * along[j]
            for i in range(ORDER + 1)
            for j in range(ORDER + 1 - i)
            if i + j >= 2
        ],
        axis=1,
    )
