"""The five coefficients nearest to a lens that a file describes with more of them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.core.arrays import F64

KNOWN = 5  # k1 k2 p1 p2 k3
GRID = (25, 17)  # points over the picture at which both lenses are compared
STEPS = 12


def five_coefficients(
    matrix: F64, distortion: Sequence[float], size_px: tuple[int, int]
) -> tuple[F64, tuple[float, ...], float]:
    """Camera matrix and k1 k2 p1 p2 k3 of the same lens, and by how many pixels they differ.

    Four, five and longer lists that end in zeros are taken as they are. A rational, prism or
    tilted model is fitted over the whole picture.
    """
    filled = tuple(distortion) + (0.0,) * (KNOWN - len(distortion))
    if not any(filled[KNOWN:]):
        return matrix, filled[:KNOWN], 0.0
    width, height = size_px
    across, down = np.meshgrid(
        np.linspace(0, width - 1, GRID[0]), np.linspace(0, height - 1, GRID[1])
    )
    pixels = np.stack([across.ravel(), down.ravel()], axis=1)
    rays = _rays(matrix, np.array(filled), pixels)
    values = np.array(
        [matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2], *filled[:2], *filled[2:4], 0.0]
    )
    for _ in range(STEPS):
        missing = (pixels - _project(values, rays)).ravel()
        slopes = _slopes(values, rays)
        values = values + np.linalg.lstsq(slopes, missing, rcond=None)[0]
    apart = np.hypot(*(pixels - _project(values, rays)).T)
    fx, fy, cx, cy = values[:4]
    fitted = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    return fitted, tuple(float(v) for v in values[4:]), float(apart.max())


def _rays(matrix: F64, distortion: F64, pixels: F64) -> F64:
    """Undistorted directions that OpenCV projects onto the pixels, found by its own projection."""
    start = (pixels - matrix[:2, 2]) / np.array([matrix[0, 0], matrix[1, 1]])
    rays = np.asarray(start, dtype=float).copy()
    still = np.zeros(3)
    for _ in range(60):
        points = np.c_[rays, np.ones(len(rays))]
        seen = cv2.projectPoints(points, still, still, matrix, distortion)[0].reshape(-1, 2)
        rays += (pixels - seen) / np.array([matrix[0, 0], matrix[1, 1]])
    return rays


def _project(values: F64, rays: F64) -> F64:
    fx, fy, cx, cy, k1, k2, p1, p2, k3 = values
    x, y = rays.T
    r2 = x * x + y * y
    radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
    across = x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x)
    down = y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y
    return np.stack([fx * across + cx, fy * down + cy], axis=1)


def _slopes(values: F64, rays: F64) -> F64:
    """Of every projected coordinate by every value, by central differences."""
    columns = []
    for i, value in enumerate(values):
        step = 1e-5 * max(1.0, abs(value))
        up, down = values.copy(), values.copy()
        up[i] += step
        down[i] -= step
        columns.append(((_project(up, rays) - _project(down, rays)) / (2 * step)).ravel())
    return np.stack(columns, axis=1)
