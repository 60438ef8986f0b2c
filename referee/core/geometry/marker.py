"""A base and a marker on the board: whether they touch, with which part, and how far past it is.

A marker is taken for a disc, or for an oval where it is known which way it lies. "Past" is measured
along the heading of the base, as a coach does with a base of the same length laid beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BasePart, BaseShape, Point
from referee.core.geometry.measured_pose import MeasuredPose


@dataclass(frozen=True, slots=True)
class Marker:
    """A ball or target lying on the board, with the sigma of its place.

    ``uneven_mm`` is by how much an oval is longer and narrower than a circle. ``heading_deg`` is
    which way it lies, either end first; None: nobody knows, and a circle stands for it.
    """

    x_mm: float
    y_mm: float
    radius_mm: float
    sigma_mm: float = 0.0
    uneven_mm: float = 0.0
    heading_deg: float | None = None
    heading_sigma_deg: float = 0.0

    def __post_init__(self) -> None:
        if not 0.5 <= self.radius_mm <= 20.0:
            raise BadValue("radius_mm", self.radius_mm, "0.5 to 20 mm")
        if not 0.0 <= self.sigma_mm < math.inf:
            raise BadValue("sigma_mm", self.sigma_mm, "0 mm or more")
        if not 0.0 <= self.uneven_mm < self.radius_mm:
            raise BadValue("uneven_mm", self.uneven_mm, "0 mm or more, and less than the radius")
        if self.heading_deg is not None and not math.isfinite(self.heading_deg):
            raise BadValue("heading_deg", self.heading_deg, "a number of degrees")
        if not 0.0 <= self.heading_sigma_deg < math.inf:
            raise BadValue("heading_sigma_deg", self.heading_sigma_deg, "0 degrees or more")

    @property
    def place_mm(self) -> Point:
        """Its centre."""
        return self.x_mm, self.y_mm

    @property
    def unknown_mm(self) -> float:
        """How far its outline may lie inside or outside of the one that stands for it."""
        return self.uneven_mm if self.heading_deg is None else 0.0

    @property
    def shape(self) -> BaseShape:
        """Its outline, long along x where it is known which way that lies."""
        if self.heading_deg is None or not self.uneven_mm:
            return disc(self.radius_mm)
        return oval(self.radius_mm + self.uneven_mm, self.radius_mm - self.uneven_mm)

    def reach_mm(self, ux: float, uy: float) -> tuple[float, float]:
        """How far it reaches in a direction of the board, and the sigma of that for its heading."""
        if self.heading_deg is None:
            return self.radius_mm, 0.0
        a = math.radians(self.heading_deg)
        along, across = ux * math.cos(a) + uy * math.sin(a), uy * math.cos(a) - ux * math.sin(a)
        half, wide = self.radius_mm + self.uneven_mm, self.radius_mm - self.uneven_mm
        reach_mm = math.hypot(half * along, wide * across)
        slope_mm = (half * half - wide * wide) * along * across / reach_mm
        return reach_mm, abs(slope_mm) * math.radians(self.heading_sigma_deg)


# The markers that are balls, by the names that records have: how long and wide they are.
BALL_SIZES_MM: Mapping[str, tuple[float, float]] = {
    "ball magnet": (10.8, 6.2),
    "felt ball": (9.4, 5.9),
}
# A disc is a point grown by its radius; a skeleton needs corners, so it is a square this small.
_POINT_MM = 0.01
# An oval is a polygon of so many corners, each so round.
_OVAL_CORNERS, _ROUNDING_MM = 24, 0.25


@lru_cache(maxsize=64)
def disc(radius_mm: float) -> BaseShape:
    """A marker as an outline like a base's, so that gaps and touches are found the same way.

    >>> disc(4.5).length_mm
    9.0
    """
    e = _POINT_MM
    points = ((e, e), (-e, e), (-e, -e), (e, -e))
    edges = (BasePart.LEFT, BasePart.BACK, BasePart.RIGHT, BasePart.FRONT)
    corners = (BasePart.FRONT_LEFT, BasePart.BACK_LEFT, BasePart.BACK_RIGHT, BasePart.FRONT_RIGHT)
    return BaseShape("marker", points, radius_mm - e, edges, corners)


@lru_cache(maxsize=64)
def oval(half_length_mm: float, half_width_mm: float) -> BaseShape:
    """An oval marker, long along x. No rule asks which part of a marker was touched.

    >>> oval(5.4, 3.1).length_mm
    10.8
    """
    a, b = half_length_mm - _ROUNDING_MM, half_width_mm - _ROUNDING_MM
    angles = [2.0 * math.pi * k / _OVAL_CORNERS for k in range(_OVAL_CORNERS)]
    points = tuple((a * math.cos(angle), b * math.sin(angle)) for angle in angles)
    parts = (BasePart.FRONT,) * _OVAL_CORNERS
    return BaseShape("marker", points, _ROUNDING_MM, parts, parts)


@dataclass(frozen=True, slots=True)
class MarkerGap:
    """The gap of a base and a marker, and which part of the base is nearest to it."""

    gap_mm: float
    sigma_mm: float
    part: BasePart
    point_mm: Point


def marker_gap(shape: BaseShape, measured: MeasuredPose, marker: Marker) -> MarkerGap:
    """How far a marker lies from a base; negative: they overlap."""
    pose = measured.pose
    px, py = (float(v) for v in pose.to_base(np.array([marker.place_mm]))[0])
    depth_mm, edge = _shallowest(shape, px, py)
    if depth_mm <= 0.0:
        ux, uy = _along(shape, edge)
        distance, part, (nx, ny) = depth_mm, shape.edge_parts[edge], (uy, -ux)
    else:
        (qx, qy), part = _nearest(shape, px, py)
        distance = math.hypot(px - qx, py - qy)
        nx, ny = (px - qx) / distance, (py - qy) / distance
    # The normal passes through the marker, so its moment about the base is that of the marker.
    slope = np.array([-nx, -ny, -(px * ny - py * nx)])
    covariance = measured.matrix
    a = math.radians(pose.heading_deg)
    turn = np.array([[math.cos(a), math.sin(a), 0.0], [-math.sin(a), math.cos(a), 0.0], [0, 0, 1]])
    own = turn @ covariance @ turn.T
    c, s = math.cos(a), math.sin(a)
    reach_mm, reach_sigma_mm = marker.reach_mm(c * nx - s * ny, s * nx + c * ny)
    variance = max(float(slope @ own @ slope), 0.0) + marker.sigma_mm**2 + reach_sigma_mm**2
    gap_mm = distance - shape.radius_mm - reach_mm
    reach = distance - shape.radius_mm
    touch = pose.to_board(np.array([[px - reach * nx, py - reach * ny]]))[0]
    return MarkerGap(gap_mm, math.sqrt(variance), part, (float(touch[0]), float(touch[1])))


@dataclass(frozen=True, slots=True)
class PassedMarker:
    """How far along its own heading a base has passed the far edge of a marker, with one sigma.

    ``front_mm`` is of its foremost point, ``whole_mm`` of its hindmost: above zero all of it is by.
    """

    front_mm: float
    whole_mm: float
    sigma_mm: float


def passed_marker(shape: BaseShape, measured: MeasuredPose, marker: Marker) -> PassedMarker:
    """How far a base is past a marker."""
    pose = measured.pose
    c, s = math.cos(math.radians(pose.heading_deg)), math.sin(math.radians(pose.heading_deg))
    dx, dy = marker.x_mm - pose.x_mm, marker.y_mm - pose.y_mm
    ahead, aside = dx * c + dy * s, dy * c - dx * s
    # Turning the base moves the marker, seen from it, sideways into "ahead".
    slope = (-c, -s, aside)
    covariance = measured.covariance
    reach_mm, reach_sigma_mm = marker.reach_mm(c, s)
    variance = marker.sigma_mm**2 + reach_sigma_mm**2
    for i in range(3):
        for j in range(3):
            variance += slope[i] * covariance[i][j] * slope[j]
    half, edge = shape.length_mm / 2, ahead + reach_mm
    return PassedMarker(half - edge, -half - edge, math.sqrt(max(variance, 0.0)))


def _along(shape: BaseShape, edge: int) -> Point:
    (x0, y0), (x1, y1) = _ends(shape, edge)
    length = math.hypot(x1 - x0, y1 - y0)
    return (x1 - x0) / length, (y1 - y0) / length


def _ends(shape: BaseShape, edge: int) -> tuple[Point, Point]:
    corners = shape.skeleton_mm
    return corners[edge], corners[(edge + 1) % len(corners)]


def _shallowest(shape: BaseShape, px: float, py: float) -> tuple[float, int]:
    """How far a point is outside the edge that it is most outside of; negative: inside all."""
    best, edge = -math.inf, 0
    for i, (x, y) in enumerate(shape.skeleton_mm):
        ux, uy = _along(shape, i)
        outside = (px - x) * uy - (py - y) * ux
        if outside > best:
            best, edge = outside, i
    return best, edge


def _nearest(shape: BaseShape, px: float, py: float) -> tuple[Point, BasePart]:
    """The point of the skeleton nearest to a point outside it, and the part grown from there."""
    best, found, part = math.inf, (0.0, 0.0), shape.edge_parts[0]
    for i, (x, y) in enumerate(shape.skeleton_mm):
        end = _ends(shape, i)[1]
        ux, uy = _along(shape, i)
        length = math.hypot(end[0] - x, end[1] - y)
        along = min(max((px - x) * ux + (py - y) * uy, 0.0), length)
        q = (x + along * ux, y + along * uy)
        distance = math.hypot(px - q[0], py - q[1])
        if distance < best:
            vertex = {0.0: i, length: (i + 1) % len(shape.skeleton_mm)}.get(along)
            best, found = distance, q
            part = shape.edge_parts[i] if vertex is None else shape.vertex_parts[vertex]
    return found, part
