"""A figure that fell: which way it lies, and the footprint others bump into."""

from __future__ import annotations

import math

from referee.core.geometry.base_shape import BasePart, BaseShape, Point
from referee.sim.physics.outlines import BodyOutline

FIGURE_HEIGHT_MM = 30.0
HELMET_WIDTH_MM = 12.0
ROUNDING_MM = 1.0
# The base on edge: a little thicker than it is, so that it is a shape of its own.
STRIP_MM = 5.0
# Of the base's width, what is within its outline wherever a front is cut or rounded.
LEANING_WIDTH = 0.6


def fallen_outline(shape: BaseShape, quarter: int, *, lying: bool) -> BodyOutline:
    """Footprint in the frame of the base that stood; the base stands on edge at its middle.

    ``quarter`` counts left turns from the front: 0 fell on its face, 1 to its left, 2 on its back.
    ``lying`` reaches out to the helmet; otherwise the figure leans on those around it, and only
    its base is in anyone's way.
    """
    across = shape.length_mm if quarter % 2 else shape.width_mm
    r, near = ROUNDING_MM, -STRIP_MM / 2
    wide = across / 2 - r if lying else LEANING_WIDTH * across / 2 - r
    narrow = HELMET_WIDTH_MM / 2 - r if lying else wide
    far = FIGURE_HEIGHT_MM if lying else STRIP_MM / 2
    reach = (far - near) / 2 - r
    points = ((reach, -narrow), (reach, narrow), (-reach, wide), (-reach, -wide))
    lies = BaseShape(
        f"fallen {shape.name}",
        tuple(_turned(p, quarter) for p in points),
        r,
        (BasePart.FRONT,) * 4,
        (BasePart.FRONT,) * 4,
        shape.height_mm,
    )
    return BodyOutline(lies, _turned(((near + far) / 2, 0.0), quarter))


def quarters_by_nearness(heading_rad: float, toward_rad: float) -> tuple[int, ...]:
    """The four sides of a base, the one that faces a board direction best first."""
    turn = (toward_rad - heading_rad) / (math.pi / 2)
    return tuple(sorted(range(4), key=lambda q: abs((q - turn + 2.0) % 4.0 - 2.0)))


def fall_direction_deg(heading_rad: float, quarter: int) -> float:
    """The board heading a fallen figure's head lies toward."""
    return math.degrees(heading_rad + quarter * math.pi / 2) % 360.0


def _turned(point: Point, quarter: int) -> Point:
    x, y = point
    for _ in range(quarter % 4):
        x, y = -y, x
    return x, y
