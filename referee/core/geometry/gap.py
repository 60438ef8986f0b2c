"""The signed gap between two bases: how far apart, where, and which part of each outline.

Negative is how deep they overlap, by the shortest way out. Outlines are skeletons grown by a
radius, so this is exact: round corners are arcs, not polygons.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.core.geometry import gap_kernel
from referee.core.geometry.base_shape import BasePart, BaseShape, FloatArray, Point
from referee.core.geometry.pose import Pose

# Two corners of an edge that are equally near within this make it an edge that lies flat.
FLAT_MM = 1e-6


@dataclass(frozen=True, slots=True)
class Gap:
    """Two bases: the gap, the nearest point and part of each, and the direction from a to b.

    ``point_b_mm - point_a_mm`` is ``gap_mm`` times ``normal``.
    """

    gap_mm: float
    point_a_mm: Point
    point_b_mm: Point
    part_a: BasePart
    part_b: BasePart
    normal: Point


def signed_gap(shape_a: BaseShape, pose_a: Pose, shape_b: BaseShape, pose_b: Pose) -> Gap:
    """The gap of two bases with all its circumstances.

    Where two edges lie flat on each other, the middle of what they share is the place.
    """
    edges_a, edges_b = edges_of(shape_a), edges_of(shape_b)
    frame = pose_row(pose_a)
    seen = np.empty_like(edges_b)
    gap_kernel.to_frame_of(frame, edges_b, pose_row(pose_b), seen)
    distance, nx, ny = gap_kernel.signed_distance(edges_a, seen)
    normal, tangent = np.array([nx, ny]), np.array([-ny, nx])
    face_a = _face(edges_a, normal, tangent)
    face_b = _face(seen, -normal, tangent)
    low, high = max(face_a.low, face_b.low), min(face_a.high, face_b.high)
    side = (low + high) / 2
    skeleton_a = face_a.height * normal + side * tangent
    point_a = skeleton_a + shape_a.radius_mm * normal
    gap_mm = distance - shape_a.radius_mm - shape_b.radius_mm
    on_board = pose_a.to_board(np.array([point_a, point_a + gap_mm * normal]))
    turned = Pose(0.0, 0.0, pose_a.heading_deg).to_board(normal[None, :])[0]
    return Gap(
        gap_mm=float(gap_mm),
        point_a_mm=(float(on_board[0, 0]), float(on_board[0, 1])),
        point_b_mm=(float(on_board[1, 0]), float(on_board[1, 1])),
        part_a=_part(shape_a, face_a, side),
        part_b=_part(shape_b, face_b, side),
        normal=(float(turned[0]), float(turned[1])),
    )


def pair_gaps_mm(
    shape_a: BaseShape, poses_a: npt.ArrayLike, shape_b: BaseShape, poses_b: npt.ArrayLike
) -> FloatArray:
    """Signed gaps of many poses of one pair. Poses are rows of x mm, y mm, heading in radians."""
    rows_a, rows_b = pose_rows(poses_a), pose_rows(poses_b)
    if rows_a.shape != rows_b.shape:
        raise BadValue("poses_b", rows_b.shape, f"the shape of poses_a, {rows_a.shape}")
    radii_mm = shape_a.radius_mm + shape_b.radius_mm
    return gap_kernel.gaps(edges_of(shape_a), rows_a, edges_of(shape_b), rows_b, radii_mm)


@lru_cache(maxsize=256)
def edges_of(shape: BaseShape) -> FloatArray:
    """The edge table of a shape for the compiled loops, made once; read it, never write to it."""
    return gap_kernel.edge_table(shape.skeleton)


def pose_row(pose: Pose) -> FloatArray:
    """A pose as the compiled loops take it."""
    return np.array([pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)])


def pose_rows(poses: npt.ArrayLike) -> FloatArray:
    """Rows of x mm, y mm, heading in radians, checked for their shape."""
    rows = np.ascontiguousarray(poses, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise BadValue("poses", rows.shape, "an (n, 3) array of x_mm, y_mm, heading_rad")
    return rows


@dataclass(frozen=True, slots=True)
class _Face:
    """The corners of a skeleton that lie furthest along a direction, and their spread across it."""

    corners: tuple[int, ...]
    places: tuple[float, ...]
    height: float

    @property
    def low(self) -> float:
        return min(self.places)

    @property
    def high(self) -> float:
        return max(self.places)


def _face(edges: FloatArray, outward: FloatArray, tangent: FloatArray) -> _Face:
    points = edges[:, :2]
    reach = points @ outward
    corners = np.flatnonzero(reach >= reach.max() - FLAT_MM)
    places = points[corners] @ tangent
    return _Face(tuple(map(int, corners)), tuple(map(float, places)), float(reach.max()))


def _part(shape: BaseShape, face: _Face, side: float) -> BasePart:
    """The edge if the place is on its straight piece, else the arc around the nearest corner."""
    if face.low + FLAT_MM < side < face.high - FLAT_MM:
        first, last = face.corners[0], face.corners[-1]
        wraps = first == 0 and last == len(shape.skeleton_mm) - 1
        return shape.edge_parts[last if wraps else first]
    nearest = min(range(len(face.corners)), key=lambda k: abs(face.places[k] - side))
    return shape.vertex_parts[face.corners[nearest]]
