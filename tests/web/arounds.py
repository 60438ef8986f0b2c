"""A computer as the set-up page finds it: a camera, a port, a folder of games, files in another."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from referee.camera.calib_file import Calibration, write_calibration
from referee.camera.devices.found import Device
from referee.core.errors import BadValue, Word
from referee.files.teams_text import write_teams
from referee.play.folder import teams_file_of
from referee.play.plan import CHOSEN
from referee.power.choice import Choice
from referee.power.ports import Identity, Port
from referee.web.setup_around import Around

from .desks import CAMERA, COLOURS, FIELD, NAMES, ROSTER, painted

USB = Port("/dev/ttyUSB0", "USB Serial", "1a86:7523", "", "1-1")
CHOICE = Choice("lcus", Identity(usb="1a86:7523", place="1-1"))
SEEN = (Device(0, "HD Pro Webcam C920", "C920#1"), Device(2, "Laptop", "Laptop#2"))
PROOF = {"verdict": "gold", "worst_error_mm": 0.42}
HOUSE = 'name = "ours"\ntitle = "Our house"\nextends = "hefl"\n[touch]\nfallen_tackles = true\n'


def files_in(folder: Path) -> None:
    """A calibration, two enrolled teams and house rules."""
    folder.mkdir(parents=True, exist_ok=True)
    calibration = Calibration(CAMERA, 3.0, FIELD, "C920 above the table")
    write_calibration(folder / "board.calib.json", calibration, PROOF)
    write_teams(folder / "ours.teams.toml", teams_file_of(ROSTER, NAMES, COLOURS))
    (folder / "house.toml").write_text(HOUSE, encoding="utf-8")
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\n', encoding="utf-8")


def chosen(power: str) -> Choice:
    """The chosen board hangs on the only port."""
    if power not in {CHOSEN, USB.path}:
        raise BadValue("port", power, f"one of {USB.path}")
    return CHOICE


def not_chosen(_power: str) -> Choice:
    """Nobody has chosen a board yet."""
    raise BadValue("the power switch", Word("not chosen yet"), "a board; run: referee power choose")


def around_in(folder: Path, **changes: object) -> Around:
    """Games beside the files; nothing is opened."""
    image = cv2.resize(painted()[0], (CAMERA.width_px, CAMERA.height_px))
    usual: dict[str, object] = {
        "games": folder / "games",
        "folders": (folder / "files",),
        "cameras": lambda: SEEN,
        "still": lambda _name, _request: np.ascontiguousarray(image),
        "ports": lambda: [USB],
        "choice": chosen,
    }
    return Around(**{**usual, **changes})  # type: ignore[arg-type]
