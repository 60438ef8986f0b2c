"""Which clean plate a command looks beside: one that was named, or the one of the calibration."""

from __future__ import annotations

from pathlib import Path

from referee.calibrate.calibration_files import PLATE_ENDING, file_beside
from referee.camera.camera_model import CameraModel
from referee.vision.plate.clean_plate import CleanPlate
from referee.vision.plate.kept_plate import read_plate


def plate_of(named: Path | None, calibration: Path, camera: CameraModel) -> CleanPlate | None:
    """The plate in a named file, else that beside the calibration; None: there is none."""
    if named is not None:
        return read_plate(named, camera)
    beside = file_beside(calibration, PLATE_ENDING)
    return read_plate(beside, camera) if beside.is_file() else None
