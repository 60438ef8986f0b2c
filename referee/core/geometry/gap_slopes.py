"""How a gap changes when either base is moved or turned a little, and so what its error is.

The gap changes by the normal when a base moves, and by the normal's moment about the base's centre
when it turns: exact, because the nearest points of convex outlines follow the motion at no first
order of their own.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry import gap_kernel
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import FLAT_MM, edges_of, pose_row
from referee.core.geometry.measured_pose import MeasuredPose, joint_covariance


@compiled
def _shared(points: FloatArray, nx: float, ny: float, flat_mm: float) -> tuple[float, float, float]:
    """How far the points reach along the normal, and from where to where across it they do."""
    reach = -np.inf
    for i in range(points.shape[0]):
        reach = max(reach, points[i, 0] * nx + points[i, 1] * ny)
    low, high = np.inf, -np.inf
    for i in range(points.shape[0]):
        if points[i, 0] * nx + points[i, 1] * ny >= reach - flat_mm:
            across = points[i, 1] * nx - points[i, 0] * ny
            low, high = min(low, across), max(high, across)
    return reach, low, high


@compiled
def slopes(
    a: FloatArray,
    pose_a: FloatArray,
    b: FloatArray,
    pose_b: FloatArray,
    radii_mm: float,
    flat_mm: float,
    out: FloatArray,
) -> float:
    """The gap; ``out`` (2, 6) gets its slopes over x, y, heading of a and of b.

    There are two rows because edges that lie flat on each other turn about either end of what they
    share; elsewhere the rows are equal.
    """
    seen = np.empty_like(b)
    gap_kernel.to_frame_of(pose_a, b, pose_b, seen)
    distance, nx, ny = gap_kernel.signed_distance(a, seen)
    height, low_a, high_a = _shared(a, nx, ny, flat_mm)
    _, low_b, high_b = _shared(seen, -nx, -ny, flat_mm)
    # Across is measured along the turned normal, which points the other way for b.
    low, high = max(low_a, -high_b), min(high_a, -low_b)
    if low > high:
        low = high = 0.5 * (low + high)
    c, s = math.cos(pose_a[2]), math.sin(pose_a[2])
    bx, by = nx * c - ny * s, nx * s + ny * c
    to_bx, to_by = pose_b[0] - pose_a[0], pose_b[1] - pose_a[1]
    # The centre of b in a's frame: the moment of the normal about it.
    cx, cy = c * to_bx + s * to_by, c * to_by - s * to_bx
    for row in range(2):
        across = low if row == 0 else high
        px, py = height * nx - across * ny, height * ny + across * nx
        out[row, 0], out[row, 1] = -bx, -by
        out[row, 2] = -(px * ny - py * nx)
        out[row, 3], out[row, 4] = bx, by
        out[row, 5] = (px - cx) * ny - (py - cy) * nx
    return distance - radii_mm


@compiled
def variances(
    a: FloatArray,
    poses_a: FloatArray,
    b: FloatArray,
    poses_b: FloatArray,
    radii_mm: float,
    flat_mm: float,
    joints: FloatArray,
    out: FloatArray,
) -> None:
    """Fill ``out`` (n, 2) with the gap and its variance, for rows of poses and (n, 6, 6) joints."""
    rows = np.empty((2, 6))
    for k in range(poses_a.shape[0]):
        out[k, 0] = slopes(a, poses_a[k], b, poses_b[k], radii_mm, flat_mm, rows)
        total = 0.0
        for row in range(2):
            for i in range(6):
                for j in range(6):
                    total += rows[row, i] * joints[k, i, j] * rows[row, j]
        out[k, 1] = 0.5 * total


def gap_and_sigma_of_rows_mm(
    shape_a: BaseShape,
    row_a: FloatArray,
    shape_b: BaseShape,
    row_b: FloatArray,
    joint: FloatArray,
) -> tuple[float, float]:
    """The signed gap of two bases with its sigma; ``joint`` is the (6, 6) covariance of both rows.

    Poses are rows of x mm, y mm, heading in radians.
    """
    found = np.empty((1, 2))
    variances(
        edges_of(shape_a),
        row_a[None, :],
        edges_of(shape_b),
        row_b[None, :],
        shape_a.radius_mm + shape_b.radius_mm,
        FLAT_MM,
        joint[None],
        found,
    )
    return float(found[0, 0]), math.sqrt(max(float(found[0, 1]), 0.0))


def gap_and_sigma_mm(
    shape_a: BaseShape,
    a: MeasuredPose,
    shape_b: BaseShape,
    b: MeasuredPose,
    cross: FloatArray | None = None,
) -> tuple[float, float]:
    """The signed gap of two measured bases and its sigma."""
    joint = joint_covariance(a, b, cross)
    return gap_and_sigma_of_rows_mm(shape_a, pose_row(a.pose), shape_b, pose_row(b.pose), joint)
