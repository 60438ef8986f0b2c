"""What there is to choose from, as the set-up page lists it: files, cameras, switches, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from referee.camera.devices.camera_device import CameraDevice
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.loaders.fields import field_names, load_field
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.loaders.teams_file import read_teams
from referee.night.start.plan import (
    CHIP_SWITCH,
    CHOSEN_SWITCH,
    NO_SWITCH,
    SIMULATED_CAMERA,
    SIMULATED_SWITCH,
)
from referee.night.start.plan_file import CALIBRATION_ENDING, PLAN_ENDING, TEAMS_ENDING
from referee.power.relay_models import models_with
from referee.power.simulated_chip import chip_harness
from referee.web.server.page_app import JsonValues
from referee.web.setup.rules_in_short import rules_in_short
from referee.web.setup.setup_form import SetupForm
from referee.web.setup.setup_reach import SetupReach

MOST_FILES = 40  # of a kind, of those that were changed last


def setup_choices(around: SetupReach) -> JsonValues:
    """Everything that can be picked without typing."""
    return {
        "games": str(around.games),
        "usual": SetupForm().model_dump(),
        "plans": [
            path.name.removesuffix(PLAN_ENDING) for path in _files(around, PLAN_ENDING, own=True)
        ],
        "cameras": cameras(around),
        "calibrations": [_file(path, path.name) for path in _files(around, CALIBRATION_ENDING)],
        "teams": list(_titled(around, TEAMS_ENDING, _teams_title)),
        "leagues": [_league(name) for name in LEAGUES],
        "house": list(house_files(around)),
        "fields": [_choice(field.name, field.title) for field in _fields()],
        "switches": _switches(around),
        "simulated_switches": _simulated_switches(),
    }


def house_files(around: SetupReach) -> Iterator[JsonValues]:
    """The house rulebooks that lie about."""
    return _titled(around, ".toml", _house_title)


def cameras(around: SetupReach) -> list[JsonValues]:
    """The cameras of this computer; none while a night runs, because the night holds them."""
    devices = () if around.desk is not None else tuple(around.cameras())
    names = [device.name for device in devices]
    real = [
        _choice(_called(device, names), f"{device.number}: {device.name}") for device in devices
    ]
    return [*real, _choice(SIMULATED_CAMERA, "the simulated camera")]


def _called(device: CameraDevice, names: list[str]) -> str:
    """What a plan calls a camera: its name if no other camera's name holds it, else its number."""
    alone = sum(device.name.casefold() in name.casefold() for name in names) == 1
    return device.name if alone and device.name.isprintable() else str(device.number)


def _switches(around: SetupReach) -> list[JsonValues]:
    try:
        chosen = around.choice(CHOSEN_SWITCH)
        note = f"{chosen.kind.title}, {chosen.port}"
    except BadValue:
        note = "none yet: `referee power choose` picks one"
    rows = [_choice(CHOSEN_SWITCH, "The chosen one", note)]
    for port in around.ports():
        likely = ", ".join(model.title for model in models_with(port.usb)[:3])
        words = [port.title, f"sold with: {likely}" if likely else ""]
        rows.append(_choice(port.path, port.path, "; ".join(word for word in words if word)))
    return [
        *rows,
        _choice(NO_SWITCH, "None", "you hold the board's switch, the referee only calls"),
    ]


def _simulated_switches() -> list[JsonValues]:
    rows = [_choice(SIMULATED_SWITCH, "The board's own", "a simulated switch")]
    try:
        chip_harness("rig")
    except BadValue:
        return rows
    return [
        *rows,
        _choice(CHIP_SWITCH, "The simulated chip", "the real link and the real firmware"),
    ]


def _files(around: SetupReach, ending: str, *, own: bool = False) -> list[Path]:
    """Files of an ending, newest first; with ``own``, those that set-up keeps."""
    seen: dict[Path, float] = {}
    for folder in (around.games,) if own else (around.games, *around.folders):
        for path in _in(folder):
            if path.name.endswith(ending) and path.name != ending and path.is_file():
                seen.setdefault(path.resolve(), path.stat().st_mtime)
    return sorted(seen, key=lambda path: (-seen[path], path.name))[:MOST_FILES]


def _in(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # not there yet, or not for this person
        return []


def _titled(
    around: SetupReach, ending: str, title: Callable[[Path], str | None]
) -> Iterator[JsonValues]:
    """Files that can be read as what they should be, with what they call themselves."""
    for path in _files(around, ending):
        try:
            called = title(path)
        except (BadValue, OSError):
            continue
        if called is not None:
            yield _file(path, called)


def _teams_title(path: Path) -> str:
    home, away = read_teams(path).teams.values()
    return f"{home.name} and {away.name}"


def _house_title(path: Path) -> str | None:
    return (
        None if path.name.endswith((TEAMS_ENDING, PLAN_ENDING)) else load_rulebook(str(path)).title
    )


def _file(path: Path, title: str) -> JsonValues:
    return _choice(str(path), title, str(path.parent))


def _league(name: str) -> JsonValues:
    book = load_rulebook(name)
    return _choice(name, book.title) | {"short": rules_in_short(book)}


def _choice(value: str, title: str, note: str = "") -> JsonValues:
    return {"value": value, "title": title, "note": note}


@lru_cache(maxsize=1)
def _fields() -> tuple[FieldProfile, ...]:
    return tuple(load_field(name) for name in field_names())
