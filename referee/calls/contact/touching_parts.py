"""Which part of each base makes a touch, with probabilities: poses are drawn as they may have been.

Where the side of a base ends and its corner begins, a small error decides. So the errors of a pair
are tried out at a fixed set of places, which a mirror of the field maps onto itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from referee.core.compiler import compiled
from referee.core.geometry import gap_kernel
from referee.core.geometry.base_shape import BasePart, BaseShape, FloatArray
from referee.core.geometry.gap import FLAT_MM, edges_of

I64 = npt.NDArray[np.int64]
PARTS = tuple(BasePart)
_FRONT = np.array([part.is_front for part in PARTS])
# Signs of x, y, heading of both bases: no mirror, across the field, along it, and both.
_MIRRORS = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
_DRAWS = 8
_FLAT_SIGMAS = 3.0
_FLATTEST_MM = 1.0


@dataclass(frozen=True, slots=True)
class TouchingParts:
    """Of one frame: how likely each part of a base makes the touch.

    ``front_of_b`` counts b's front edge with both its corners, and as much of its sides as the
    rulebook still calls a corner.
    """

    parts_a: tuple[float, ...]
    parts_b: tuple[float, ...]
    front_of_b: float

    def of_a(self, *parts: BasePart) -> float:
        """How likely it is one of these parts of a."""
        return sum(self.parts_a[PARTS.index(part)] for part in parts)

    def of_b(self, *parts: BasePart) -> float:
        """How likely it is one of these parts of b."""
        return sum(self.parts_b[PARTS.index(part)] for part in parts)

    def with_front(self, faces: float) -> float:
        """How likely b touches with its front, with its heading right as likely as ``faces``."""
        turned = self.of_b(BasePart.BACK, BasePart.BACK_LEFT, BasePart.BACK_RIGHT)
        return faces * self.front_of_b + (1.0 - faces) * turned

    def on_back(self, faces: float) -> float:
        """How likely a is touched on its back, with its heading right as likely as ``faces``."""
        return faces * self.of_a(BasePart.BACK) + (1.0 - faces) * self.of_a(BasePart.FRONT)


def touching_parts(
    shape_a: BaseShape,
    pose_a: FloatArray,
    shape_b: BaseShape,
    pose_b: FloatArray,
    joint: FloatArray,
    corner_mm: float = 0.0,
) -> TouchingParts:
    """Which parts of two bases are nearest to each other, as far as their errors let one say.

    Poses are rows of x mm, y mm, heading in radians. Side contact no more than ``corner_mm`` behind
    the front counts as the front of b.
    """
    steps = _places() @ _root(joint).T
    found = np.empty((len(steps), 2), dtype=np.int64)
    ahead = np.empty(len(steps))
    _tried(
        edges_of(shape_a),
        pose_a,
        _codes(shape_a),
        edges_of(shape_b),
        pose_b,
        _codes(shape_b),
        steps,
        _flat_mm(shape_a, shape_b, joint),
        found,
        ahead,
    )
    front = _FRONT[found[:, 1]]
    front |= ahead >= shape_b.length_mm / 2 - corner_mm
    return TouchingParts(_shares(found[:, 0]), _shares(found[:, 1]), float(front.mean()))


def _flat_mm(shape_a: BaseShape, shape_b: BaseShape, joint: FloatArray) -> float:
    """How far off an end of an edge may be while the edge may still lie flat on the other base.

    Bases that push each other come to lie flat, and then errors of the headings make either end
    look the nearer one.
    """
    turn = math.sqrt(max(float(joint[2, 2] + joint[5, 5] - 2.0 * joint[2, 5]), 0.0))
    edge = min(shape_a.length_mm, shape_a.width_mm, shape_b.length_mm, shape_b.width_mm)
    return min(max(_FLAT_SIGMAS * turn * edge, FLAT_MM), _FLATTEST_MM)


def _shares(codes: I64) -> tuple[float, ...]:
    counts = np.bincount(codes, minlength=len(PARTS))
    return tuple(float(n) / len(codes) for n in counts)


@lru_cache(maxsize=1)
def _places() -> FloatArray:
    """Standard normal draws of six errors, with all their mirrors and opposites."""
    drawn = np.random.default_rng(20).standard_normal((_DRAWS, 6))
    mirrored = [drawn * np.tile(signs, 2) for signs in _MIRRORS]
    every = np.concatenate([*mirrored, *(-m for m in mirrored)])
    return np.asarray(every / np.sqrt((every**2).mean(axis=0)))


def _root(joint: FloatArray) -> FloatArray:
    """The Cholesky root; directions without error stay without."""
    size = max(float(np.trace(joint)), 1e-12)
    return np.asarray(np.linalg.cholesky(joint + np.eye(6) * 1e-12 * size))


@lru_cache(maxsize=256)
def _codes(shape: BaseShape) -> I64:
    """Parts as numbers: a row of edges and a row of vertices."""
    rows = (shape.edge_parts, shape.vertex_parts)
    return np.array([[PARTS.index(part) for part in row] for row in rows])


@compiled
def _reach(points: FloatArray, nx: float, ny: float) -> float:
    reach = -np.inf
    for i in range(points.shape[0]):
        reach = max(reach, points[i, 0] * nx + points[i, 1] * ny)
    return reach


@compiled
def _span(points: FloatArray, nx: float, ny: float, least: float) -> tuple[float, float]:
    """From where to where across the normal the points reach at least so far along it."""
    low, high = np.inf, -np.inf
    for i in range(points.shape[0]):
        if points[i, 0] * nx + points[i, 1] * ny >= least:
            across = points[i, 1] * nx - points[i, 0] * ny
            low, high = min(low, across), max(high, across)
    return low, high


@compiled
def _part_at(points: FloatArray, codes: I64, nx: float, ny: float, least: float, at: float) -> int:
    """The leading edge that the place is on, the one that faces there most; else the corner."""
    count = points.shape[0]
    nearest, part = np.inf, codes[1, 0]
    facing = 0.0
    for i in range(count):
        if points[i, 0] * nx + points[i, 1] * ny < least:
            continue
        here = points[i, 1] * nx - points[i, 0] * ny
        if facing == 0.0 and abs(here - at) < nearest:
            nearest, part = abs(here - at), codes[1, i]
        k = (i + 1) % count
        if points[k, 0] * nx + points[k, 1] * ny < least:
            continue
        there = points[k, 1] * nx - points[k, 0] * ny
        faces = points[i, 3] * nx - points[i, 2] * ny
        if min(here, there) + 1e-6 < at < max(here, there) - 1e-6 and faces > facing:
            facing, part = faces, codes[0, i]
    return int(part)


@compiled
def _tried(
    a: FloatArray,
    pose_a: FloatArray,
    codes_a: I64,
    b: FloatArray,
    pose_b: FloatArray,
    codes_b: I64,
    steps: FloatArray,
    flat: float,
    found: I64,
    ahead: FloatArray,
) -> None:
    """For each drawn error the parts that are nearest, and how far ahead b's place is on b."""
    seen = np.empty_like(b)
    moved_a, moved_b = np.empty(3), np.empty(3)
    for k in range(steps.shape[0]):
        for i in range(3):
            moved_a[i] = pose_a[i] + steps[k, i]
            moved_b[i] = pose_b[i] + steps[k, 3 + i]
        gap_kernel.to_frame_of(moved_a, b, moved_b, seen)
        distance, nx, ny = gap_kernel.signed_distance(a, seen)
        height = _reach(a, nx, ny)
        least_a, least_b = height - flat, _reach(seen, -nx, -ny) - flat
        low_a, high_a = _span(a, nx, ny, least_a)
        # Seen along the turned normal, across is turned too.
        low_b, high_b = _span(seen, -nx, -ny, least_b)
        at = 0.5 * (max(low_a, -high_b) + min(high_a, -low_b))
        found[k, 0] = _part_at(a, codes_a, nx, ny, least_a, at)
        found[k, 1] = _part_at(seen, codes_b, -nx, -ny, least_b, -at)
        # The place on b, in b's own frame: only how far ahead it lies is asked for.
        px, py = (height + distance) * nx - at * ny, (height + distance) * ny + at * nx
        c, s = math.cos(moved_a[2]), math.sin(moved_a[2])
        bx, by = moved_a[0] + c * px - s * py, moved_a[1] + s * px + c * py
        dx, dy = bx - moved_b[0], by - moved_b[1]
        ahead[k] = dx * math.cos(moved_b[2]) + dy * math.sin(moved_b[2])
