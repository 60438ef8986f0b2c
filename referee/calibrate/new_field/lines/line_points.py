"""Points of printed lines seen from straight above: roughly, or through a solved camera."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.calibrate.lines.ridges import Ridges
from referee.calibrate.search.overhead_view import OverheadPoints
from referee.camera.camera_model import CameraModel

Float = npt.NDArray[np.float64]
SLANT = 0.08  # by which a line may lean and still be upright or level
STEP_PX = 2.0


@dataclass(frozen=True)
class LinePoints:
    """Places on lines that run across the field (upright) and along it (level), with weights.

    x grows to the right and y away from the near side, in any unit.
    """

    upright: Float
    upright_weight: Float
    level: Float
    level_weight: Float


def points_in_guess(flat: OverheadPoints) -> LinePoints:
    """As a guessed view shows them; pictures count downward, boards count away from the coach."""
    up = np.array([1.0, -1.0])
    return LinePoints(
        flat.upright * up, flat.upright_strength, flat.level * up, flat.level_strength
    )


def points_through_camera(ridges: Ridges, camera: CameraModel) -> LinePoints:
    """As a solved camera shows them, in millimetres of the board."""
    here = camera.to_plane(ridges.at_px, 0.0)
    there = camera.to_plane(ridges.at_px + STEP_PX * ridges.along, 0.0)
    run = there - here
    run /= np.maximum(np.hypot(*run.T), 1e-12)[:, None]
    up, level = (np.abs(run[:, axis]) < SLANT for axis in (0, 1))
    weight = np.sqrt(np.minimum(ridges.strength, 1.0))
    return LinePoints(here[up], weight[up], here[level], weight[level])
