"""Calibrating from the live picture: the function of `referee calibrate`, and its words."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from referee.calibrate.calibration_files import (
    PLATE_ENDING,
    file_beside,
    write_calibration_files,
)
from referee.calibrate.certificate.error_picture import draw_certificate
from referee.calibrate.outcome import CalibrationRefused
from referee.calibrate.solver import calibrate
from referee.core.field.field_profile import FieldProfile
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.kept_plate import write_plate
from referee.web.calibrate.clicks_page import ClickTable
from referee.web.calibrate.corner_solver import CornerSolver, outcome_words
from referee.web.server.page_files import jpeg_of
from referee.web.setup.steps.live_camera import LiveCamera
from referee.web.setup.steps.setup_jobs import JobOutcome, TellWork

PICTURES, EVERY = 12, 5  # as `referee calibrate --camera` takes them
THEN = "enrol both teams, on the set-up page"


class CalibrateStep:
    """Calibrates what the live camera sees; what was refused can be pointed at with four clicks."""

    def __init__(self, live: LiveCamera) -> None:
        self._live = live
        self.clicks: ClickTable | None = None

    def work(
        self, tell: TellWork, profile: FieldProfile, out: Path, camera: str, *, empty: bool
    ) -> JobOutcome:
        """Take pictures, calibrate, write. ``empty``: nothing is on the board."""
        tell("taking pictures", 0.0)
        pictures = [frame.image for frame in self._live.collect(PICTURES, EVERY)]
        solved = calibrate(
            pictures,
            profile,
            camera_id=camera,
            day=datetime.now().astimezone().date(),
            tell=tell,
        )
        if isinstance(solved, CalibrationRefused):
            solver = CornerSolver(pictures, profile, None, out, THEN)
            height, width = pictures[0].shape[:2]
            jpeg = jpeg_of(pictures[0])
            self.clicks = ClickTable(jpeg, (width, height), solved.reason, solver)
            return JobOutcome(False, solved.reason, (solved.advice,), values={"clicks": True})
        self.clicks = None
        write_calibration_files(solved, out)
        if empty:
            write_plate(file_beside(out, PLATE_ENDING), empty_board(solved.picture))
        title, lines = outcome_words(solved)
        drawn = jpeg_of(draw_certificate(solved))
        return JobOutcome(True, title, lines, drawn, {"path": str(out)})
