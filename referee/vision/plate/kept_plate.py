"""The clean plate beside its calibration: `NAME.plate.png`, its fourth channel holds the votes."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import write_bytes
from referee.vision.plate.clean_plate import MOST_VOTES, CleanPlate, empty_board

MAX_BYTES = 64_000_000
CHANNELS = 4
ALLOWED = "a picture of the empty board, or the NAME.plate.png beside a calibration"


def write_plate(path: Path, plate: CleanPlate) -> None:
    """Write the plate whole."""
    picture = np.dstack([plate.picture, plate.votes])
    write_bytes(path, cv2.imencode(".png", picture)[1].tobytes())


def read_plate(path: Path, camera: CameraModel) -> CleanPlate:
    """The plate in a file, or the one that a plain picture of the empty board is."""
    what = "the clean plate"
    if not path.is_file():
        raise BadValue(what, PlainWord("missing"), ALLOWED, str(path))
    if path.stat().st_size > MAX_BYTES:
        raise BadValue(what, PlainWord("too large"), f"{MAX_BYTES} bytes at most", str(path))
    data = np.frombuffer(path.read_bytes(), np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if len(data) else None
    if image is None or image.dtype != np.uint8 or image.ndim != 3:
        raise BadValue(what, PlainWord("not readable"), ALLOWED, str(path))
    height, width = image.shape[:2]
    if (width, height) != (camera.width_px, camera.height_px):
        size = PlainWord(f"{width} x {height}")
        allowed = f"{camera.width_px} x {camera.height_px}, as the camera was calibrated"
        raise BadValue(what, size, allowed, str(path))
    if image.shape[2] != CHANNELS:
        return empty_board(np.asarray(image, np.uint8))
    votes = np.minimum(image[..., 3], MOST_VOTES)
    return CleanPlate(np.ascontiguousarray(image[..., :3]), np.ascontiguousarray(votes))
