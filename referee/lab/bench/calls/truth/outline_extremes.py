"""Extreme points of an outline at a pose of x mm, y mm and heading in radians."""

from __future__ import annotations

import math

import numpy as np

from referee.core.geometry.base_shape import BaseShape, FloatArray

PoseRow = tuple[float, float, float]


def foremost_x(shape: BaseShape, at: PoseRow, sign: int) -> float:
    """How far along the field any part of the base is, toward larger (1) or smaller (-1) x."""
    return float(sign * ((sign * _skeleton(shape, at)[:, 0]).max() + shape.radius_mm))


def sideways_x(shape: BaseShape, at: PoseRow, sign: int) -> float:
    """Along the field, the part of the base that is furthest toward larger or smaller y."""
    points = _skeleton(shape, at)
    return float(points[int((sign * points[:, 1]).argmax()), 0])


def _skeleton(shape: BaseShape, at: PoseRow) -> FloatArray:
    x, y, heading = at
    c, s = math.cos(heading), math.sin(heading)
    return np.asarray(shape.skeleton @ np.array([[c, s], [-s, c]]) + (x, y))
