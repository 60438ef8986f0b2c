"""With which part of each two bases touch, as the judge sees it: the middle of what touches.

Bases that lean on each other overlap by up to 0.01 mm, so what is within 0.02 mm of touching does.
"""

from __future__ import annotations

import numpy as np

from referee.core.geometry.base_shape import BasePart, BaseShape, FloatArray
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose

PATCH_MM = 0.02
ROUND_MM = 1e-6


def touching_parts(
    shape_a: BaseShape, pose_a: Pose, shape_b: BaseShape, pose_b: Pose
) -> tuple[BasePart, BasePart, float]:
    """The touching part of a, that of b, and how far ahead of b's middle the touch lies."""
    normal = np.array(signed_gap(shape_a, pose_a, shape_b, pose_b).normal)
    across = np.array([-normal[1], normal[0]])
    points_a, points_b = pose_a.to_board(shape_a.skeleton), pose_b.to_board(shape_b.skeleton)
    low_a, high_a = _patch(points_a, normal, across)
    low_b, high_b = _patch(points_b, -normal, across)
    at = (max(low_a, low_b) + min(high_a, high_b)) / 2
    part_a = _part(shape_a, points_a, normal, across, at)
    part_b = _part(shape_b, points_b, -normal, across, at)
    height = float((points_b @ normal).min()) - shape_b.radius_mm
    place = height * normal + at * across
    ahead = float(pose_b.to_base(place[None, :])[0, 0])
    return part_a, part_b, ahead


def _patch(points: FloatArray, outward: FloatArray, across: FloatArray) -> tuple[float, float]:
    """From where to where across the direction the points are foremost."""
    reach = points @ outward
    places = (points @ across)[reach >= reach.max() - PATCH_MM]
    return float(places.min()), float(places.max())


def _part(
    shape: BaseShape, points: FloatArray, outward: FloatArray, across: FloatArray, at: float
) -> BasePart:
    """The edge between two foremost corners if the place is between them, else the nearest one."""
    reach, places = points @ outward, points @ across
    foremost = reach >= reach.max() - PATCH_MM
    count = len(points)
    for i in range(count):
        k = (i + 1) % count
        low, high = sorted((places[i], places[k]))
        if foremost[i] and foremost[k] and low + ROUND_MM < at < high - ROUND_MM:
            return shape.edge_parts[i]
    off = np.where(foremost, np.abs(places - at), np.inf)
    return shape.vertex_parts[int(off.argmin())]
