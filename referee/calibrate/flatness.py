"""Is the board flat? A dip moves lines toward or away from the point below the camera."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.calibrate.fit import Fit, Sights, equations, information
from referee.calibrate.parameters import COUNT, Belief
from referee.camera.model import CameraModel
from referee.core.field import FieldProfile

F64 = npt.NDArray[np.float64]

ORDER = 4
USUAL_MM = 1.0  # boards bend by about this much
CLEAR = 4.0  # sigmas of its deepest place that make a bend more than noise


@dataclass(frozen=True, slots=True, eq=False)
class Flatness:
    """Height over the flat board in mm on a grid, and whether that is more than noise."""

    height_mm: F64  # (rows, columns)
    sigma_mm: float  # of the deepest or highest place
    clear: bool

    @property
    def worst_mm(self) -> float:
        """The height farthest from zero, with its sign: below zero is a dip."""
        flat = self.height_mm.ravel()
        return float(flat[np.argmax(np.abs(flat))])


def flatness_of(
    sights: Sights, fit: Fit, belief: Belief, profile: FieldProfile, x_mm: F64, y_mm: F64
) -> tuple[Flatness, F64]:
    """The smooth surface that explains what is left over; and the camera's step beside it.

    Surface and camera are solved together, so that neither takes what the other explains as well.
    """
    normal, lever = information(sights, fit, belief)
    rise = _rise(sights, fit.camera)
    basis = _basis(sights.points_mm[:, :2], profile)
    bend = basis * (rise / sights.sigma_px)[:, None]
    both = np.concatenate([lever, bend], axis=1)
    matrix, right = equations(sights, fit, both)
    # What is believed of the lens, and what boards are like.
    matrix[:COUNT, :COUNT] = normal
    matrix[COUNT:, COUNT:] += np.eye(basis.shape[1]) / USUAL_MM**2
    inverse = np.linalg.inv(matrix)
    solved = inverse @ right
    grid = np.stack(np.meshgrid(x_mm, y_mm), axis=-1).reshape(-1, 2)
    shape = _basis(grid, profile)
    height = shape @ solved[COUNT:]
    spread = np.sqrt(np.einsum("nk,kl,nl->n", shape, inverse[COUNT:, COUNT:], shape))
    worst = int(np.argmax(np.abs(height)))
    clear = bool(np.abs(height[worst]) > CLEAR * spread[worst])
    rows = (len(y_mm), len(x_mm))
    return Flatness(height.reshape(rows), float(spread[worst]), clear), solved[:COUNT]


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
