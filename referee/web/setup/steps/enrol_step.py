"""Enrolling both teams from the live picture: the function of `referee enroll`, seen, then kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.calibrate.calibration_files import calibration_picture
from referee.camera.calibration import Calibration
from referee.core.errors import BadValue, PlainWord
from referee.vision.enroll.enrolment import Enrolment, EnrolmentHints
from referee.vision.enroll.enrolment_values import enrolment_values
from referee.vision.enroll.line_up_enrolment import enrol_line_up, write_enrolment
from referee.vision.frame.locator import Locator
from referee.web.server.page_app import JsonValues
from referee.web.server.page_files import jpeg_of
from referee.web.setup.selection_json import teams_json
from referee.web.setup.steps.live_camera import LiveCamera
from referee.web.setup.steps.setup_jobs import JobOutcome, TellWork
from referee.web.setup.team_edits import SidesEdit, edited_teams

FRAMES, EVERY = 5, 6  # a fifth of a second apart at 30 a second, as of a video

OpenLocator = Callable[[Calibration], Locator]


class EnrolStep:
    """Enrols the line-up in front of the live camera; it is kept only when somebody accepts it."""

    def __init__(self, live: LiveCamera, locator: OpenLocator) -> None:
        self._live, self._locator = live, locator
        self._seen: Enrolment | None = None

    def work(
        self, tell: TellWork, calibration: Calibration, path: Path, names: tuple[str, str]
    ) -> JobOutcome:
        """Look at the line-up; nothing is written."""
        self._seen = None
        tell("taking pictures", 0.0)
        frames = self._live.collect(FRAMES, EVERY)
        tell("loading the eyes", 0.2)
        locator = self._locator(calibration)
        tell("looking at the line-up", 0.5)
        reference = calibration_picture(path)
        seen = enrol_line_up(frames, locator, calibration, EnrolmentHints(names), reference)
        self._seen = seen
        outcome = enrolment_values(seen, calibration.camera)
        doubts = [f"{m.sheet.player.id}: {doubt}" for m in seen.members for doubt in m.doubts]
        values: JsonValues = {"line_up": outcome, "teams": teams_json(seen.teams, None)}
        title = f"{len(seen.members)} figures found. Is that right? Then keep them."
        lines = (*seen.doubts, *doubts)
        return JobOutcome(True, title, lines, jpeg_of(frames[0].image), values)

    def keep(self, target: Path, sides: SidesEdit) -> None:
        """Write what was seen last, with the names and numbers that somebody gave."""
        if self._seen is None:
            raise BadValue("the line-up", PlainWord("not enrolled yet"), "press Enrol first")
        teams = edited_teams(self._seen.teams, sides, target.parent)
        write_enrolment(target, self._seen, teams)
        self._seen = None
