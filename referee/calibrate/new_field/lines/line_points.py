"""Points of printed lines on the board, in mm, as a solved camera shows them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.calibrate.lines.ridges import Ridges
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64

SLANT = 0.08  # by which a line may lean and still be upright or level
STEP_PX = 2.0


@dataclass(frozen=True)
class LinePoints:
    """Places on lines that run across the field (upright) and along it (level), with weights.

    x grows to the right and y away from the near side, in mm.
    """

    upright: F64
    upright_weight: F64
    level: F64
    level_weight: F64


def points_through_camera(ridges: Ridges, camera: CameraModel) -> LinePoints:
    """The points of lines that run nearly along x or y of the board."""
    here = camera.to_plane(ridges.at_px, 0.0)
    there = camera.to_plane(ridges.at_px + STEP_PX * ridges.along, 0.0)
    run = there - here
    run /= np.maximum(np.hypot(*run.T), 1e-12)[:, None]
    up, level = (np.abs(run[:, axis]) < SLANT for axis in (0, 1))
    weight = np.sqrt(np.minimum(ridges.strength, 1.0))
    return LinePoints(here[up], weight[up], here[level], weight[level])
