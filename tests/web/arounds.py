"""A computer as the set-up page finds it: a camera, a port, a folder of games, files in another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from referee.camera.calibration import Calibration, write_calibration
from referee.camera.devices.camera_device import CameraDevice
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.frame_source import FrameSource
from referee.core.errors import BadValue, PlainWord
from referee.loaders.teams_text import write_teams
from referee.night.start.plan import CHOSEN_SWITCH
from referee.power.ports import PortIdentity, SerialPort
from referee.power.relay_choice import RelayChoice
from referee.vision.frame.locator import Locator
from referee.web.setup.setup_reach import SetupReach
from tests.teams_files import teams_file_of
from tests.web.desks import CAMERA, COLOURS, FIELD, NAMES, ROSTER, painted

USB = SerialPort("/dev/ttyUSB0", "USB Serial", "1a86:7523", "", "1-1")
CHOICE = RelayChoice("lcus", PortIdentity(usb="1a86:7523", place="1-1"))
SEEN = (CameraDevice(0, "HD Pro Webcam C920", "C920#1"), CameraDevice(2, "Laptop", "Laptop#2"))
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


def chosen(power: str) -> RelayChoice:
    """The chosen board hangs on the only port."""
    if power not in {CHOSEN_SWITCH, USB.path}:
        raise BadValue("port", power, f"one of {USB.path}")
    return CHOICE


def not_chosen(_power: str) -> RelayChoice:
    """Nobody has chosen a board yet."""
    raise BadValue(
        "the power switch", PlainWord("not chosen yet"), "a board; run: referee power choose"
    )


@contextmanager
def no_camera(_name: str | None, _request: CameraRequest) -> Iterator[FrameSource]:
    """Another program has it."""
    held = PlainWord("not to be opened: C920")
    raise BadValue("the camera", held, "a camera that no other program uses")
    yield


def no_eyes(_calibration: Calibration) -> Locator:
    """Nothing is looked at."""
    raise AssertionError("nobody enrols")


def no_pulse(_power: str) -> str:
    """Nothing is switched."""
    raise AssertionError("nobody tries the switch")


def around_in(folder: Path, **changes: object) -> SetupReach:
    """Games beside the files; nothing is opened."""
    image = cv2.resize(painted()[0], (CAMERA.width_px, CAMERA.height_px))
    usual: dict[str, object] = {
        "games": folder / "games",
        "folders": (folder / "files",),
        "cameras": lambda: SEEN,
        "still": lambda _name, _request: np.ascontiguousarray(image),
        "ports": lambda: [USB],
        "choice": chosen,
        "camera": no_camera,
        "locator": no_eyes,
        "pulse": no_pulse,
        "choose": lambda _model, _port, _relay: CHOICE,
    }
    return SetupReach(**{**usual, **changes})  # type: ignore[arg-type]
