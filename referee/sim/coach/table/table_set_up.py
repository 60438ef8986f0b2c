"""A simulated table set up as people set up theirs: calibrated and enrolled from its own pictures.

The same code as behind `referee calibrate` and `referee enroll` writes the same files, and these
are read as those of a real table are. Nothing else of the simulated board reaches the referee. A
set-up is kept for the next night on the same board.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp

from referee.calibrate.calibration_files import (
    PLATE_ENDING,
    calibration_picture,
    file_beside,
    write_calibration_files,
)
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.solver import calibrate
from referee.camera.calibration import Calibration, read_calibration
from referee.camera.frame_source import Image
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.loaders.bases import base_names, find_base
from referee.loaders.cache_folder import forget_old_states, kept_folder
from referee.loaders.fields import load_field
from referee.loaders.teams_file import TeamsFile
from referee.loaders.teams_text import hex_of, write_teams
from referee.night.eyes.namer import TeamAppearances
from referee.night.start.real_table import USUAL, team_appearances_of
from referee.sim.coach.table.set_up_board import SetUpBoard
from referee.sim.live.setup import SimSetup
from referee.vision.enroll.enrolled_teams import write_colours
from referee.vision.enroll.enrolment import Enrolment, EnrolmentHints, enrol
from referee.vision.enroll.kept_views import write_views
from referee.vision.frame.locator_setup import open_locator
from referee.vision.network.default_models import DETECTOR, FIGURES, READER
from referee.vision.network.model_card import CARD, find_model
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.kept_plate import read_plate, write_plate
from referee.vision.plate.plate_keeper import PlateKeeper

KIND = "simulated-tables"
CALIBRATION = "table.calib.json"
TEAMS = "table.teams.toml"
CAMERA = "simulated camera"
# Pictures of the empty board, and of the line-up.
EMPTY = 5
LINED_UP = 5
HEADING = ("The teams of a simulated table, enrolled from its pictures.",)
# Shares of the work that are done when each part begins: painting, calibrating, enrolling.
PAINTED = 0.3
CALIBRATED = 0.75

SayProgress = Callable[[str, float], None]


def say_nothing(_what: str, _share: float) -> None:
    """For callers that show no progress."""


@dataclass(frozen=True)
class TableSetUp:
    """What a night knows of a simulated table before its first frame.

    ``reference`` is the picture that the camera was calibrated with, ``plate`` the empty board.
    """

    calibration: Calibration
    reference: Image | None
    teams: TeamAppearances
    sheets: TeamsFile
    plate: PlateKeeper | None = None

    @property
    def colours(self) -> dict[Team, str]:
        """Both teams' colours as a page writes them."""
        return {team: hex_of(self.sheets.teams[team].jersey or USUAL[team]) for team in Team}


def set_up_table(setup: SimSetup, say: SayProgress = say_nothing) -> TableSetUp:
    """The set-up of this board: the kept one, or a new one that is kept."""
    folder = kept_folder(KIND, _key(setup))
    if not folder.is_dir():
        _keep(setup, folder, say)
    return _read(folder, setup)


def equip_from_pictures(setup: SimSetup, folder: Path, say: SayProgress = say_nothing) -> None:
    """Calibrate and enrol a simulated table from its pictures; writes the files of both."""
    say("the table is being set up: painting its board", 0.0)
    board = SetUpBoard(setup)
    solved = _calibrated(board, say)
    write_calibration_files(solved, folder / CALIBRATION)
    write_plate(file_beside(folder / CALIBRATION, PLATE_ENDING), empty_board(solved.picture))
    say("the table is being set up: enrolling both teams", CALIBRATED)
    enrolment = _enrolled(board, solved.calibration)
    sheets = {
        team: replace(sheet, jersey=board.jerseys[team])
        for team, sheet in enrolment.teams.teams.items()
    }
    write_teams(folder / TEAMS, TeamsFile(sheets), (*HEADING, *enrolment.doubts))
    write_colours(folder / TEAMS, enrolment.colours, enrolment.counts)
    write_views(folder / TEAMS, enrolment.views)


def _calibrated(board: SetUpBoard, say: SayProgress) -> CalibrationSolved:
    """The camera above the empty board."""
    found = calibrate(
        [frame.image for frame in board.pictures(EMPTY)],
        board.field,
        camera_id=CAMERA,
        tell=lambda what, share: say(
            f"the table is being calibrated: {what}", PAINTED + (CALIBRATED - PAINTED) * share
        ),
    )
    if isinstance(found, CalibrationRefused):
        raise BadValue("the simulated table", PlainWord(found.reason), found.advice)
    return found


def _enrolled(board: SetUpBoard, calibration: Calibration) -> Enrolment:
    """Both teams, as they were seen in a line-up and as the coach says who is who."""
    board.line_up()
    frames = board.pictures(LINED_UP)
    hints = EnrolmentHints(board.names, named=board.named())
    return enrol(frames, open_locator(calibration, DETECTOR), hints)


def _keep(setup: SimSetup, folder: Path, say: SayProgress) -> None:
    """Made beside its place: another night may make the same one."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(mkdtemp(prefix="making-", dir=folder.parent))
    try:
        equip_from_pictures(setup, made, say)
        if not folder.is_dir():
            made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
    forget_old_states(KIND)


def _read(folder: Path, setup: SimSetup) -> TableSetUp:
    calibration = read_calibration(folder / CALIBRATION)
    reference = calibration_picture(folder / CALIBRATION)
    size = setup.width_px, setup.height_px
    camera, plate = calibration.camera, None
    if (camera.width_px, camera.height_px) != size:
        calibration, reference = replace(calibration, camera=camera.scaled(*size)), None
    else:
        plate = read_plate(file_beside(folder / CALIBRATION, PLATE_ENDING), camera)
    teams, sheets = team_appearances_of(folder / TEAMS)
    return TableSetUp(calibration, reference, teams, sheets, PlateKeeper(calibration.camera, plate))


def _key(setup: SimSetup) -> str:
    """Everything that the pictures of a set-up depend on, besides the program itself."""
    look = setup.seed, setup.quality, setup.jpeg, setup.tilt_deg, setup.tilt_toward_deg, setup.light
    players = setup.substitutes
    size = setup.width_px, setup.height_px
    bases = [find_base(name) for name in base_names()]
    cards = [
        (find_model(name) / CARD).read_text("utf-8") for name in (DETECTOR, READER, FIGURES) if name
    ]
    return repr((load_field(setup.field), bases, look, size, cards, players))
