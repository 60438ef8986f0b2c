"""The true outline of a base as evenly spaced points with their outward normals."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from referee.core.arrays import F64
from referee.core.geometry.base_shape import BaseShape

POINTS = 40
FINE_SAGITTA_MM = 0.002


@lru_cache(maxsize=256)
def ring_of(shape: BaseShape) -> F64:
    """(POINTS, 4) of the base frame: x, y and the outward normal; read it, never write to it."""
    outline = shape.outline_mm(FINE_SAGITTA_MM)
    closed = np.concatenate([outline, outline[:1]])
    walked = np.concatenate([[0.0], np.hypot(*np.diff(closed, axis=0).T).cumsum()])
    stops = (np.arange(POINTS) + 0.5) / POINTS * walked[-1]
    points = np.column_stack([np.interp(stops, walked, closed[:, c]) for c in (0, 1)])
    inner = np.array([_nearest(shape.skeleton, point) for point in points])
    normals = points - inner
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return np.column_stack([inner + shape.radius_mm * normals, normals])


def _nearest(skeleton: F64, point: F64) -> F64:
    """The point of a polygon's boundary that is nearest to a point outside it."""
    step = np.roll(skeleton, -1, axis=0) - skeleton
    along = ((point - skeleton) * step).sum(axis=1) / (step * step).sum(axis=1)
    found = skeleton + np.clip(along, 0.0, 1.0)[:, None] * step
    return np.asarray(found[np.linalg.norm(found - point, axis=1).argmin()])
