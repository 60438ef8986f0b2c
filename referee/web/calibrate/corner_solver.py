"""What four clicked corners give: a calibration written, in words and drawn on the picture."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from referee.calibrate.calibration_files import write_calibration_files
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.solver import calibrate
from referee.camera.camera_model import CameraModel
from referee.camera.charuco.lens import Lens
from referee.camera.frame_source import Image
from referee.core.field.field_lines import field_lines
from referee.core.field.field_profile import FieldProfile
from referee.web.calibrate.clicks_page import ClicksOutcome, CornerPx
from referee.web.server.page_files import jpeg_of

YELLOW = (66, 228, 240)  # blue, green, red
SUBPIXEL_BITS = 4
PIECES = 24  # of a drawn line: lenses bend it


class CornerSolver:
    """Calibrates with clicked corners; what is good is written. ``then``: what comes next."""

    def __init__(
        self,
        pictures: Sequence[Image],
        profile: FieldProfile,
        lens: Lens | None,
        out: Path,
        then: str = "",
    ) -> None:
        self._pictures, self._profile, self._lens, self._out = pictures, profile, lens, out
        self._then = then or f"referee enroll --calibration {out}"

    def __call__(self, corners: Sequence[CornerPx]) -> ClicksOutcome:
        """What comes of these corners, for people."""
        today = datetime.now().astimezone().date()
        solved = calibrate(
            self._pictures, self._profile, lens=self._lens, corners_px=corners, day=today
        )
        if isinstance(solved, CalibrationRefused):
            return ClicksOutcome(False, solved.reason, (solved.advice,), jpeg_of(self._pictures[0]))
        write_calibration_files(solved, self._out)
        title, lines = outcome_words(solved)
        saved = f"Saved as {self._out}. Next: {self._then}"
        return ClicksOutcome(True, title, (saved, *lines), jpeg_of(picture_with_lines(solved)))


def outcome_words(solved: CalibrationSolved) -> tuple[str, tuple[str, ...]]:
    """A title and a few lines: grade, error in mm, lens, what would make it better."""
    proof = solved.certificate
    worst, median = proof.errors.worst_mm, proof.errors.median_mm
    title = f"{proof.grade.value.capitalize()}: {median:.2f} mm off, {worst:.2f} mm at worst"
    seen = sum(line.rms_px is not None for line in proof.lines)
    lines = (
        f"{seen} of {len(proof.lines)} lines were seen",
        f"the lens comes from the {proof.lens.source}",
        f"camera {proof.height_mm:.0f} mm up, {proof.tilt_deg:.1f} degrees off the vertical",
        *proof.advice,
    )
    return title, lines


def picture_with_lines(solved: CalibrationSolved) -> Image:
    """The picture with the field's lines where they were found."""
    image = solved.picture.copy()
    camera, board = solved.calibration.camera, solved.calibration.board
    for start, end in _ends(board):
        share = np.linspace(0.0, 1.0, PIECES)[:, None]
        flat = np.c_[start + share * (end - start), np.zeros(PIECES)]
        _draw(image, camera, flat)
    return image


def _ends(board: FieldProfile) -> list[tuple[np.ndarray, np.ndarray]]:
    left, right = board.left_end_line_x_mm, board.right_end_line_x_mm
    ends = []
    for line in field_lines(board):
        if line.along_field:
            ends.append((np.array([left, line.place_mm]), np.array([right, line.place_mm])))
        else:
            ends.append((np.array([line.place_mm, 0.0]), np.array([line.place_mm, board.width_mm])))
    return ends


def _draw(image: Image, camera: CameraModel, flat: np.ndarray) -> None:
    fixed = np.round(camera.project(flat) * 2**SUBPIXEL_BITS).astype(np.int32)
    cv2.polylines(image, [fixed], False, YELLOW, 1, cv2.LINE_AA, SUBPIXEL_BITS)
