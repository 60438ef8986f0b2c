"""Calibration files: the camera over one board, as JSON that people and other programs can read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from referee.camera.model import CameraModel
from referee.core.field import FieldProfile
from referee.files.atomic import write_text

VERSION = 1
FORMAT = "referee.calibration"


@dataclass(frozen=True, slots=True)
class Calibration:
    """The camera, the height of base tops it was made for, the board, and how good it is.

    ``error_mm`` is the largest known error of a point on the board; ``day`` is None for a camera
    that is known rather than measured, such as the simulated one.
    """

    camera: CameraModel
    top_height_mm: float
    field: FieldProfile
    camera_id: str
    error_mm: float = 0.0
    day: date | None = None


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Write the file whole; the name should end in ``.calib.json``."""
    camera = calibration.camera
    values = {
        "format": FORMAT,
        "version": VERSION,
        "camera_id": calibration.camera_id,
        "date": calibration.day.isoformat() if calibration.day else None,
        "image_size_px": [camera.width_px, camera.height_px],
        "camera_matrix": camera.camera_matrix.tolist(),
        "distortion": list(camera.distortion),
        "rotation": [list(row) for row in camera.rotation],
        "translation_mm": list(camera.translation_mm),
        "top_height_mm": calibration.top_height_mm,
        "error_mm": calibration.error_mm,
        "field": asdict(calibration.field),
    }
    write_text(path, json.dumps(values, indent=2, allow_nan=False, ensure_ascii=False) + "\n")
