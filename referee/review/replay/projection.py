"""Where a point of the board is drawn: on the camera's picture, or on a plan without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.field.field_lines import field_lines
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape, FloatArray, Point
from referee.core.geometry.pose import Pose

_PLAN_PX_PER_MM = 2.0
_MARGIN_MM = 12.0
# Bent by a lens a line is drawn in so many pieces.
_PIECES = 24
# Arcs in chords that are off by so much look round.
_SAGITTA_MM = 0.1
PictureLine = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Projection:
    """What everything is drawn on, in pixels of the whole picture."""

    field: FieldProfile
    camera: CameraModel | None

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        if self.camera is not None:
            return self.camera.width_px, self.camera.height_px
        low, high = self._bounds_mm()
        width, height = (high - low) * _PLAN_PX_PER_MM
        return round(float(width)), round(float(height))

    def px(self, points_mm: FloatArray, z_mm: float = 0.0) -> PictureLine:
        """Points of the board, (n, 2), at a height."""
        if self.camera is not None:
            heights = np.full((len(points_mm), 1), z_mm)
            rows = self.camera.project(np.hstack([points_mm, heights]))
        else:
            low, high = self._bounds_mm()
            rows = (points_mm - (low[0], high[1])) * (_PLAN_PX_PER_MM, -_PLAN_PX_PER_MM)
        return [(round(float(x), 1), round(float(y), 1)) for x, y in rows]

    def points(self, points_mm: Sequence[Point], z_mm: float = 0.0) -> PictureLine:
        """The same for a few points."""
        return self.px(np.array(points_mm, dtype=float), z_mm)

    def outline(self, shape: BaseShape, pose: Pose) -> PictureLine:
        """The top of a base."""
        return self.px(pose.to_board(shape.outline_mm(_SAGITTA_MM)), shape.height_mm)

    def front(self, shape: BaseShape, pose: Pose) -> PictureLine:
        """The edges of a base's top that tackle: its front, with the bevels beside it."""
        return self.px(pose.to_board(_front_mm(shape)), shape.height_mm)

    def board_mm(self, x_px: float, y_px: float) -> tuple[float, float]:
        """The point of the board's surface that a pixel shows."""
        if self.camera is not None:
            x, y = self.camera.to_plane(np.array([x_px, y_px]), 0.0)
        else:
            low, high = self._bounds_mm()
            x, y = low[0] + x_px / _PLAN_PX_PER_MM, high[1] - y_px / _PLAN_PX_PER_MM
        return float(x), float(y)

    def lines(self) -> list[tuple[str, PictureLine]]:
        """The printed lines of the field, each with what it is."""
        field = self.field
        left, right = field.left_end_line_x_mm, field.right_end_line_x_mm
        drawn = []
        for line in field_lines(field):
            low, high = (left, right) if line.along_field else (0.0, field.width_mm)
            along = np.linspace(low, high, _PIECES + 1)
            place = np.full_like(along, line.place_mm)
            pair = (along, place) if line.along_field else (place, along)
            drawn.append((line.kind.value, self.px(np.column_stack(pair))))
        return drawn

    def _bounds_mm(self) -> tuple[FloatArray, FloatArray]:
        field = self.field
        low = np.array([field.left_end_line_x_mm, 0.0]) - _MARGIN_MM
        high = np.array([field.right_end_line_x_mm, field.width_mm]) + _MARGIN_MM
        return low, high


@lru_cache(maxsize=64)
def _front_mm(shape: BaseShape) -> FloatArray:
    """The ends of the front's edges on the outline, from right to left as the base looks."""
    points, radius = shape.skeleton, shape.radius_mm
    rows: list[tuple[float, Point]] = []
    for i, part in enumerate(shape.edge_parts):
        start, end = points[i], points[(i + 1) % len(points)]
        if part.is_front:
            along = (end - start) / np.hypot(*(end - start))
            out = np.array([along[1], -along[0]]) * radius
            rows += [(float(p[1]), (float(p[0]), float(p[1]))) for p in (start + out, end + out)]
    return np.array([point for _, point in sorted(rows)])
