"""What each figure of a line-up looks like, front first, as the mean of all its pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.camera.frame_source import Frame
from referee.core.arrays import F32
from referee.core.geometry.base_shape import BaseShape
from referee.core.probability import log_odds
from referee.core.roster import Team
from referee.vision.appearance.figure_gallery import facing_view
from referee.vision.enroll.line_up_figures import LineUpFigure
from referee.vision.frame.figure_views import ViewReader

SURE_FRONT = 0.95


def member_views(
    frames: Sequence[Frame],
    views: ViewReader,
    figures: Sequence[LineUpFigure],
    teams: Sequence[Team],
    shapes: Sequence[BaseShape],
) -> list[F32]:
    """A view of each figure; which end is the front is read from the picture and the line-up."""
    poses = [figure.pose for figure in figures]
    seen = np.mean([views(frame.image, poses, shapes) for frame in frames], axis=0)
    faces = _home_faces(figures, teams)
    out = []
    for figure, team, both in zip(figures, teams, seen, strict=True):
        front = log_odds(figure.front, 1.0 - SURE_FRONT)
        own = faces if team is Team.HOME else -faces
        out.append(facing_view(both, math.radians(figure.pose.heading_deg), front, own))
    return out


def _home_faces(figures: Sequence[LineUpFigure], teams: Sequence[Team]) -> float:
    """+1 where home stands on the left and looks right; 0 where teams stand among each other."""
    home = [f.pose.x_mm for f, team in zip(figures, teams, strict=True) if team is Team.HOME]
    away = [f.pose.x_mm for f, team in zip(figures, teams, strict=True) if team is Team.AWAY]
    if max(home) < min(away):
        return 1.0
    return -1.0 if max(away) < min(home) else 0.0
