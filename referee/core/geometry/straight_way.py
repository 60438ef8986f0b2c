"""How near a straight way between two points comes to a base."""

from __future__ import annotations

import numpy as np
import shapely

from referee.core.geometry.base_shape import BaseShape, Point
from referee.core.geometry.pose import Pose


def way_gap_mm(shape: BaseShape, pose: Pose, start: Point, end: Point) -> float:
    """The gap of a base and a straight way; a way that crosses the skeleton has minus its radius.

    >>> from referee.core.geometry.base_shape import rounded_rectangle
    >>> base = rounded_rectangle("standard", 27.8, 20.6, 2.0)
    >>> round(way_gap_mm(base, Pose(0.0, 0.0, 0.0), (-50.0, 20.0), (50.0, 20.0)), 6)
    9.7
    """
    way = shapely.LineString(pose.to_base(np.array([start, end])))
    return float(shapely.distance(shapely.Polygon(shape.skeleton), way)) - shape.radius_mm
