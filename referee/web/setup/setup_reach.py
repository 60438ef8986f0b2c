"""What a set-up page can reach: folders, cameras, ports, and the night that runs, if one does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from referee.camera.calibration import Calibration
from referee.camera.devices.camera_device import CameraDevice
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.frame_source import FrameSource, Image
from referee.core.errors import BadValue
from referee.core.settings.name_check import check_name
from referee.loaders.rulebooks import LEAGUES
from referee.night.interface import NightInterface
from referee.night.start.plan_file import PLAN_ENDING
from referee.power.ports import SerialPort
from referee.power.relay_choice import RelayChoice
from referee.vision.frame.locator import Locator

# One word or several, and a file's name on every system; the ends are neither space nor point.
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 _-]{0,38}[A-Za-z0-9])?")
# Windows takes these for devices whatever their ending is.
DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]", re.IGNORECASE)


@dataclass(frozen=True)
class SetupReach:
    """``games`` is the only folder that is written to; ``folders`` are looked through for files.

    ``still`` takes a picture with a camera, ``camera`` opens one, ``choice`` says which board a
    switch of a plan means. ``pulse`` switches one on for a moment and says what came back;
    ``choose`` keeps model, port and relay of the board that hangs in the power lead.
    ``home``: the page of the games stands beside it.
    """

    games: Path
    folders: tuple[Path, ...]
    cameras: Callable[[], Sequence[CameraDevice]]
    still: Callable[[str | None, CameraRequest], Image]
    ports: Callable[[], Sequence[SerialPort]]
    choice: Callable[[str], RelayChoice]
    camera: Callable[[str | None, CameraRequest], AbstractContextManager[FrameSource]]
    locator: Callable[[Calibration], Locator]
    pulse: Callable[[str], str]
    choose: Callable[[str, str, int], RelayChoice]
    desk: NightInterface | None = None
    home: bool = False

    def plan_path(self, name: str) -> Path:
        """Where the plan of this name is kept."""
        return self.games / f"{checked_name(name)}{PLAN_ENDING}"

    def house_path(self, name: str) -> Path:
        """Where the house rules of this name are kept."""
        check_name(name)
        if DEVICES.fullmatch(name) or name in LEAGUES:
            raise BadValue("name", name, "a name of your own, such as garage")
        return self.games / f"{name}.toml"

    def command(self, path: Path) -> str:
        """What begins the night of a plan; a plan of that name lying here goes before."""
        here = (Path.cwd() / path.name).exists() and Path.cwd() != path.parent
        words = str(path) if here else path.name
        return f'referee play "{words}"' if " " in words else f"referee play {words}"


def checked_name(name: str) -> str:
    """The name, if it can be a file's on every system and leads to no other folder."""
    if not NAME.fullmatch(name) or DEVICES.fullmatch(name):
        allowed = "1 to 40 letters, digits, spaces, dashes or underscores"
        raise BadValue("the plan's name", name, allowed)
    return name
