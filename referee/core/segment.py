"""How near a straight way between two points comes to a base."""

from __future__ import annotations

import math

import numpy as np

from referee.core.base_shape import BaseShape, Point
from referee.core.pose import Pose


def way_gap_mm(shape: BaseShape, pose: Pose, start: Point, end: Point) -> float:
    """The gap of a base and a straight way; a way that crosses the skeleton has minus its radius.

    >>> from referee.core.base_shape import rounded_rectangle
    >>> base = rounded_rectangle("standard", 27.8, 20.6, 2.0)
    >>> round(way_gap_mm(base, Pose(0.0, 0.0, 0.0), (-50.0, 20.0), (50.0, 20.0)), 6)
    9.7
    """
    a, b = (tuple(p) for p in pose.to_base(np.array([start, end])))
    corners = shape.skeleton_mm
    pairs = [(corners[i], corners[(i + 1) % len(corners)]) for i in range(len(corners))]
    if _inside(pairs, a) or any(_cross(a, b, p, q) for p, q in pairs):
        return -shape.radius_mm
    nearest = min(min(_apart(a, p, q), _apart(b, p, q), _apart(p, a, b)) for p, q in pairs)
    return nearest - shape.radius_mm


def _side(p: Point, q: Point, point: Point) -> float:
    """Above zero: the point lies to the left of the way from p to q."""
    return (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])


def _inside(pairs: list[tuple[Point, Point]], point: Point) -> bool:
    return all(_side(p, q, point) >= 0.0 for p, q in pairs)


def _cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    one = _side(a, b, p) * _side(a, b, q) < 0.0
    return one and _side(p, q, a) * _side(p, q, b) < 0.0


def _apart(point: Point, p: Point, q: Point) -> float:
    """How far a point is from the way between two others."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    share = 0.0
    if length > 0.0:
        share = ((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / length
        share = min(max(share, 0.0), 1.0)
    return math.hypot(point[0] - p[0] - share * dx, point[1] - p[1] - share * dy)
