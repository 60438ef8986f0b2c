"""The inner loops of base geometry, compiled: distance of two skeletons, reach of one.

A skeleton is an edge table of one row per edge: start x, start y, direction x, direction y, length,
counter-clockwise, so the outward normal of an edge is (direction y, -direction x). A pose is
x mm, y mm, heading in radians.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray

X, Y, UX, UY, LENGTH = range(5)
# Below this a distance is no direction any more; the separating axis gives a better one.
TOUCHING_MM = 1e-9


def edge_table(skeleton_mm: FloatArray) -> FloatArray:
    """The edge table of a skeleton, (n, 5)."""
    step = np.roll(skeleton_mm, -1, axis=0) - skeleton_mm
    length = np.hypot(step[:, 0], step[:, 1])
    return np.column_stack([skeleton_mm, step / length[:, None], length])


@compiled
def to_frame_of(frame: FloatArray, edges: FloatArray, pose: FloatArray, out: FloatArray) -> None:
    """Edges of a base at ``pose``, seen from the base frame of a base at ``frame``."""
    cf, sf = math.cos(frame[2]), math.sin(frame[2])
    dx, dy = pose[0] - frame[0], pose[1] - frame[1]
    x0, y0 = cf * dx + sf * dy, cf * dy - sf * dx
    c, s = math.cos(pose[2] - frame[2]), math.sin(pose[2] - frame[2])
    for i in range(edges.shape[0]):
        out[i, X] = x0 + c * edges[i, X] - s * edges[i, Y]
        out[i, Y] = y0 + s * edges[i, X] + c * edges[i, Y]
        out[i, UX] = c * edges[i, UX] - s * edges[i, UY]
        out[i, UY] = s * edges[i, UX] + c * edges[i, UY]
        out[i, LENGTH] = edges[i, LENGTH]


@compiled
def _edges_to_points(edges: FloatArray, points: FloatArray) -> tuple[float, int, float, int, int]:
    """Largest separation over the edges with its edge, smallest squared distance with its pair."""
    separation, sep_edge = -np.inf, 0
    nearest2, near_edge, near_point = np.inf, 0, 0
    for i in range(edges.shape[0]):
        x, y, ux, uy, length = edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3], edges[i, 4]
        lowest = np.inf
        for j in range(points.shape[0]):
            dx, dy = points[j, X] - x, points[j, Y] - y
            above = dx * uy - dy * ux
            along = dx * ux + dy * uy
            over = min(along, 0.0) + max(along - length, 0.0)
            d2 = above * above + over * over
            lowest = min(lowest, above)
            if d2 < nearest2:
                nearest2, near_edge, near_point = d2, i, j
        if lowest > separation:
            separation, sep_edge = lowest, i
    return separation, sep_edge, nearest2, near_edge, near_point


@compiled
def signed_distance(a: FloatArray, b: FloatArray) -> tuple[float, float, float]:
    """Distance of two skeletons in one frame and its direction from a to b.

    Negative is the depth of the shallowest way out when they overlap.
    """
    sep_a, edge_a, near_a2, ea, pb = _edges_to_points(a, b)
    sep_b, edge_b, near_b2, eb, pa = _edges_to_points(b, a)
    if sep_a > 0.0 or sep_b > 0.0:
        if near_a2 <= near_b2:
            distance = math.sqrt(near_a2)
            if distance > TOUCHING_MM:
                qx, qy = _nearest_on_edge(a[ea], b[pb, X], b[pb, Y])
                return distance, (b[pb, X] - qx) / distance, (b[pb, Y] - qy) / distance
        else:
            distance = math.sqrt(near_b2)
            if distance > TOUCHING_MM:
                qx, qy = _nearest_on_edge(b[eb], a[pa, X], a[pa, Y])
                return distance, (qx - a[pa, X]) / distance, (qy - a[pa, Y]) / distance
    if sep_a >= sep_b:
        return sep_a, a[edge_a, UY], -a[edge_a, UX]
    return sep_b, -b[edge_b, UY], b[edge_b, UX]


@compiled
def _nearest_on_edge(edge: FloatArray, x: float, y: float) -> tuple[float, float]:
    along = (x - edge[X]) * edge[UX] + (y - edge[Y]) * edge[UY]
    along = min(max(along, 0.0), edge[LENGTH])
    return edge[X] + along * edge[UX], edge[Y] + along * edge[UY]


@compiled
def gaps(
    a: FloatArray, poses_a: FloatArray, b: FloatArray, poses_b: FloatArray, radii_mm: float
) -> FloatArray:
    """Signed gap of each row's two bases."""
    out = np.empty(poses_a.shape[0])
    seen = np.empty_like(b)
    for k in range(poses_a.shape[0]):
        to_frame_of(poses_a[k], b, poses_b[k], seen)
        out[k] = signed_distance(a, seen)[0] - radii_mm
    return out


@compiled
def reaches(
    edges: FloatArray, radius_mm: float, poses: FloatArray, dx: float, dy: float
) -> FloatArray:
    """How far the outline at each pose reaches along the unit direction (dx, dy)."""
    out = np.empty(poses.shape[0])
    for k in range(poses.shape[0]):
        c, s = math.cos(poses[k, 2]), math.sin(poses[k, 2])
        bx, by = c * dx + s * dy, c * dy - s * dx
        far = -np.inf
        for i in range(edges.shape[0]):
            far = max(far, bx * edges[i, X] + by * edges[i, Y])
        out[k] = poses[k, 0] * dx + poses[k, 1] * dy + far + radius_mm
    return out
