"""Families of outlines with numbers to be found: straight, bevelled or round in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from referee.core.arrays import F64
from referee.core.geometry.base_shape import (
    MAX_SIZE_MM,
    MIN_SIZE_MM,
    BaseShape,
    beveled_front,
    round_front,
    rounded_rectangle,
)
from referee.core.geometry.gap import edges_of
from referee.vision.refine.edges.outline_ring import ring_of
from referee.vision.refine.edges.strips import outside_mm

NAME = "measured"
NUDGE_MM = 0.02  # for slopes
LEAST_RADIUS_MM = 0.2  # of corners
LEAST_FRONT_MM = 0.3  # depth of a bevelled or round front


@dataclass(frozen=True, slots=True)
class OutlineForm:
    """A form with its numbers in mm: length, width, corner radius, and the front's if any."""

    form: str
    values: tuple[float, ...]
    height_mm: float

    @property
    def shape(self) -> BaseShape:
        """The base of these numbers."""
        return FORMS[self.form](self.values, self.height_mm)

    def moved(self, steps: F64) -> OutlineForm:
        """With other numbers, kept to what a base can have."""
        length, width, radius, *front = (
            v + float(d) for v, d in zip(self.values, steps, strict=True)
        )
        length, width = (min(max(v, MIN_SIZE_MM + 1.0), MAX_SIZE_MM) for v in (length, width))
        half = min(length, width) / 2
        radius = min(max(radius, LEAST_RADIUS_MM), 0.8 * half)
        room = 0.9 * (half - radius)
        kept = [min(max(v, LEAST_FRONT_MM), max(room, LEAST_FRONT_MM)) for v in front]
        return replace(self, values=(length, width, radius, *kept))

    def slopes(self) -> F64:
        """(points, numbers): how far the outline moves out along each normal per mm of a number."""
        ring = ring_of(self.shape)
        columns = []
        for i in range(len(self.values)):
            nudge = np.zeros(len(self.values))
            nudge[i] = NUDGE_MM
            more, less = (_outside(self.moved(s * nudge).shape, ring) for s in (1.0, -1.0))
            columns.append((less - more) / (2.0 * NUDGE_MM))
        return np.stack(columns, axis=1)


def _outside(shape: BaseShape, ring: F64) -> F64:
    edges = edges_of(shape)
    return np.array([outside_mm(edges, shape.radius_mm, float(p[0]), float(p[1])) for p in ring])


def _straight(v: tuple[float, ...], height_mm: float) -> BaseShape:
    return rounded_rectangle(NAME, v[0], v[1], v[2], height_mm)


def _bevelled(v: tuple[float, ...], height_mm: float) -> BaseShape:
    return beveled_front(NAME, v[0], v[1], v[2], v[3], height_mm)


def _round(v: tuple[float, ...], height_mm: float) -> BaseShape:
    return round_front(NAME, v[0], v[1], v[2], v[3], height_mm)


FORMS: Mapping[str, Callable[[tuple[float, ...], float], BaseShape]] = {
    "straight": _straight,
    "bevelled": _bevelled,
    "round": _round,
}
