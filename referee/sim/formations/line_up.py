"""From a formation to poses on a board: yards become mm, and bases make room for each other.

Bases are much longer and wider than men, so what is legal in yards may overlap in plastic: side by
side on the line they spread outward, behind one another the deeper one steps back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.crossing import support_mm
from referee.core.geometry.gap import pair_gaps_mm
from referee.core.geometry.pose import Pose
from referee.sim.formations.formation import Formation

BETWEEN_MM = 1.5
EDGE_MM = 2.0
ROUNDS = 400
# Fronts nearer in depth than this share of a base's length stand side by side.
BESIDE = 0.5


def line_up(
    formation: Formation,
    shapes: Sequence[BaseShape],
    field: FieldProfile,
    spot_x_mm: float,
    ball_y_mm: float,
    direction: int,
) -> list[Pose]:
    """Poses of the eleven spots, for a team that looks toward larger (1) or smaller (-1) x.

    ``shapes`` are the bases of the figures in the order of the formation's spots.
    """
    if direction not in {1, -1}:
        raise BadValue("direction", direction, "1 or -1")
    if len(shapes) != len(formation.spots):
        raise BadValue("shapes", len(shapes), f"{len(formation.spots)} bases, one for each spot")
    # In the team's own view: x ahead from the line, y to the left from the near side it sees.
    rows = np.zeros((len(shapes), 3))
    for i, (spot, shape) in enumerate(zip(formation.spots, shapes, strict=True)):
        heading = math.radians(spot.facing_deg)
        ahead = support_mm(shape, Pose(0.0, 0.0, spot.facing_deg), (1.0, 0.0))
        depth_mm = spot.depth_yd * field.length_mm_per_yd
        rows[i] = -depth_mm - ahead, spot.across_yd * field.width_mm_per_yd, heading
    low, high = -ball_y_mm, field.width_mm - ball_y_mm
    if direction == -1:
        low, high = -high, -low
    for back in _behind_mm(field, spot_x_mm, direction):
        placed = rows.copy()
        if _make_room(placed, shapes, (-back, low, high)):
            break
    else:
        allowed = "one with room for these bases at this spot"
        raise BadValue("formation", PlainWord(formation.name), allowed)
    return [
        Pose(
            spot_x_mm + direction * x,
            ball_y_mm + direction * y,
            math.degrees(heading) + (0.0 if direction == 1 else 180.0),
        )
        for x, y, heading in ((float(a), float(b), float(c)) for a, b, c in placed)
    ]


def _behind_mm(field: FieldProfile, spot_x_mm: float, direction: int) -> tuple[float, float]:
    """Room behind the line: to the end line and, if that is too little, to the rim."""
    if direction == 1:
        return spot_x_mm - field.left_end_line_x_mm, spot_x_mm - field.metal_left_x_mm
    return field.right_end_line_x_mm - spot_x_mm, field.metal_right_x_mm - spot_x_mm


def _make_room(
    rows: FloatArray, shapes: Sequence[BaseShape], bounds: tuple[float, float, float]
) -> bool:
    """Move the places until nobody stands too close; False when there is no room for that."""
    _keep_inside(rows, shapes, bounds)
    for _ in range(ROUNDS):
        moved = False
        for i in range(len(rows)):
            for j in range(i + 1, len(rows)):
                apart = math.hypot(rows[j, 0] - rows[i, 0], rows[j, 1] - rows[i, 1])
                if apart > shapes[i].reach_mm + shapes[j].reach_mm + BETWEEN_MM:
                    continue
                gap = pair_gaps_mm(shapes[i], rows[i : i + 1], shapes[j], rows[j : j + 1])[0]
                if gap < BETWEEN_MM - 1e-3:
                    _part(rows, shapes, i, j, BETWEEN_MM - gap, bounds[0])
                    moved = True
        _keep_inside(rows, shapes, bounds)
        if not moved:
            return True
    return False


def _part(
    rows: FloatArray,
    shapes: Sequence[BaseShape],
    i: int,
    j: int,
    missing_mm: float,
    back_mm: float,
) -> None:
    """Give two figures that stand too close a little more room."""
    apart = rows[i, 0] - rows[j, 0]
    across = rows[j, 1] - rows[i, 1]
    deeper = i if apart < 0.0 else j
    behind = abs(apart) > BESIDE * (shapes[i].length_mm + shapes[j].length_mm) / 2
    may_step_back = rows[deeper, 0] > back_mm + _half_room_mm(shapes[deeper]) + 1e-6
    if may_step_back and (behind or across == 0.0):
        rows[deeper, 0] -= missing_mm
        return
    # Nearer to the ball yields less, so that a line spreads from the ball outward.
    weight_i, weight_j = abs(rows[i, 1]) + 1.0, abs(rows[j, 1]) + 1.0
    share = weight_i / (weight_i + weight_j)
    rows[i, 1] -= math.copysign(share * missing_mm, across)
    rows[j, 1] += math.copysign((1.0 - share) * missing_mm, across)


def _half_room_mm(shape: BaseShape) -> float:
    return shape.length_mm / 2 + EDGE_MM


def _keep_inside(
    rows: FloatArray, shapes: Sequence[BaseShape], bounds: tuple[float, float, float]
) -> None:
    back, low, high = bounds
    for row, shape in zip(rows, shapes, strict=True):
        reach = shape.width_mm / 2 + EDGE_MM
        row[0] = max(row[0], back + _half_room_mm(shape))
        row[1] = min(max(row[1], low + reach), high - reach)
