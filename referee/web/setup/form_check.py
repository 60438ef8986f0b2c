"""A filled-in form checked by the functions of the command: one sentence for every wrong field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from referee.camera.calibration import Calibration, read_calibration
from referee.camera.devices.camera_device import choose_device
from referee.camera.devices.camera_settings import CameraRequest
from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.loaders.teams_file import TeamsFile
from referee.night.start.plan import (
    NO_SWITCH,
    SIMULATED_CAMERA,
    CameraChoice,
    NightFile,
    check_size_is_free,
    check_switch,
)
from referee.night.start.plan_file import plan_of
from referee.night.start.real_table import team_appearances_of
from referee.power.relay_choice import RelayChoice
from referee.rulebooks.rulebook import Rulebook
from referee.web.setup.setup_form import KEYS, PLAN, SetupForm, values_of
from referee.web.setup.setup_reach import SetupReach

T = TypeVar("T")
USUAL_SIZE = (CameraRequest().width_px, CameraRequest().height_px)
NO_CALIBRATION = "No calibration yet. Make one, step by step above, or run: referee calibrate"
NO_TEAMS = "No teams yet. Enrol them, step by step above, or run: referee enroll"
EYE = ("camera", "size", "fps", "exposure_ms", "focus")
# What the simulated table has of its own.
BROUGHT = ("calibration", "teams", "exposure_ms", "focus")


@dataclass(frozen=True)
class FormCheck:
    """``wrong`` fields keep a plan from being saved; ``needs`` keep it from being played today.

    ``plan`` is there if nothing is wrong, ``parts`` has camera and files as far as they are right;
    the rest is what the files hold.
    """

    wrong: Mapping[str, str]
    needs: Mapping[str, str]
    plan: NightFile | None
    parts: NightFile
    calibration: Calibration | None
    teams: TeamsFile | None
    rulebook: Rulebook | None
    choice: RelayChoice | None


class _FieldComplaints:
    """Runs checks, each for a field, and keeps what they complain about."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}

    def of(self, field: str, check: Callable[[], T]) -> T | None:
        """What the check returns; None if it complains, the first time in its words."""
        try:
            return check()
        except BadValue as error:
            said = _of_the_page(error) if error.where == PLAN else str(error)
        except OSError as error:
            said = str(
                BadValue(field, PlainWord(f"not readable ({error.strerror})"), "a file of yours")
            )
        self.said.setdefault(field, said)
        return None


# What the page calls the keys of a plan.
_LABELS: Mapping[str, str] = {
    "camera.fps": "pictures a second",
    "camera.name": "the camera",
    "camera.size": "the picture's size",
    "camera.exposure_ms": "the exposure in ms",
    "camera.focus": "the focus",
    "power.switch": "the switch",
    "record.games": "the folder",
    "record.video_gb": "the most video, in GB",
}


def _of_the_page(error: BadValue) -> str:
    """A complaint about a plan with the words of the page."""
    key = _LABELS.get(error.key, error.key)
    return str(BadValue(key, error.value, error.allowed, sentence=error.sentence))


def check_form(form: SetupForm, around: SetupReach) -> FormCheck:
    """Every field by itself, then what they mean together."""
    wrong, needs = _FieldComplaints(), _FieldComplaints()
    form = _of_its_table(form)
    alone: dict[str, NightFile] = {}
    for name in KEYS:
        table = SettingsTable(values_of(form, name), PLAN)
        alone[name] = wrong.of(name, partial(plan_of, table, around.games)) or NightFile()
    simulated = alone["camera"].simulated
    power, eye = alone["power"].power, alone["size"].eye
    wrong.of("power", lambda: check_switch(power, simulated=simulated))
    wrong.of("size", lambda: check_size_is_free(eye, simulated=simulated))
    wrong.of("games", lambda: _check_folder(alone["games"].games))
    board = alone["field"].board
    if board is not None:
        wrong.of("field", lambda: load_field(board))
    rulebook = wrong.of("rules", lambda: load_rulebook(alone["rules"].rules))
    calibration, teams, choice = None, None, None
    if not simulated:
        wrong_board = board is not None and "field" in wrong.said
        calibration = _calibration(
            alone["calibration"], None if wrong_board else board, wrong, needs
        )
        teams = _teams(alone["teams"], wrong, needs)
        wanted = alone["camera"].eye.name
        if around.desk is None:
            needs.of("camera", lambda: choose_device(around.cameras(), wanted))
    if power != NO_SWITCH and "power" not in wrong.said and not simulated:
        choice = needs.of("power", lambda: around.choice(power))
    whole = partial(plan_of, SettingsTable(values_of(form), PLAN), around.games)
    plan = None if wrong.said else wrong.of("plan", whole)
    missing = {field: words for field, words in needs.said.items() if field not in wrong.said}
    parts = NightFile(
        alone["calibration"].calibration, alone["teams"].teams, eye=_eye(form, around)
    )
    return FormCheck(wrong.said, missing, plan, parts, calibration, teams, rulebook, choice)


def _eye(form: SetupForm, around: SetupReach) -> CameraChoice:
    """The camera as asked for, if everything about it is right, else as it is usually asked."""
    table = SettingsTable(values_of(form, *EYE), PLAN)
    return (
        _FieldComplaints().of("camera", partial(plan_of, table, around.games)) or NightFile()
    ).eye


def camera_wish(checked: FormCheck) -> tuple[str | None, CameraRequest]:
    """The camera, and what to ask of it: its size is the calibration's, where there is one."""
    wrong = [checked.wrong[field] for field in EYE if field in checked.wrong]
    if wrong:
        raise BadValue("the camera", "wrong", "right", sentence=wrong[0])
    eye, calibrated = checked.parts.eye, checked.calibration
    size = eye.size_px or USUAL_SIZE
    if calibrated is not None:
        size = calibrated.camera.width_px, calibrated.camera.height_px
    return eye.name, eye.request(*size)


def _of_its_table(form: SetupForm) -> SetupForm:
    """Without what the simulated table brings along by itself."""
    simulated = form.camera.strip().casefold() == SIMULATED_CAMERA
    return form.model_copy(update=dict.fromkeys(BROUGHT, "")) if simulated else form


def _calibration(
    plan: NightFile, board: str | None, wrong: _FieldComplaints, needs: _FieldComplaints
) -> Calibration | None:
    path = plan.calibration
    if path is None:
        needs.said["calibration"] = (
            "No calibration yet. Make one step by step above, or run: referee calibrate"
        )
        return None
    found = wrong.of("calibration", lambda: read_calibration(path, board))
    if found is not None:
        needs.of("field", lambda: found.board)
    return found


def _teams(plan: NightFile, wrong: _FieldComplaints, needs: _FieldComplaints) -> TeamsFile | None:
    path = plan.teams
    if path is None:
        needs.said["teams"] = NO_TEAMS
        return None
    found = wrong.of("teams", lambda: team_appearances_of(path))
    return None if found is None else found[1]


def _check_folder(games: Path | None) -> None:
    if games is not None and games.exists() and not games.is_dir():
        raise BadValue(
            "record.games", PlainWord(f"{games}, a file"), "a folder, made if it is not there"
        )
