"""Where bases and lines of the board lie in the camera's picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.calls.frame import SeenBase
from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster

OUTLINE_SAGITTA_MM = 0.15
# A lens bends a sideline-to-sideline line by little: so many points follow it.
LINE_POINTS = 13


def drawn_bases(
    bases: Sequence[SeenBase], roster: Roster, camera: CameraModel
) -> list[tuple[list[float], ...]]:
    """Outline, front edge and middle of every base in pixels; a fallen one shows four corners."""
    rings, sizes = [], []
    for base in bases:
        shape = roster.player(base.player).base
        ring = base.measured.pose.to_board(
            np.vstack([shape.outline_mm(OUTLINE_SAGITTA_MM), shape.corners_mm[:2], [(0.0, 0.0)]])
        )
        rings.append(np.c_[ring, np.full(len(ring), shape.height_mm)])
        sizes.append(len(ring))
    if not rings:
        return []
    px = np.round(camera.project(np.vstack(rings)), 1)
    drawn = []
    for base, part in zip(bases, np.split(px, np.cumsum(sizes)[:-1]), strict=True):
        corners = np.round(np.array(base.corners_px), 1)
        upright = part[:-3], part[-3:-1], part[-1]
        shown = (corners, corners[:2], corners.mean(axis=0)) if base.lies else upright
        drawn.append(tuple(points.ravel().tolist() for points in shown))
    return drawn


def drawn_line(x_mm: float, field: FieldProfile, camera: CameraModel) -> list[float]:
    """A line from sideline to sideline, as it lies on the board."""
    y_mm = np.linspace(0.0, field.width_mm, LINE_POINTS)
    on_board = np.c_[np.full(LINE_POINTS, x_mm), y_mm, np.zeros(LINE_POINTS)]
    return [round(v, 1) for v in camera.project(on_board).ravel().tolist()]
