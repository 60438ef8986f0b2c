"""The areas of a field as polygons, made once for each profile: what is inside one, and how deep.

The edge of an area belongs to it. What a single line decides, with the error of a measured pose, is
asked of that line instead (`reach`): an area has no slope at its corners.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import numpy as np
import shapely

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape, FloatArray, Point
from referee.core.geometry.convex import is_convex
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.pose import Pose

# A strip along the field has no ends: its corners lie this far away, beyond any board.
_FAR_MM = 1e5


@dataclass(frozen=True, slots=True)
class Area:
    """A convex part of the board by its corners in board mm, counter-clockwise."""

    corners_mm: tuple[Point, ...]
    _polygon: shapely.Polygon = field(init=False, repr=False, compare=False)
    _edge: shapely.LinearRing = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        corners = np.asarray(self.corners_mm, dtype=float)
        if len(corners) < 3 or not np.isfinite(corners).all() or not is_convex(corners):
            raise BadValue("corners_mm", self.corners_mm, "a convex polygon, counter-clockwise")
        polygon = shapely.Polygon(corners)
        shapely.prepare(polygon)
        # The first question builds what GEOS looks up later: asked here, before threads share it.
        shapely.covers(polygon, shapely.points(corners))
        shapely.intersects_xy(polygon, *corners[0])
        object.__setattr__(self, "_polygon", polygon)
        object.__setattr__(self, "_edge", polygon.exterior)

    @property
    def sides(self) -> tuple[HalfPlane, ...]:
        """What is beyond each edge, from the edge between the first two corners on."""
        ring = (*self.corners_mm, self.corners_mm[0])
        return tuple(_right_of(start, end) for start, end in pairwise(ring))

    def covers(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point is inside or on the edge."""
        return bool(shapely.intersects_xy(self._polygon, x_mm, y_mm))

    def depth_mm(self, x_mm: float, y_mm: float) -> float:
        """How far inside the nearest edge a point is; negative: so far outside, 0 on the edge."""
        return float(self._depths_mm(np.array([[x_mm, y_mm]]))[0])

    def whole_base_inside_mm(self, shape: BaseShape, pose: Pose) -> float:
        """How far inside the least-inside part of a base is; negative: that much sticks out."""
        # The outline reaches its radius beyond the corners of its skeleton, in every direction.
        return float(self._depths_mm(pose.to_board(shape.skeleton)).min()) - shape.radius_mm

    def _depths_mm(self, places_mm: FloatArray) -> FloatArray:
        points = shapely.points(places_mm)
        apart = shapely.distance(self._edge, points)
        return np.asarray(np.where(shapely.covers(self._polygon, points), apart, -apart))


@dataclass(frozen=True, slots=True)
class FieldAreas:
    """The areas of one field.

    ``in_bounds`` lies between sidelines and end lines, ``field_of_play`` between sidelines and goal
    lines: a goal line belongs to both areas that meet there. ``numbers`` is the strip between the
    two rows of numerals, bounded by their edges nearer the sidelines.
    """

    metal: Area
    in_bounds: Area
    field_of_play: Area
    left_end_zone: Area
    right_end_zone: Area
    numbers: Area

    def end_zone(self, goal: Direction) -> Area:
        """The end zone behind the right or the left goal line."""
        return self.right_end_zone if goal is Direction.RIGHT else self.left_end_zone


@lru_cache(maxsize=64)
def areas_of(profile: FieldProfile) -> FieldAreas:
    """The areas of a field; asked again, the same ones."""
    left, right = profile.left_end_line_x_mm, profile.right_end_line_x_mm
    goal, far = profile.goal_to_goal_mm, profile.width_mm
    return FieldAreas(
        metal=_rectangle(
            (profile.metal_left_x_mm, profile.metal_near_y_mm),
            (profile.metal_right_x_mm, profile.metal_far_y_mm),
        ),
        in_bounds=_rectangle((left, 0.0), (right, far)),
        field_of_play=_rectangle((0.0, 0.0), (goal, far)),
        left_end_zone=_rectangle((left, 0.0), (0.0, far)),
        right_end_zone=_rectangle((goal, 0.0), (right, far)),
        numbers=_rectangle(
            (-_FAR_MM, profile.near_numbers_outer_y_mm), (_FAR_MM, profile.far_numbers_outer_y_mm)
        ),
    )


def _rectangle(low: Point, high: Point) -> Area:
    return Area((low, (high[0], low[1]), high, (low[0], high[1])))


def _right_of(start: Point, end: Point) -> HalfPlane:
    """The side to the right of the way from one corner to the next: outside of the area."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = float(np.hypot(dx, dy))
    outward = dy / length, -dx / length
    return HalfPlane(outward, outward[0] * start[0] + outward[1] * start[1])
