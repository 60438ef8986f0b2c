"""The small things on a field as outlines: which are touched, which are pushed."""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.core.geometry.base_shape import BasePart, BaseShape, rounded_rectangle
from referee.sim.board_state import MarkerKind

ROUNDING_MM = 0.25
OVAL_CORNERS = 16


def _oval(name: str, length_mm: float, width_mm: float, height_mm: float) -> BaseShape:
    """An oval, long along x. No rule asks which part of a marker was touched."""
    a, b = length_mm / 2 - ROUNDING_MM, width_mm / 2 - ROUNDING_MM
    angles = [2.0 * math.pi * k / OVAL_CORNERS for k in range(OVAL_CORNERS)]
    points = tuple((a * math.cos(angle), b * math.sin(angle)) for angle in angles)
    parts = (BasePart.FRONT,) * OVAL_CORNERS
    return BaseShape(name, points, ROUNDING_MM, parts, parts, height_mm)


def _pin(name: str) -> BaseShape:
    """The round foot of a push-pin magnet."""
    return _oval(name, 7.4, 7.4, 8.3)


MARKER_SHAPES: Mapping[MarkerKind, BaseShape] = {
    MarkerKind.BALL_MAGNET: _oval("ball magnet", 10.8, 6.2, 3.4),
    MarkerKind.FELT_BALL: _oval("felt ball", 9.4, 5.9, 1.7),
    MarkerKind.RED_MAGNET: _pin("red magnet"),
    MarkerKind.YELLOW_MAGNET: _pin("yellow magnet"),
    MarkerKind.GREEN_MAGNET: _pin("green magnet"),
    MarkerKind.ORANGE_PYLON: rounded_rectangle("orange pylon", 6.4, 6.4, 0.8, 12.0),
}
FELT_SLOTS = 2
MARKER_SLOTS = 16
