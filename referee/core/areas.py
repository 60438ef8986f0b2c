"""Areas of a field and how far a base lies inside them: the whole of it, or any part.

Both answers are lengths, not yes or no, so a call can carry them with its error bar.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.core import gap_kernel
from referee.core.base_shape import BaseShape
from referee.core.crossing import above_x, above_y, below_x, below_y, nearest_beyond_mm, support_mm
from referee.core.direction import Direction
from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.core.gap import edges_of, pose_row
from referee.core.pose import Pose

# Stands for "without end" where a polygon needs corners: far beyond any board.
_FAR_MM = 1e5


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle along the board's axes; sides may be infinite."""

    low_x_mm: float = -math.inf
    high_x_mm: float = math.inf
    low_y_mm: float = -math.inf
    high_y_mm: float = math.inf

    def __post_init__(self) -> None:
        for low, high in (("low_x_mm", "high_x_mm"), ("low_y_mm", "high_y_mm")):
            if not getattr(self, low) < getattr(self, high):
                allowed = f"more than {low} ({getattr(self, low):g} mm)"
                raise BadValue(high, getattr(self, high), allowed)

    def whole_base_inside_mm(self, shape: BaseShape, pose: Pose) -> float:
        """How far inside the least-inside part of the base is; negative: that much sticks out."""
        sides = (
            (above_x, self.low_x_mm),
            (below_x, self.high_x_mm),
            (above_y, self.low_y_mm),
            (below_y, self.high_y_mm),
        )
        finite = [side(place) for side, place in sides if math.isfinite(place)]
        return min((nearest_beyond_mm(shape, pose, side) for side in finite), default=math.inf)

    def any_part_inside_mm(self, shape: BaseShape, pose: Pose) -> float:
        """How deep the base reaches into the area; negative: the gap that is left."""
        x0, x1 = max(self.low_x_mm, -_FAR_MM), min(self.high_x_mm, _FAR_MM)
        y0, y1 = max(self.low_y_mm, -_FAR_MM), min(self.high_y_mm, _FAR_MM)
        area = gap_kernel.edge_table(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
        seen = np.empty_like(edges_of(shape))
        gap_kernel.to_frame_of(np.zeros(3), edges_of(shape), pose_row(pose), seen)
        return shape.radius_mm - float(gap_kernel.signed_distance(area, seen)[0])

    def holds_point(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point lies inside or on the edge."""
        in_x = self.low_x_mm <= x_mm <= self.high_x_mm
        return in_x and self.low_y_mm <= y_mm <= self.high_y_mm


class NumbersEdge(StrEnum):
    """Which edge of the printed numerals bounds "inside the numbers"."""

    OUTER = "outer"
    INNER = "inner"


def inside_numbers(field: FieldProfile, edge: NumbersEdge = NumbersEdge.OUTER) -> Area:
    """Between the two rows of numerals; their edges nearer the sidelines bound it by default."""
    if edge is NumbersEdge.OUTER:
        near, far = field.near_numbers_outer_y_mm, field.far_numbers_outer_y_mm
    else:
        near, far = field.near_numbers_inner_y_mm, field.far_numbers_inner_y_mm
    return Area(low_y_mm=near, high_y_mm=far)


def between_hashes(field: FieldProfile) -> Area:
    """Between the two rows of hash marks."""
    return Area(low_y_mm=field.near_hash_y_mm, high_y_mm=field.far_hash_y_mm)


def in_bounds(field: FieldProfile) -> Area:
    """Between sidelines and end lines, both end zones included."""
    return Area(field.left_end_line_x_mm, field.right_end_line_x_mm, 0.0, field.width_mm)


def field_of_play(field: FieldProfile) -> Area:
    """Between the sidelines and the goal lines."""
    return Area(0.0, field.goal_to_goal_mm, 0.0, field.width_mm)


def end_zone(field: FieldProfile, goal: Direction) -> Area:
    """The end zone behind the right or the left goal line."""
    if goal is Direction.RIGHT:
        return Area(field.goal_to_goal_mm, field.right_end_line_x_mm, 0.0, field.width_mm)
    return Area(field.left_end_line_x_mm, 0.0, 0.0, field.width_mm)


def tackle_box(
    field: FieldProfile,
    line_of_scrimmage_x_mm: float,
    plays: Direction,
    tackles: tuple[tuple[BaseShape, Pose], tuple[BaseShape, Pose]],
    depth_yd: float = math.inf,
) -> Area:
    """Behind the line of scrimmage, between the outer edges of the two tackles as they were set.

    With a depth it is the pocket: no further back than that many yards.
    """
    if not depth_yd > 0.0:
        raise BadValue("depth_yd", depth_yd, "more than 0 yards")
    near = min(-support_mm(shape, pose, (0.0, -1.0)) for shape, pose in tackles)
    far = max(support_mm(shape, pose, (0.0, 1.0)) for shape, pose in tackles)
    back = line_of_scrimmage_x_mm - plays.sign * depth_yd * field.length_mm_per_yd
    low, high = sorted((back, line_of_scrimmage_x_mm))
    return Area(low, high, near, far)
