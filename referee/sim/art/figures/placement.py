"""Where a piece stands: from its base frame to the board, lifted by a hand or lying on its side."""

from __future__ import annotations

import math

import numpy as np

from referee.core.geometry.base_shape import BaseShape
from referee.sim.art.mesh import FloatArray, rotation_about, translation
from referee.sim.board_state import PieceState

FIGURE_HEIGHT_MM = 29.0
FIGURE_HALF_DEPTH_MM = 4.5


def piece_transform(state: PieceState, shape: BaseShape) -> FloatArray:
    """Base frame to board frame, (4, 4)."""
    turn = rotation_about((0.0, 0.0, 1.0), state.pose.heading_deg)
    if state.fallen:
        turn = _tipped(state.fall_toward_deg, state.pose.heading_deg, shape) @ turn
        turn = translation(0.0, 0.0, -_lowest_mm(turn, shape)) @ turn
    return np.asarray(translation(state.pose.x_mm, state.pose.y_mm, state.lift_mm) @ turn)


def _tipped(toward_deg: float, heading_deg: float, shape: BaseShape) -> FloatArray:
    """Over its edge until the figure's head touches the board; turns about the base's middle."""
    toward = math.radians(toward_deg)
    across = math.radians(toward_deg - heading_deg)
    reach = float((shape.skeleton @ (math.cos(across), math.sin(across))).max()) + shape.radius_mm
    drop = math.degrees(math.atan2(reach - FIGURE_HALF_DEPTH_MM, FIGURE_HEIGHT_MM))
    middle = shape.height_mm / 2
    tip = rotation_about((-math.sin(toward), math.cos(toward), 0.0), 90.0 + max(drop, 0.0))
    return np.asarray(tip @ translation(0.0, 0.0, -middle))


def _lowest_mm(turn: FloatArray, shape: BaseShape) -> float:
    outline = shape.outline_mm(0.05)
    low = [
        float((np.column_stack([outline, np.full(len(outline), z)]) @ turn[2, :3]).min())
        for z in (0.0, shape.height_mm)
    ]
    return min(low) + float(turn[2, 3])
