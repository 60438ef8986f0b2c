"""Everything `referee calibrate clicks` does once its options are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
import typer

from referee.apps.sight.picture_files import read_picture
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.shown_page import ShownPage
from referee.calibrate.calibration_files import write_calibration_files
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.solver import calibrate
from referee.camera.camera_model import CameraModel
from referee.camera.charuco.lens import Lens, read_lens
from referee.camera.frame_source import Image
from referee.core.errors import BadValue
from referee.core.field.field_lines import field_lines
from referee.core.field.field_profile import FieldProfile
from referee.loaders.fields import load_field
from referee.web.calibrate.clicks_page import (
    ClicksOutcome,
    ClickTable,
    CornerPx,
    SolveCorners,
    clicks_app,
)
from referee.web.server.page_files import jpeg_of

WHY = "Show where the field is: its outer corners, as accurately as you can see them."
YELLOW = (66, 228, 240)  # blue, green, red
SUBPIXEL_BITS = 4
PIECES = 24  # of a drawn line: lenses bend it


@dataclass(frozen=True, slots=True)
class ClicksOptions:
    """The options of `referee calibrate clicks`."""

    pictures: tuple[Path, ...]
    field: str
    out: Path
    lens: Path | None
    page: PageOptions


def run_clicks(wanted: ClicksOptions) -> None:
    """Show, take clicks, calibrate and write, until the coach is content."""
    if not wanted.out.name.lower().endswith(".calib.json"):
        raise BadValue("--out", str(wanted.out), "a name that ends in .calib.json")
    profile = load_field(wanted.field)
    lens = None if wanted.lens is None else read_lens(wanted.lens)
    pictures = [read_picture(path) for path in wanted.pictures]
    solver = CornerSolver(pictures, profile, lens, wanted.out)
    outcome = take_clicks(pictures[0], solver, wanted.page)
    if outcome is None or not outcome.good:
        typer.echo("Nothing was calibrated and nothing written.", err=True)
        raise typer.Exit(1)


def take_clicks(picture: Image, solve: SolveCorners, options: PageOptions) -> ClicksOutcome | None:
    """Show a picture on the page until the coach is content; None when nobody clicked."""
    page = ShownPage.claim(options)
    height, width = picture.shape[:2]
    table = ClickTable(jpeg_of(picture), (width, height), WHY, solve)
    page.show(clicks_app(table, page.access), "Click the corners here")
    return table.outcome


class CornerSolver:
    """Calibrates with clicked corners; what is good is written."""

    def __init__(
        self, pictures: Sequence[Image], profile: FieldProfile, lens: Lens | None, out: Path
    ) -> None:
        self._pictures, self._profile, self._lens, self._out = pictures, profile, lens, out

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
        saved = f"Saved as {self._out}. Next: referee enroll --calibration {self._out}"
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
