"""What there is to choose from, as the set-up page lists it: files, cameras, switches, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from referee.camera.devices.found import Device
from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.files.fields import field_names, load_field
from referee.files.rulebooks import LEAGUES, load_rulebook
from referee.files.teams import read_teams
from referee.play.plan import CHIP, CHOSEN, NONE, SIMULATED, SIMULATED_EYE
from referee.play.plan_file import CALIBRATION, ENDING, TEAMS
from referee.power.chip import harness
from referee.power.models import models_with
from referee.web.setup_around import Around
from referee.web.setup_form import Form

MOST_FILES = 40  # of a kind, of those that were changed last
Choice = dict[str, object]


def found(around: Around) -> dict[str, object]:
    """Everything that can be picked without typing."""
    return {
        "games": str(around.games),
        "usual": Form().model_dump(),
        "plans": [path.name.removesuffix(ENDING) for path in _files(around, ENDING, own=True)],
        "cameras": cameras(around),
        "calibrations": [_file(path, path.name) for path in _files(around, CALIBRATION)],
        "teams": list(_titled(around, TEAMS, _teams_title)),
        "leagues": [_choice(name, load_rulebook(name).title) for name in LEAGUES],
        "house": list(_titled(around, ".toml", _house_title)),
        "fields": [_choice(field.name, field.title) for field in _fields()],
        "switches": _switches(around),
        "simulated_switches": _simulated_switches(),
    }


def cameras(around: Around) -> list[Choice]:
    """The cameras of this computer; while a night runs nobody but the night asks for them."""
    devices = () if around.desk is not None else tuple(around.cameras())
    names = [device.name for device in devices]
    real = [
        _choice(_called(device, names), f"{device.number}: {device.name}") for device in devices
    ]
    return [*real, _choice(SIMULATED_EYE, "the simulated camera")]


def _called(device: Device, names: list[str]) -> str:
    """By what it is known again: its name, if no other camera has it in its own."""
    alone = sum(device.name.casefold() in name.casefold() for name in names) == 1
    return device.name if alone and device.name.isprintable() else str(device.number)


def _switches(around: Around) -> list[Choice]:
    try:
        chosen = around.choice(CHOSEN)
        note = f"{chosen.kind.title}, {chosen.port}"
    except BadValue:
        note = "none yet: `referee power choose` picks one"
    rows = [_choice(CHOSEN, "The chosen one", note)]
    for port in around.ports():
        likely = ", ".join(model.title for model in models_with(port.usb)[:3])
        words = [port.title, f"sold with: {likely}" if likely else ""]
        rows.append(_choice(port.path, port.path, "; ".join(word for word in words if word)))
    return [*rows, _choice(NONE, "None", "you hold the board's switch, the referee only calls")]


def _simulated_switches() -> list[Choice]:
    rows = [_choice(SIMULATED, "The board's own", "a simulated switch")]
    try:
        harness("rig")
    except BadValue:
        return rows
    return [*rows, _choice(CHIP, "The simulated chip", "the real link and the real firmware")]


def _files(around: Around, ending: str, *, own: bool = False) -> list[Path]:
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


def _titled(around: Around, ending: str, title: Callable[[Path], str | None]) -> Iterator[Choice]:
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
    return None if path.name.endswith((TEAMS, ENDING)) else load_rulebook(str(path)).title


def _file(path: Path, title: str) -> Choice:
    return _choice(str(path), title, str(path.parent))


def _choice(value: str, title: str, note: str = "") -> Choice:
    return {"value": value, "title": title, "note": note}


@lru_cache(maxsize=1)
def _fields() -> tuple[FieldProfile, ...]:
    return tuple(load_field(name) for name in field_names())
