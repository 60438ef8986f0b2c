"""A line-up enrolled from a camera's pictures, each checked before, and kept in its files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.camera.calibration import Calibration
from referee.camera.frame_source import Frame, Image
from referee.core.errors import BadValue
from referee.loaders.teams_file import TeamsFile
from referee.loaders.teams_text import write_teams
from referee.vision.enroll.enrolled_teams import write_colours
from referee.vision.enroll.enrolment import Enrolment, EnrolmentHints, enrol
from referee.vision.enroll.kept_views import write_views
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.frame.frame_check import FrameCheck, check_calibration
from referee.vision.frame.locator import Locator

HEADING = (
    "Teams as the camera saw them at enrolment. Edit numbers, ids, positions, notes and bases.",
    "Numbers were not read from the jerseys: they count from the near sideline to the far one.",
    "The colours that were learned lie beside this file and belong to the ids.",
)


def enrol_line_up(
    frames: Sequence[Frame],
    locator: Locator,
    calibration: Calibration,
    hints: EnrolmentHints,
    reference: Image | None,
    *,
    trust: bool = False,
    where: str = "",
) -> Enrolment:
    """The teams in these frames; raises `BadValue` for pictures that nothing can be read from.

    ``reference`` is the calibration's own picture. Teams learned through the calibration of another
    board would be wrong for every game, so that is looked at first, unless it is to be trusted.
    ``where`` the pictures came from, for complaints.
    """
    check = FrameCheck(calibration.camera, board_scale_px_per_mm(calibration.camera))
    for frame in frames:
        check.check(frame)
    if not trust:
        image = frames[0].image
        board, error_mm = calibration.field, calibration.error_mm
        found = locator.find(image)
        try:
            check_calibration(image, calibration.camera, board, found, error_mm, reference)
        except BadValue as error:
            raise error.at(where) from None
    return enrol(frames, locator, hints)


def write_enrolment(path: Path, enrolment: Enrolment, teams: TeamsFile | None = None) -> None:
    """Write the team file and what was learned beside it; ``teams``: as somebody edited them."""
    write_teams(path, teams or enrolment.teams, HEADING)
    write_colours(path, enrolment.colours, enrolment.counts)
    write_views(path, enrolment.views)
