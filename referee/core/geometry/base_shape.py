"""The outline of a figure's base: a rounded convex shape that knows its front.

A shape is a convex skeleton polygon grown by a corner radius, so rounded corners are exact arcs and
the gap between two bases is the distance between two small polygons minus two radii.
Base frame: origin at the centre of the enclosing rectangle, x toward the front, y toward the left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.core.geometry.convex import is_convex

FloatArray = npt.NDArray[np.float64]
Point = tuple[float, float]

MIN_SIZE_MM = 5.0
# A marker is an outline too (see `marker_touch`), and smaller than any base.
LEAST_MM = 1.0
MAX_SIZE_MM = 80.0


class BasePart(StrEnum):
    """Where on the outline of a base a touch lies."""

    FRONT = "front"
    FRONT_LEFT = "front left corner"
    LEFT = "left side"
    BACK_LEFT = "back left corner"
    BACK = "back"
    BACK_RIGHT = "back right corner"
    RIGHT = "right side"
    FRONT_RIGHT = "front right corner"

    @property
    def is_front(self) -> bool:
        """The front edge with both its corners, as the tackling rules count it."""
        return self in {BasePart.FRONT, BasePart.FRONT_LEFT, BasePart.FRONT_RIGHT}


@dataclass(frozen=True, slots=True)
class BaseShape:
    """One kind of base. ``skeleton_mm`` runs counter-clockwise.

    ``edge_parts[i]`` names the skeleton edge from vertex i to i + 1, ``vertex_parts[i]`` the arc
    around vertex i.
    """

    name: str
    skeleton_mm: tuple[Point, ...]
    radius_mm: float
    edge_parts: tuple[BasePart, ...]
    vertex_parts: tuple[BasePart, ...]
    height_mm: float = 3.0
    length_mm: float = field(init=False)
    width_mm: float = field(init=False)
    # Radius of the circle around the centre that holds the whole outline.
    reach_mm: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        points = np.asarray(self.skeleton_mm, dtype=float)
        if points.ndim != 2 or points.shape[0] < 3 or not np.isfinite(points).all():
            raise BadValue("skeleton_mm", self.skeleton_mm, "three or more finite points")
        if not 0.0 < self.radius_mm <= 20.0:
            raise BadValue("radius_mm", self.radius_mm, "above 0 and up to 20 mm")
        if not 0.5 <= self.height_mm <= 20.0:
            raise BadValue("height_mm", self.height_mm, "0.5 to 20 mm")
        for key, parts in (("edge_parts", self.edge_parts), ("vertex_parts", self.vertex_parts)):
            if len(parts) != len(self.skeleton_mm):
                raise BadValue(key, parts, f"one part for each of {len(self.skeleton_mm)} vertices")
        if not is_convex(points):
            raise BadValue("skeleton_mm", self.skeleton_mm, "a convex polygon, counter-clockwise")
        low = points.min(axis=0) - self.radius_mm
        high = points.max(axis=0) + self.radius_mm
        if np.abs(low + high).max() > 1e-6:
            raise BadValue("skeleton_mm", self.skeleton_mm, "centred on its enclosing rectangle")
        length_mm, width_mm = (float(v) for v in high - low)
        for key, value in (("length_mm", length_mm), ("width_mm", width_mm)):
            if not LEAST_MM - 1e-9 <= value <= MAX_SIZE_MM:
                raise BadValue(key, value, f"{LEAST_MM} to {MAX_SIZE_MM} mm")
        object.__setattr__(self, "length_mm", length_mm)
        object.__setattr__(self, "width_mm", width_mm)
        reach_mm = max(math.hypot(x, y) for x, y in self.skeleton_mm) + self.radius_mm
        object.__setattr__(self, "reach_mm", reach_mm)

    @property
    def corners_mm(self) -> FloatArray:
        """Corners of the enclosing rectangle: front-left, front-right, back-right, back-left."""
        a, b = self.length_mm / 2, self.width_mm / 2
        return np.array([[a, b], [a, -b], [-a, -b], [-a, b]])

    @property
    def skeleton(self) -> FloatArray:
        """The skeleton as an (n, 2) array."""
        return np.asarray(self.skeleton_mm, dtype=float)

    def outline_mm(self, sagitta_mm: float = 0.005) -> FloatArray:
        """The outline as a polygon, (n, 2), counter-clockwise; chords cut arcs by `sagitta_mm`."""
        points = self.skeleton
        before = points - np.roll(points, 1, axis=0)
        after = np.roll(points, -1, axis=0) - points
        step = 2.0 * math.acos(max(0.0, 1.0 - sagitta_mm / self.radius_mm))
        rows: list[Point] = []
        for i, (x, y) in enumerate(points):
            start = math.atan2(before[i, 1], before[i, 0]) - math.pi / 2
            end = math.atan2(after[i, 1], after[i, 0]) - math.pi / 2
            sweep = (end - start) % (2.0 * math.pi)
            count = max(1, math.ceil(sweep / step))
            for k in range(count + 1):
                angle = start + sweep * k / count
                r = self.radius_mm
                rows.append((x + r * math.cos(angle), y + r * math.sin(angle)))
        return np.array(rows)


def rounded_rectangle(
    name: str, length_mm: float, width_mm: float, radius_mm: float, height_mm: float = 3.0
) -> BaseShape:
    """The usual base: a rectangle with four equal round corners.

    >>> rounded_rectangle("standard", 27.8, 20.6, 2.0).length_mm
    27.8
    """
    return beveled_front(name, length_mm, width_mm, radius_mm, 0.0, height_mm)


def beveled_front(
    name: str,
    length_mm: float,
    width_mm: float,
    radius_mm: float,
    bevel_mm: float,
    height_mm: float = 3.0,
) -> BaseShape:
    """A rectangle whose two front corners are cut at 45 degrees, ``bevel_mm`` along each side."""
    a, b = _half_skeleton(length_mm, width_mm, radius_mm)
    c = bevel_mm
    if not 0.0 <= c < min(2.0 * a, b):
        raise BadValue("bevel_mm", c, f"0 up to {min(2.0 * a, b):.2f} mm on this base")
    if c == 0.0:
        points = [(a, b), (-a, b), (-a, -b), (a, -b)]
        edges = [BasePart.LEFT, BasePart.BACK, BasePart.RIGHT, BasePart.FRONT]
        vertices = [
            BasePart.FRONT_LEFT,
            BasePart.BACK_LEFT,
            BasePart.BACK_RIGHT,
            BasePart.FRONT_RIGHT,
        ]
    else:
        points = [(a, b - c), (a - c, b), (-a, b), (-a, -b), (a - c, -b), (a, -b + c)]
        edges = [
            BasePart.FRONT_LEFT,
            BasePart.LEFT,
            BasePart.BACK,
            BasePart.RIGHT,
            BasePart.FRONT_RIGHT,
            BasePart.FRONT,
        ]
        vertices = [
            BasePart.FRONT_LEFT,
            BasePart.FRONT_LEFT,
            BasePart.BACK_LEFT,
            BasePart.BACK_RIGHT,
            BasePart.FRONT_RIGHT,
            BasePart.FRONT_RIGHT,
        ]
    return BaseShape(name, _floats(points), radius_mm, tuple(edges), tuple(vertices), height_mm)


def round_front(
    name: str,
    length_mm: float,
    width_mm: float,
    radius_mm: float,
    bulge_mm: float,
    height_mm: float = 3.0,
) -> BaseShape:
    """A rectangle whose front is an arc that stands out ``bulge_mm`` at the middle."""
    a, b = _half_skeleton(length_mm, width_mm, radius_mm)
    if not 0.2 <= bulge_mm <= min(b, a):
        raise BadValue("bulge_mm", bulge_mm, f"0.2 up to {min(a, b):.2f} mm on this base")
    arc_radius = (b * b + bulge_mm * bulge_mm) / (2.0 * bulge_mm)
    half_angle = math.asin(b / arc_radius)
    steps = 12
    arc = [
        (
            a - arc_radius + arc_radius * math.cos(angle),
            arc_radius * math.sin(angle),
        )
        for angle in (half_angle * (2.0 * k / steps - 1.0) for k in range(steps + 1))
    ]
    points = [*arc, (-a, b), (-a, -b)]
    edges = [BasePart.FRONT] * steps + [BasePart.LEFT, BasePart.BACK, BasePart.RIGHT]
    vertices = [
        BasePart.FRONT_RIGHT,
        *[BasePart.FRONT] * (steps - 1),
        BasePart.FRONT_LEFT,
        BasePart.BACK_LEFT,
        BasePart.BACK_RIGHT,
    ]
    return BaseShape(name, _floats(points), radius_mm, tuple(edges), tuple(vertices), height_mm)


def _half_skeleton(length_mm: float, width_mm: float, radius_mm: float) -> Point:
    for key, value in (("length_mm", length_mm), ("width_mm", width_mm)):
        if not MIN_SIZE_MM <= value <= MAX_SIZE_MM:
            raise BadValue(key, value, f"{MIN_SIZE_MM} to {MAX_SIZE_MM} mm")
    limit = min(length_mm, width_mm) / 2
    if not 0.0 < radius_mm < limit:
        raise BadValue("radius_mm", radius_mm, f"above 0 and below {limit:.2f} mm on this base")
    return length_mm / 2 - radius_mm, width_mm / 2 - radius_mm


def _floats(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)
