"""A real table: the webcam above it, its calibration, the enrolled teams, a switch or none."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from referee.calibrate.calibration_files import PLATE_ENDING, calibration_picture, file_beside
from referee.camera.calibration import Calibration, read_calibration
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.devices.webcam import Webcam
from referee.camera.frame_source import CameraLost, FrameSource, NoFrame
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.loaders.teams_file import Rgb, TeamsFile, read_teams
from referee.loaders.teams_text import hex_of
from referee.night.eyes.namer import TeamAppearances
from referee.night.interface import NightInterface
from referee.night.safety.coach_switch import SWITCH_BY_HAND, CoachSwitch
from referee.night.start.equipment import Equipment, ProgressReporter, nothing_to_close
from referee.night.start.night_session import Report
from referee.night.start.picture_rate import (
    QUICK_FPS,
    PacedCamera,
    PictureRate,
    delivered_fps,
)
from referee.night.start.plan import CHOSEN_SWITCH, NO_SWITCH, NightFile
from referee.power.link import PowerLink
from referee.power.ports import check_port, identity_of
from referee.power.relay_choice import RelayChoice, read_choice, relay_choice_file
from referee.power.switch import PowerLost, PowerSwitch
from referee.system_clock import clock_ns
from referee.vision.enroll.enrolled_teams import colours_path, read_enrolled_teams
from referee.vision.enroll.kept_views import read_gallery
from referee.vision.frame.frame_check import same_print
from referee.vision.plate.kept_plate import read_plate, write_plate
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.roster.habits.kept_line_ups import read_line_ups, write_line_ups
from referee.vision.roster.habits.team_habits import team_habits

logger = logging.getLogger(__name__)

READY_S = 8.0
FIRST_PICTURE_S = 1.0
NO_CALIBRATION = (
    "no calibration was named. Make one with `referee calibrate` and name it with --calibration;"
    " without a board of your own: referee play --sim"
)
NO_TEAMS = "no teams were named. Make them with `referee enroll` and name them with --teams"
STAYS_ON = (
    "It does not open by itself: if this computer sleeps, dies or is stopped while the board runs,"
    " the board stays on. Keep the hand switch in reach. A board that opens by itself is described"
    " in hardware/README.md."
)
USUAL = {Team.HOME: (31, 78, 156), Team.AWAY: (179, 38, 30)}
CameraOpener = Callable[[str | None, CameraRequest], FrameSource]


class RealTable:
    """The real table, checked before anything is opened; see `Equipment`."""

    def __init__(self, night: NightFile, camera: CameraOpener = Webcam) -> None:
        if night.calibration is None:
            raise BadValue("--calibration", PlainWord("missing"), "a file", sentence=NO_CALIBRATION)
        if night.teams is None:
            raise BadValue("--teams", PlainWord("missing"), "a file", sentence=NO_TEAMS)
        self._night, self._camera = night, camera
        self._calibration = read_calibration(night.calibration, night.board)
        self._board = self._calibration.board
        self._reference = calibration_picture(night.calibration)
        self._plate_file = file_beside(night.calibration, PLATE_ENDING)
        eye = self._calibration.camera
        known = read_plate(self._plate_file, eye) if self._plate_file.is_file() else None
        self._plate = PlateKeeper(eye, known)
        self._teams, self._sheets = team_appearances_of(night.teams)
        self._choice = None if night.power == NO_SWITCH else relay_choice_of(night.power)

    @property
    def words(self) -> str:
        """What is about to be done."""
        if self._choice is None:
            return SWITCH_BY_HAND
        warning = "" if self._choice.kind.caps.fails_off else f" {STAYS_ON}"
        return f"The switch is {self._choice.model}.{warning}"

    @property
    def helped(self) -> bool:
        """People move the figures of a real table themselves."""
        return False

    @property
    def hands(self) -> None:
        """Nobody does it for a page."""
        return

    def open(self, say: ProgressReporter) -> Equipment:
        """Camera and switch, open."""
        opened = ExitStack()
        try:
            return self._open(opened, say)
        except BaseException:
            opened.close()
            raise

    def begun(self, _desk: NightInterface, _report: Report) -> Callable[[], None]:
        """Whoever sits at the table needs no word."""
        return nothing_to_close

    def _open(self, opened: ExitStack, say: ProgressReporter) -> Equipment:
        say("opening the camera", 0.1)
        opened.callback(self._keep_line_ups)
        opened.callback(self._keep_plate)
        camera, delivered = self._opened_camera(opened)
        check_size(camera, self._calibration)
        rate = None
        if delivered > 0.0 and isinstance(camera, PacedCamera):
            rate = PictureRate(camera, delivered)
        power: PowerSwitch = CoachSwitch()
        lacks: tuple[str, ...] = (SWITCH_BY_HAND,)
        if self._choice is not None:
            say("waiting for the power switch", 0.3)
            link = power = opened.enter_context(open_power_link(self._choice))
            lacks = link.lacks
        return Equipment(
            camera=camera,
            power=power,
            calibration=self._calibration,
            teams=self._teams,
            sheets=self._sheets,
            colours={team: hex_of(self._sheets.teams[team].jersey or USUAL[team]) for team in Team},
            simulated=False,
            reference=self._reference,
            plate=self._plate,
            lacks=lacks,
            rate=rate,
            close=opened.close,
        )

    def _opened_camera(self, opened: ExitStack) -> tuple[FrameSource, float]:
        """The camera, and what it gives a second, measured; 0 where the plan says how many.

        A mode of more pictures that shows another part of the scene is not the calibrated camera.
        """
        eye, model = self._night.eye, self._calibration.camera
        size = model.width_px, model.height_px
        if eye.fps is None:
            camera = self._camera(eye.name, eye.request(*size, QUICK_FPS))
            closing = opened.callback(camera.close)
            delivered = delivered_fps(camera, clock_ns) if camera.size == size else 0.0
            if delivered > 0.0 and self._as_calibrated(camera):
                return camera, delivered
            closing()
        camera = self._camera(eye.name, eye.request(*size))
        opened.callback(camera.close)
        return camera, 0.0 if eye.fps is not None else delivered_fps(camera, clock_ns)

    def _as_calibrated(self, camera: FrameSource) -> bool:
        """Whether its picture shows the print where the calibration's own does, or cannot tell."""
        if self._reference is None or self._calibration.field is None:
            return True
        try:
            image = camera.newest(FIRST_PICTURE_S).image
        except (NoFrame, CameraLost):
            return False
        seen = same_print(image, self._calibration.camera, self._board, self._reference)
        return seen is not False

    def _keep_plate(self) -> None:
        """What was seen of the empty board in this night is known at the next one."""
        plate = self._plate.plate_from(self._calibration.camera)
        if plate is None or not self._plate.learned:
            return
        try:
            write_plate(self._plate_file, plate)
        except OSError:
            logger.exception("The clean plate cannot be kept as %s.", self._plate_file)

    def _keep_line_ups(self) -> None:
        """What was learned of the teams' line-ups is there at the next game."""
        habits, path = self._teams.habits, self._night.teams
        if habits is None or path is None or not any(habit.learned for habit in habits):
            return
        try:
            write_line_ups(path, self._teams.roster, habits)
        except OSError:
            logger.exception("What was learned of line-ups cannot be kept beside %s.", path)


def team_appearances_of(path: Path) -> tuple[TeamAppearances, TeamsFile]:
    """Who plays, with what was learned of them if somebody enrolled them."""
    if colours_path(path).exists():
        known = read_enrolled_teams(path)
        habits = team_habits(known.roster, read_line_ups(path, known.roster))
        players = known.players
        gallery, note = read_gallery(path, known.roster)
        known_looks = TeamAppearances(
            known.roster,
            known.colours,
            players,
            habits=habits,
            gallery=gallery,
            notes=(note,) if note else (),
        )
        return known_looks, known.teams
    sheets = read_teams(path)
    jerseys = {team: sheets.teams[team].jersey for team in Team}
    habits = team_habits(sheets.roster, read_line_ups(path, sheets.roster))
    gallery, _ = read_gallery(path, sheets.roster)
    return (
        TeamAppearances(sheets.roster, darker=_darker(jerseys), habits=habits, gallery=gallery),
        sheets,
    )


def relay_choice_of(power: str) -> RelayChoice:
    """The board in the power lead: as it was chosen, perhaps on another port today."""
    if power != CHOSEN_SWITCH:
        _check_port(power)  # before the choice: what was typed is what is wrong then
    choice = read_choice(relay_choice_file())
    if power == CHOSEN_SWITCH:
        return choice
    return replace(choice, port=identity_of(power))


def _check_port(power: str) -> None:
    try:
        check_port(power)
    except BadValue as error:
        words = f"chosen, none, sim or chip (both with --sim), or {error.allowed}"
        raise BadValue("--power", power, words) from None


@contextmanager
def open_power_link(choice: RelayChoice) -> Iterator[PowerLink]:
    """The link to a board, ready; off in the end whatever happens."""
    with PowerLink(choice) as link:
        try:
            standing = link.wait_ready(READY_S)
        except PowerLost as error:
            allowed = "a board that is plugged in and answers, or --power none"
            raise BadValue("the power switch", PlainWord(str(error)), allowed) from None
        if standing.fault:
            # Somebody sits down to play: what is latched from another night may be cleared.
            link.clear()
        yield link


def check_size(camera: FrameSource, calibration: Calibration) -> None:
    """A camera that gives other pictures than it was calibrated with measures wrong."""
    wanted = calibration.camera.width_px, calibration.camera.height_px
    if camera.size != wanted:
        gives = PlainWord(f"{camera.size[0]} x {camera.size[1]} pictures")
        allowed = f"{wanted[0]} x {wanted[1]}, as it was calibrated: calibrate again"
        raise BadValue(f"the camera {camera.name}", gives, allowed)


def _darker(jerseys: dict[Team, Rgb | None]) -> Team:
    if None in jerseys.values():
        return Team.HOME
    return min(Team, key=lambda team: sum(jerseys[team] or ()))
