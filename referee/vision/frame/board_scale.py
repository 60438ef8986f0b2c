"""From pixels to the board: the scale of a picture, and where a detected base stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.vision.sighting import Detection


@dataclass(frozen=True, slots=True)
class DetectedBase:
    """A base as the detector alone sees it: good enough to start refining from."""

    pose: Pose
    length_mm: float
    width_mm: float


def board_scale_px_per_mm(camera: CameraModel) -> float:
    """Pixels per millimetre of the board in the middle of the picture."""
    middle = np.array([(camera.width_px - 1) / 2, (camera.height_px - 1) / 2])
    seen = camera.to_plane(middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), 0.0)
    cell_mm2 = abs(float(np.linalg.det(np.stack([seen[1] - seen[0], seen[2] - seen[0]]))))
    return 1.0 / math.sqrt(cell_mm2)


def detected_base_of(detection: Detection, camera: CameraModel, top_mm: float) -> DetectedBase:
    """Where a detected base stands whose top lies ``top_mm`` above the board.

    The rectangle that fits four corners best: its heading is the mean of what its sides say.
    """
    if detection.corners_px is None:
        raise BadValue("the detection", detection.thing.value, "a base, which has corners")
    front_left, front_right, back_right, back_left = camera.to_plane(
        np.array(detection.corners_px), top_mm
    )
    along = (front_left + front_right - back_left - back_right) / 2
    across = (front_left + back_left - front_right - back_right) / 2
    ahead = along + np.array([across[1], -across[0]])
    middle = (front_left + front_right + back_right + back_left) / 4
    heading = math.degrees(math.atan2(ahead[1], ahead[0]))
    return DetectedBase(
        Pose(float(middle[0]), float(middle[1]), heading),
        float(np.hypot(*along)),
        float(np.hypot(*across)),
    )
