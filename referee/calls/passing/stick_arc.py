"""Where the far end of the due stick may lie, before the marker is laid: an arc before a front."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.calls.passing.sticks import length_under_pressure_mm, p_pressed, sticks_for
from referee.calls.play_name import PassStick
from referee.calls.stops.stopped_board import StoppedBoard
from referee.core.field.areas import areas_of
from referee.core.geometry.base_shape import Point

# Degrees from one point of the arc to the next.
_STEP_DEG = 10.0
_EVEN = 0.5


@dataclass(frozen=True, slots=True)
class StickArc:
    """The stick that is due, how likely it is that one, and where its far end may lie.

    ``parts`` are lines of board points in mm, in bounds; a marker on one of them is a stick's
    length from the nearest point of the receiver's front. ``pressed``: the longer sticks are due.
    """

    receiver: str
    stick: PassStick
    share: float
    pressed: bool
    length_mm: float
    parts: tuple[tuple[Point, ...], ...]


def stick_arc(stop: StoppedBoard, passer: str, receiver: str) -> StickArc | None:
    """The arc of a pass; None: nothing is measured, or one of the two is not seen."""
    may_be, seen = sticks_for(stop, passer, receiver), stop.seen(receiver)
    if not may_be or seen is None or may_be[0].length_mm <= 0.0:
        return None
    due, pressed = may_be[0], p_pressed(stop, passer) >= _EVEN
    length_mm = length_under_pressure_mm(stop, due) if pressed else due.length_mm
    base, rules = stop.base(receiver), stop.context.rules.sticks
    forward_deg = min(rules.forward_deg.value, 180.0)
    around = list(_around(base.length_mm, base.width_mm, length_mm, forward_deg))
    points = [(float(x), float(y)) for x, y in seen.measured.pose.to_board(np.array(around))]
    bounds = areas_of(stop.context.field).in_bounds if rules.stays_in.value else None
    parts: list[list[Point]] = [[]]
    for point in points:
        if bounds is None or bounds.depth_mm(*point) >= 0.0:
            parts[-1].append(point)
        elif parts[-1]:
            parts.append([])
    lines = tuple(tuple(part) for part in parts if len(part) > 1)
    return StickArc(receiver, due.stick, due.share, pressed, length_mm, lines)


def _around(
    length_mm: float, width_mm: float, far_mm: float, forward_deg: float
) -> Iterator[Point]:
    """Points so far from the front edge of a base in its own frame, from its left to its right."""
    front_x, side = length_mm / 2.0, width_mm / 2.0
    steps = max(round(forward_deg / _STEP_DEG), 1)
    for corner, sign in ((side, 1.0), (-side, -1.0)):
        turns = [sign * forward_deg * k / steps for k in range(steps + 1)]
        for turn in turns if sign < 0.0 else reversed(turns):
            a = math.radians(turn)
            yield front_x + far_mm * math.cos(a), corner + far_mm * math.sin(a)
