"""Whether there is what a game on a table of one's own is played with: calibration, teams, plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.camera.calibration import read_calibration
from referee.core.errors import BadValue
from referee.loaders.teams_file import read_teams
from referee.night.start.plan_file import (
    CALIBRATION_ENDING,
    PLAN_ENDING,
    TEAMS_ENDING,
    read_plan,
)

NO_CALIBRATION = "Hang the camera above the board and run: referee calibrate"
NO_TEAMS = "Line both teams up and run: referee enroll"
NO_PLAN = "Put one together with `referee setup`, or name everything as options of `referee play`."


def check_files(folders: Sequence[Path]) -> tuple[Diagnosis, ...]:
    """A line each for the newest calibration, teams and plan in these folders."""
    return (
        _newest("calibration", folders, CALIBRATION_ENDING, _calibrated, NO_CALIBRATION),
        _newest("teams", folders, TEAMS_ENDING, _named, NO_TEAMS),
        _newest("plan", folders, PLAN_ENDING, _planned, NO_PLAN, PartHealth.CHANGE),
    )


def _newest(
    part: str,
    folders: Sequence[Path],
    ending: str,
    say: Callable[[Path], str],
    advice: str,
    without: PartHealth = PartHealth.MISSING,
) -> Diagnosis:
    """The newest file of a kind, and what is in it."""
    found = [path for folder in folders for path in _in(folder) if path.name.endswith(ending)]
    if not found:
        return Diagnosis(part, without, "none found", advice)
    path = max(found, key=lambda each: each.stat().st_mtime)
    try:
        return Diagnosis(part, PartHealth.FINE, f"{path.name}, {say(path)}")
    except (BadValue, OSError) as error:
        return Diagnosis(part, PartHealth.BROKEN, str(error), advice)


def _in(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_file()]
    except OSError:  # not there yet, or not for this person
        return []


def _calibrated(path: Path) -> str:
    calibration = read_calibration(path)
    board = "an unknown board" if calibration.field is None else calibration.field.title
    day = "" if calibration.day is None else f", of {calibration.day.isoformat()}"
    return f"{board}{day}"


def _named(path: Path) -> str:
    return " and ".join(sheet.name for sheet in read_teams(path).teams.values())


def _planned(path: Path) -> str:
    plan = read_plan(path)
    return "the simulated table" if plan.simulated else "a table of your own"
