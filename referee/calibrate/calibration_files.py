"""Writes a calibration: its numbers, the certificate drawn, and the picture it was read from."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from referee.calibrate.certificate.error_picture import draw_certificate
from referee.calibrate.outcome import CalibrationSolved
from referee.camera.calibration import write_calibration
from referee.core.arrays import U8
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import write_bytes

ENDING = ".calib.json"
PLATE_ENDING = ".plate.png"  # of the clean plate, if there is one


def calibration_path(out: Path) -> Path:
    """``out`` itself; raises `BadValue` if it does not end in .calib.json, before any work."""
    if not out.name.endswith(ENDING) or out.name == ENDING:
        raise BadValue("out", str(out), f"a file that ends in {ENDING}")
    return out


def file_beside(out: Path, ending: str) -> Path:
    """The file of the same name with another ending."""
    return out.with_name(out.name.removesuffix(ENDING) + ending)


def write_calibration_files(solved: CalibrationSolved, out: Path) -> list[Path]:
    """NAME.calib.json, NAME.calib.png (the picture) and NAME.map.png (errors drawn over it)."""
    calibration_path(out)
    picture, drawn = file_beside(out, ".calib.png"), file_beside(out, ".map.png")
    # The plate of an earlier calibration is another camera's.
    file_beside(out, PLATE_ENDING).unlink(missing_ok=True)
    # The calibration is written last: where it exists, the other two exist.
    write_bytes(picture, _png(solved.picture))
    write_bytes(drawn, _png(draw_certificate(solved)))
    write_calibration(out, solved.calibration, solved.certificate.as_json())
    return [out, picture, drawn]


def calibration_picture(calibration: Path) -> U8 | None:
    """The picture that lies beside a calibration, if it does."""
    path = file_beside(calibration, ".calib.png")
    if not path.is_file():
        return None
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise BadValue("the calibration's picture", PlainWord("not readable"), "a PNG", str(path))
    return np.asarray(image, np.uint8)


def _png(image: U8) -> bytes:
    return cv2.imencode(".png", image)[1].tobytes()
