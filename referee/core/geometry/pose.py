"""Where a base stands and which way its front points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray


class Placed(Protocol):
    """Whatever has a place on the board: a pose, a marker, a sighting."""

    @property
    def x_mm(self) -> float:
        """Along the field."""

    @property
    def y_mm(self) -> float:
        """Across it."""


def apart_mm(a: Placed, b: Placed) -> float:
    """How far two places are from each other, from middle to middle.

    >>> apart_mm(Pose(0.0, 0.0, 0.0), Pose(30.0, 40.0, 90.0))
    50.0
    """
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre in board mm and heading in degrees (0 along +x, 90 along +y, front that way).

    >>> Pose(10.0, 20.0, 450.0).heading_deg
    90.0
    """

    x_mm: float
    y_mm: float
    heading_deg: float

    def __post_init__(self) -> None:
        for key in ("x_mm", "y_mm", "heading_deg"):
            value = getattr(self, key)
            if not math.isfinite(value):
                raise BadValue(key, value, "a finite number")
        # Twice, because -1e-20 % 360.0 is 360.0.
        object.__setattr__(self, "heading_deg", self.heading_deg % 360.0 % 360.0)

    def to_board(self, points_mm: FloatArray) -> FloatArray:
        """Points of the base frame, (n, 2), as board millimetres."""
        a = math.radians(self.heading_deg)
        turn = np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
        return np.asarray(points_mm @ turn + (self.x_mm, self.y_mm))

    def to_base(self, points_mm: FloatArray) -> FloatArray:
        """Board millimetres, (n, 2), as points of the base frame."""
        a = math.radians(self.heading_deg)
        turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
        return np.asarray((points_mm - (self.x_mm, self.y_mm)) @ turn)
