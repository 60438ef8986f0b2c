"""What goes into the report of a fault: logs, the doctor's answer, versions, settings; no more."""

from __future__ import annotations

import io
import json
import os
import platform
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from referee import __version__
from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.apps.doctor.files_check import check_files
from referee.apps.doctor.serial_check import check_serial, list_ports_now
from referee.apps.doctor.sound_check import check_sound
from referee.apps.play.night_log import LOG_FILE, MOST_BYTES, OLDER_FILES
from referee.camera.devices.webcam import plugged_in_cameras
from referee.core.errors import BadValue

LIBRARIES = ("numpy", "opencv-python-headless", "openvino", "numba", "av", "pyserial", "fastapi")
# Of what a game was begun with: nothing of it is a name of somebody.
SETTINGS = ("rulebook", "field", "fps", "kicks", "home_plays", "simulated", "seed", "version")
WORDS = """A report of a fault. In it are:
  night.log*      what the program did not expect in that night; it may name files
  doctor.json     cameras, switches, files and sound of this computer, as far as the doctor can
                  look without disturbing a game
  versions.json   of the program, its libraries, Python and the system
  settings.json   rules, board and picture rate of the game
There are no pictures, videos, journals, names of teams and players, or codes in it. The home folder
is written as ~. Nothing was sent: read it, and send it yourself.
"""
# Every zip of the same things is the same.
_DAY = (2000, 1, 1, 0, 0, 0)


def fault_report(
    logs: Sequence[Path], settings: Mapping[str, object], findings: Sequence[Diagnosis]
) -> bytes:
    """The zip; logs that are not there are left out."""
    parts = {
        "read-me.txt": WORDS,
        "versions.json": _json(versions()),
        "settings.json": _json({key: settings[key] for key in SETTINGS if key in settings}),
        "doctor.json": _json([finding.to_json() for finding in findings]),
        **dict(_logs(logs)),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(zipfile.ZipInfo(name, _DAY), without_home(text))
    return out.getvalue()


def logs_of(folder: Path) -> tuple[Path, ...]:
    """Where the logs of a game may be: in its folder, and beside it."""
    older = (folder / f"{LOG_FILE}.{number}" for number in range(1, OLDER_FILES + 1))
    return (folder / LOG_FILE, *older, folder.with_name(f"{folder.name}.log"))


def quiet_findings(folders: Sequence[Path]) -> tuple[Diagnosis, ...]:
    """What the doctor finds without opening a camera, filling the disk or taking the computer."""
    try:
        cameras = ", ".join(f"{each.number}: {each.name}" for each in plugged_in_cameras())
    except (BadValue, OSError) as error:
        cameras = f"not to be listed ({error})"
    return (
        Diagnosis("cameras here", PartHealth.FINE, cameras or "none"),
        *check_serial(None, list_ports_now()),
        *(_unnamed(each) for each in check_files(folders)),
        check_sound(),
    )


def _unnamed(file: Diagnosis) -> Diagnosis:
    """That a file is there, without what is in it: teams are somebody's."""
    return replace(file, says="there") if file.state is PartHealth.FINE else file


def versions() -> dict[str, object]:
    """What runs here."""
    return {
        "referee": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "libraries": {name: _version(name) for name in LIBRARIES},
    }


def without_home(text: str, home: str | None = None) -> str:
    """The text with ~ for the home folder, which often is somebody's name."""
    folder = str(Path.home()) if home is None else home
    return text if folder in {"", "/"} else text.replace(folder, "~")


def _logs(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for path in paths:
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES)
        except OSError:
            continue
        name = path.name if path.name.startswith(LOG_FILE) else f"before.{LOG_FILE}"
        yield name, data.decode("utf-8", "replace")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n"
