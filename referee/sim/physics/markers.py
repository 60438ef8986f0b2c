"""The small things on a field as outlines: which are touched, which are pushed."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.base_shape import BaseShape, rounded_rectangle
from referee.sim.scene import MarkerKind

MARKER_SHAPES: Mapping[MarkerKind, BaseShape] = {
    MarkerKind.BALL_MAGNET: rounded_rectangle("ball magnet", 14.0, 9.0, 4.4, 2.0),
    MarkerKind.FELT_BALL: rounded_rectangle("felt ball", 12.0, 7.0, 3.4, 3.0),
    MarkerKind.RED_MAGNET: rounded_rectangle("red magnet", 8.0, 8.0, 3.9, 2.0),
    MarkerKind.YELLOW_MAGNET: rounded_rectangle("yellow magnet", 8.0, 8.0, 3.9, 2.0),
    MarkerKind.GREEN_MAGNET: rounded_rectangle("green magnet", 8.0, 8.0, 3.9, 2.0),
    MarkerKind.ORANGE_PYLON: rounded_rectangle("orange pylon", 5.0, 5.0, 0.5, 12.0),
}
FELT_SLOTS = 2
MARKER_SLOTS = 16
