"""How near a straight way between two points comes to a base."""

from __future__ import annotations

import numpy as np
import shapely

from referee.core.geometry.base_shape import BaseShape, FloatArray, Point
from referee.core.geometry.pose import Pose


def way_gap_mm(shape: BaseShape, pose: Pose, start: Point, end: Point) -> float:
    """The gap of a base and a straight way; negative: how far the way would have to move aside.

    >>> from referee.core.geometry.base_shape import rounded_rectangle
    >>> base = rounded_rectangle("standard", 27.8, 20.6, 2.0)
    >>> round(way_gap_mm(base, Pose(0.0, 0.0, 0.0), (-50.0, 20.0), (50.0, 20.0)), 6)
    9.7
    """
    ends = pose.to_base(np.array([start, end]))
    apart_mm = shapely.distance(shapely.Polygon(shape.skeleton), shapely.LineString(ends))
    if apart_mm == 0.0:
        apart_mm = -_aside_mm(shape.skeleton, ends)
    return float(apart_mm) - shape.radius_mm


def _aside_mm(skeleton: FloatArray, ends: FloatArray) -> float:
    """How far a way that meets a skeleton has to move to either side until it only grazes it."""
    dx, dy = ends[1] - ends[0]
    length_mm = float(np.hypot(dx, dy))
    if length_mm == 0.0:
        return 0.0
    across = np.array([-dy, dx]) / length_mm
    off_mm = (skeleton - ends[0]) @ across
    return float(max(min(off_mm.max(), -off_mm.min()), 0.0))
