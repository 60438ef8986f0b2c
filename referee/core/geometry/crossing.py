"""How far any part of a base lies beyond a line: exact for round corners at any heading."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy.typing as npt

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry import gap_kernel
from referee.core.geometry.base_shape import BaseShape, FloatArray, Point
from referee.core.geometry.gap import edges_of, pose_row, pose_rows
from referee.core.geometry.pose import Pose


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """The side of a line that ``direction`` points to; the line is ``offset_mm`` from the origin.

    >>> HalfPlane((0.0, 2.0), 100.0).direction
    (0.0, 1.0)
    """

    direction: Point
    offset_mm: float

    def __post_init__(self) -> None:
        size = math.hypot(*self.direction)
        if not 0.0 < size < math.inf:
            raise BadValue("direction", self.direction, "a finite direction other than zero")
        if not math.isfinite(self.offset_mm):
            raise BadValue("offset_mm", self.offset_mm, "a finite length")
        unit = (self.direction[0] / size, self.direction[1] / size)
        object.__setattr__(self, "direction", unit)

    @property
    def other_side(self) -> HalfPlane:
        """The same line seen from the other side."""
        return HalfPlane((-self.direction[0], -self.direction[1]), -self.offset_mm)


def above_x(x_mm: float) -> HalfPlane:
    """Everything with a larger x."""
    return HalfPlane((1.0, 0.0), x_mm)


def below_x(x_mm: float) -> HalfPlane:
    """Everything with a smaller x."""
    return HalfPlane((-1.0, 0.0), -x_mm)


def above_y(y_mm: float) -> HalfPlane:
    """Everything with a larger y."""
    return HalfPlane((0.0, 1.0), y_mm)


def below_y(y_mm: float) -> HalfPlane:
    """Everything with a smaller y."""
    return HalfPlane((0.0, -1.0), -y_mm)


def ahead_of_x(x_mm: float, plays: Direction) -> HalfPlane:
    """Everything further toward the goal played toward than a place on the board."""
    return HalfPlane((float(plays.sign), 0.0), plays.sign * x_mm)


def supports_mm(shape: BaseShape, poses: npt.ArrayLike, direction: Point) -> FloatArray:
    """Largest coordinate along a unit direction of any part of the base, for rows of poses."""
    rows = pose_rows(poses)
    return gap_kernel.reaches(edges_of(shape), shape.radius_mm, rows, *direction)


def support_mm(shape: BaseShape, pose: Pose, direction: Point) -> float:
    """Largest coordinate along a unit direction of any part of the base.

    >>> from referee.core.geometry.base_shape import rounded_rectangle
    >>> support_mm(rounded_rectangle("standard", 27.8, 20.6, 2.0), Pose(100, 0, 0), (1.0, 0.0))
    113.9
    """
    return float(supports_mm(shape, pose_row(pose)[None, :], direction)[0])


def furthest_beyond_mm(shape: BaseShape, pose: Pose, side: HalfPlane) -> float:
    """How far the furthest part lies on that side of the line; negative: none has reached it."""
    return support_mm(shape, pose, side.direction) - side.offset_mm


def foremost_point_mm(shape: BaseShape, pose: Pose, direction: Point) -> Point:
    """The point of the outline furthest along a unit direction; the middle of an edge that ties."""
    skeleton = pose.to_board(shape.skeleton)
    reach = skeleton @ direction
    ties = skeleton[reach >= reach.max() - 1e-9]
    x, y = ties.mean(axis=0)
    return float(x + shape.radius_mm * direction[0]), float(y + shape.radius_mm * direction[1])
