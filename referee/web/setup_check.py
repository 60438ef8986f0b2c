"""A filled-in form checked by the functions of the command: one sentence for every wrong field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from referee.camera.calib_file import Calibration, read_calibration
from referee.camera.devices.found import choose
from referee.core.checked import Table
from referee.core.errors import BadValue, Word
from referee.files.fields import load_field
from referee.files.rulebooks import load_rulebook
from referee.files.teams import TeamsFile
from referee.play.plan import NONE, SIMULATED_EYE, Eye, NightFile, check_size, check_switch
from referee.play.plan_file import plan_of
from referee.play.table import teams_of
from referee.power.choice import Choice
from referee.rulebooks.rulebook import Rulebook
from referee.web.setup_around import Around
from referee.web.setup_form import KEYS, PLAN, Form, values_of

T = TypeVar("T")
EYE = ("camera", "size", "fps", "exposure_ms", "focus")
# What the simulated table has of its own.
BROUGHT = ("calibration", "teams", "exposure_ms", "focus")


@dataclass(frozen=True)
class Checked:
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
    choice: Choice | None


class _Sentences:
    """Runs checks, each for a field, and keeps what they complain about."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}

    def of(self, field: str, check: Callable[[], T]) -> T | None:
        """What the check returns; None if it complains, the first time in its words."""
        try:
            return check()
        except BadValue as error:
            said = str(error.at("") if error.where == PLAN else error)
        except OSError as error:
            said = str(BadValue(field, Word(f"not readable ({error.strerror})"), "a file of yours"))
        self.said.setdefault(field, said)
        return None


def checked(form: Form, around: Around) -> Checked:
    """Every field by itself, then what they mean together."""
    wrong, needs = _Sentences(), _Sentences()
    form = _of_its_table(form)
    alone: dict[str, NightFile] = {}
    for name in KEYS:
        table = Table(values_of(form, name), PLAN)
        alone[name] = wrong.of(name, partial(plan_of, table, around.games)) or NightFile()
    simulated = alone["camera"].simulated
    power, eye = alone["power"].power, alone["size"].eye
    wrong.of("power", lambda: check_switch(power, simulated=simulated))
    wrong.of("size", lambda: check_size(eye, simulated=simulated))
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
            needs.of("camera", lambda: choose(around.cameras(), wanted))
    if power != NONE and "power" not in wrong.said and not simulated:
        choice = needs.of("power", lambda: around.choice(power))
    whole = partial(plan_of, Table(values_of(form), PLAN), around.games)
    plan = None if wrong.said else wrong.of("plan", whole)
    missing = {field: words for field, words in needs.said.items() if field not in wrong.said}
    parts = NightFile(
        alone["calibration"].calibration, alone["teams"].teams, eye=_eye(form, around)
    )
    return Checked(wrong.said, missing, plan, parts, calibration, teams, rulebook, choice)


def _eye(form: Form, around: Around) -> Eye:
    """The camera as asked for, if everything about it is right, else as it is usually asked."""
    table = Table(values_of(form, *EYE), PLAN)
    return (_Sentences().of("camera", partial(plan_of, table, around.games)) or NightFile()).eye


def _of_its_table(form: Form) -> Form:
    """Without what the simulated table brings along by itself."""
    simulated = form.camera.strip().casefold() == SIMULATED_EYE
    return form.model_copy(update=dict.fromkeys(BROUGHT, "")) if simulated else form


def _calibration(
    plan: NightFile, board: str | None, wrong: _Sentences, needs: _Sentences
) -> Calibration | None:
    path = plan.calibration
    if path is None:
        how = "where the camera hangs, as `referee calibrate` writes it"
        needs.said["calibration"] = str(BadValue("calibration", Word("missing"), how))
        return None
    found = wrong.of("calibration", lambda: read_calibration(path, board))
    if found is not None:
        needs.of("field", lambda: found.board)
    return found


def _teams(plan: NightFile, wrong: _Sentences, needs: _Sentences) -> TeamsFile | None:
    path = plan.teams
    if path is None:
        how = "who plays, as `referee enroll` writes it"
        needs.said["teams"] = str(BadValue("teams", Word("missing"), how))
        return None
    found = wrong.of("teams", lambda: teams_of(path))
    return None if found is None else found[1]


def _check_folder(games: Path | None) -> None:
    if games is not None and games.exists() and not games.is_dir():
        raise BadValue(
            "record.games", Word(f"{games}, a file"), "a folder, made if it is not there"
        )
