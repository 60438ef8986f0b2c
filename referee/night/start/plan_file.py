"""Plan files: a night in a `*.night.toml` that the set-up page writes and people edit."""

from __future__ import annotations

import json
import re
from pathlib import Path

from referee.camera.devices.camera_settings import CameraRequest
from referee.core.errors import BadValue, PlainWord
from referee.core.field.direction import Direction
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.toml import read_toml
from referee.loaders.rulebooks import load_rulebook
from referee.loaders.shipped_data import names_a_file
from referee.night.start.plan import (
    CHIP_SWITCH,
    CHOSEN_SWITCH,
    NO_SWITCH,
    SIMULATED_SWITCH,
    USUAL_RULES,
    CameraChoice,
    NightFile,
    OpeningKick,
)

FORMAT = "referee.night"
VERSION = 1
PLAN_ENDING = ".night.toml"
CALIBRATION_ENDING = ".calib.json"
TEAMS_ENDING = ".teams.toml"
SWITCHES = (CHOSEN_SWITCH, NO_SWITCH, SIMULATED_SWITCH, CHIP_SWITCH)
SIZE = re.compile(r"(\d{3,4})x(\d{3,4})")
HEADING = "# A game night: `referee play` with this file's name begins it. docs/game-night.md"


def read_plan(path: Path) -> NightFile:
    """The plan in a file; files that it names lie beside it."""
    check_plan_name(path)
    table = read_toml(path)
    table.choice("format", [FORMAT])
    table.whole("version", VERSION, VERSION)
    return plan_of(table, path.parent)


def plan_of(table: SettingsTable, folder: Path) -> NightFile:
    """The plan in a table; files that it names lie in the folder, or are named in full."""
    calibration = _beside(table, folder, "calibration", CALIBRATION_ENDING)
    teams = _beside(table, folder, "teams", TEAMS_ENDING)
    rules = _rules(table, folder)
    board = table.text("field", 200) if "field" in table else None
    start = table.table("start", optional=True)
    record = table.table("record", optional=True)
    plan = NightFile(
        calibration=calibration,
        teams=teams,
        rules=rules,
        board=board,
        eye=_eye(table.table("camera", optional=True)),
        power=_power(table.table("power", optional=True)),
        kicks=start.choice("kicks", list(OpeningKick), OpeningKick.AWAY),
        home_plays=start.choice("home_plays", list(Direction), Direction.RIGHT),
        playoff=start.flag("playoff", False),
        games=folder / record.text("games", 400) if "games" in record else None,
        record=record.flag("keep", True),
        video_gb=record.number("video_gb", 0.1, 10_000.0) if "video_gb" in record else None,
    )
    for part in (start, record):
        part.done()
    table.done()
    return plan


def write_plan(path: Path, plan: NightFile) -> None:
    """Write the file whole; other files are named as seen from it where they lie below."""
    check_plan_name(path)
    write_text(path, plan_text(plan, path.parent))


def plan_text(plan: NightFile, folder: Path) -> str:
    """The file's text, in the order in which people think of things."""
    eye = plan.eye
    rows: dict[str, dict[str, object]] = {
        "": {
            "format": FORMAT,
            "version": VERSION,
            "calibration": plan.calibration and _named(plan.calibration, folder),
            "teams": plan.teams and _named(plan.teams, folder),
            "rules": _named(Path(plan.rules), folder) if names_a_file(plan.rules) else plan.rules,
            "field": plan.board,
        },
        "camera": {
            "name": eye.name,
            "fps": eye.fps,
            "exposure_ms": eye.exposure_ms,
            "focus": eye.focus,
            "size": eye.size_px and f"{eye.size_px[0]}x{eye.size_px[1]}",
        },
        "power": {"switch": plan.power},
        "start": {
            "kicks": plan.kicks.value,
            "home_plays": plan.home_plays.value,
            "playoff": plan.playoff or None,
        },
        "record": {
            "keep": plan.record,
            "games": plan.games and _named(plan.games, folder),
            "video_gb": plan.video_gb,
        },
    }
    lines = [HEADING]
    for section, values in rows.items():
        lines += ["", f"[{section}]"] if section else []
        lines += [f"{key} = {_toml(value)}" for key, value in values.items() if value is not None]
    return "\n".join(lines) + "\n"


def check_plan_name(path: Path) -> None:
    """Complain about a name that does not end as a plan's must."""
    if not path.name.endswith(PLAN_ENDING) or path.name == PLAN_ENDING:
        raise BadValue("the plan", str(path), f"a file whose name ends in {PLAN_ENDING}")


def _beside(table: SettingsTable, folder: Path, key: str, ending: str) -> Path | None:
    if key not in table:
        return None
    name = table.text(key, 400)
    if not name.endswith(ending):
        raise table.error(key, name, f"a file whose name ends in {ending}")
    found = folder / name
    if not found.is_file():
        raise table.error(key, PlainWord(f"{name}, which is not there"), "a file beside the plan")
    return found


def _rules(table: SettingsTable, folder: Path) -> str:
    rules = table.text("rules", 400, USUAL_RULES)
    named = str(folder / rules) if names_a_file(rules) else rules
    try:
        load_rulebook(named)
    except BadValue as error:
        raise error if error.where else table.error("rules", rules, error.allowed) from None
    return named


def _eye(table: SettingsTable) -> CameraChoice:
    name = table.text("name", 80) if "name" in table else None
    fps = table.number("fps", 1.0, 240.0) if "fps" in table else None
    exposure = table.number("exposure_ms", 0.05, 1000.0) if "exposure_ms" in table else None
    focus = table.number("focus", 0.0, 10_000.0) if "focus" in table else None
    size = _size(table) if "size" in table else None
    table.done()
    return CameraChoice(name, fps, exposure, focus, size)


def _size(table: SettingsTable) -> tuple[int, int]:
    size = table.text("size", 20)
    match = SIZE.fullmatch(size)
    if match is None:
        raise table.error("size", size, 'width and height such as "1280x720"')
    try:
        asked = CameraRequest(int(match[1]), int(match[2]))
    except BadValue as error:
        raise table.error("size", size, error.allowed) from None
    return asked.width_px, asked.height_px


def _power(power: SettingsTable) -> str:
    switch = power.text("switch", 200, CHOSEN_SWITCH)
    power.done()
    if switch not in SWITCHES and not ("/" in switch or switch.upper().startswith("COM")):
        allowed = f"one of {', '.join(SWITCHES)}, or a serial port such as /dev/ttyUSB0 or COM3"
        raise power.error("switch", switch, allowed)
    return switch


def _named(path: Path, folder: Path) -> str:
    absolute = path.resolve()
    below = absolute.is_relative_to(folder.resolve())
    return (absolute.relative_to(folder.resolve()) if below else absolute).as_posix()


def _toml(value: object) -> str:
    """JSON writes words, numbers and yes or no as TOML does."""
    return json.dumps(value, ensure_ascii=False)
