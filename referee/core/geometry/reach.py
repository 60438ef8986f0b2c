"""How far a measured base lies beyond a line, with its sigma, and which part of it leads.

`crossing` holds the plain lengths; this adds what the errors of the pose make of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.core.geometry.base_shape import BasePart, BaseShape, FloatArray, Point
from referee.core.geometry.crossing import HalfPlane, foremost_point_mm, support_mm
from referee.core.geometry.gap import FLAT_MM
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose


class BasePoint(StrEnum):
    """Which point of a base is compared with a line."""

    FOREMOST = "foremost"  # any part of the base beyond counts
    HINDMOST = "hindmost"  # only the whole base beyond counts
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class Reach:
    """A point of a base and how far it lies beyond a line; negative: it has not reached it.

    ``part`` is where the point lies on the outline, None for the centre.
    """

    beyond_mm: float
    sigma_mm: float
    point_mm: Point
    part: BasePart | None


def reach_beyond(
    shape: BaseShape, measured: MeasuredPose, side: HalfPlane, of: BasePoint = BasePoint.FOREMOST
) -> Reach:
    """How far a point of the base lies on that side of the line."""
    pose, direction = measured.pose, side.direction
    covariance = measured.matrix
    if of is BasePoint.CENTRE:
        beyond = pose.x_mm * direction[0] + pose.y_mm * direction[1] - side.offset_mm
        slope = np.array([direction[0], direction[1], 0.0])
        return Reach(beyond, _sigma([slope], covariance), (pose.x_mm, pose.y_mm), None)
    outward = direction if of is BasePoint.FOREMOST else side.other_side.direction
    sign = 1.0 if of is BasePoint.FOREMOST else -1.0
    beyond = sign * support_mm(shape, pose, outward) - side.offset_mm
    part, ends = _leading(shape, pose, outward)
    slopes = [np.array([outward[0], outward[1], _moment(end, pose, outward)]) for end in ends]
    point = foremost_point_mm(shape, pose, outward)
    return Reach(beyond, _sigma(slopes, covariance), point, part)


def _leading(shape: BaseShape, pose: Pose, outward: Point) -> tuple[BasePart, list[Point]]:
    """The part of the outline that leads, and the ends of the skeleton edge if one lies flat."""
    skeleton = pose.to_board(shape.skeleton)
    reach = skeleton @ outward
    leading = [int(i) for i in np.flatnonzero(reach >= reach.max() - FLAT_MM)]
    ends = [(float(skeleton[i, 0]), float(skeleton[i, 1])) for i in leading]
    if len(leading) == 1:
        return shape.vertex_parts[leading[0]], ends
    first, last = leading[0], leading[-1]
    wraps = first == 0 and last == len(shape.skeleton_mm) - 1
    return shape.edge_parts[last if wraps else first], ends


def _moment(point: Point, pose: Pose, direction: Point) -> float:
    """How fast the reach grows when the base turns about its centre."""
    return (point[0] - pose.x_mm) * direction[1] - (point[1] - pose.y_mm) * direction[0]


def _sigma(slopes: list[FloatArray], covariance: FloatArray) -> float:
    """The mean over the ends of an edge that lies flat, about either of which it may turn."""
    variance = sum(float(slope @ covariance @ slope) for slope in slopes) / len(slopes)
    return math.sqrt(max(variance, 0.0))
