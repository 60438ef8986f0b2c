"""A figure that fell: which way it lies, and the footprint others bump into."""

from __future__ import annotations

import math

from referee.core.base_shape import BaseShape, Point
from referee.sim.physics.outlines import Outline

FIGURE_HEIGHT_MM = 33.0
HELMET_WIDTH_MM = 12.0
ROUNDING_MM = 1.5


def fallen_outline(shape: BaseShape, quarter: int) -> Outline:
    """Footprint, in the frame of the standing base: the base on edge, the figure out to its helmet.

    ``quarter`` counts left turns from the front: 0 fell on its face, 1 to its left, 2 back.
    """
    half, across = shape.length_mm / 2, shape.width_mm
    if quarter % 2:
        half, across = shape.width_mm / 2, shape.length_mm
    r = ROUNDING_MM
    near, far = half - shape.height_mm + r, half + FIGURE_HEIGHT_MM - r
    wide, narrow = across / 2 - r, HELMET_WIDTH_MM / 2 - r
    body = [(near, -wide), (half + r, -wide), (far, -narrow), (far, narrow), (half + r, wide)]
    return Outline(tuple(_turned(p, quarter) for p in [*body, (near, wide)]), r)


def quarter_toward(heading_rad: float, toward_rad: float) -> int:
    """The side of a base that faces a board direction best: 0 front, 1 left, 2 back, 3 right."""
    return round((toward_rad - heading_rad) / (math.pi / 2)) % 4


def fall_direction_deg(heading_rad: float, quarter: int) -> float:
    """The board heading a fallen figure's head lies toward."""
    return math.degrees(heading_rad + quarter * math.pi / 2) % 360.0


def _turned(point: Point, quarter: int) -> Point:
    x, y = point
    for _ in range(quarter % 4):
        x, y = -y, x
    return x, y
