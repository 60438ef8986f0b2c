"""The plan of a night: what is played with, by which rules, who kicks off, where it is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from referee.camera.devices.camera_settings import CameraRequest
from referee.core.errors import BadValue, PlainWord
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.rulebooks.rulebook import Rulebook

# Switches that need no port.
CHOSEN_SWITCH = "chosen"
NO_SWITCH = "none"
SIMULATED_SWITCH = "sim"
CHIP_SWITCH = "chip"
USUAL_RULES = "efhl"
# The camera's name by which a plan means the simulated table.
SIMULATED_CAMERA = "simulated"
USUAL_FPS = 30.0


class OpeningKick(StrEnum):
    """Who opens a game with a kickoff: a team, or what the rulebook's toss says on the page."""

    HOME = "home"
    AWAY = "away"
    TOSS = "toss"

    @property
    def team(self) -> Team | None:
        """The team that kicks off; None: it is not known yet."""
        return None if self is OpeningKick.TOSS else Team(self.value)


@dataclass(frozen=True, slots=True)
class NightPlan:
    """``rules`` is the rulebook's name or file. ``kicks`` opens the game with a kickoff;
    ``home_plays`` is home's way in the first quarter. ``playoff``: somebody has to win it.
    ``folder`` is where the game is kept, None: nowhere; ``resume``: it goes on from what lies
    there. ``video_bytes`` is the most that its video may take, None: what the disk has.
    """

    rules: str
    rulebook: Rulebook
    kicks: OpeningKick = OpeningKick.AWAY
    home_plays: Direction = Direction.RIGHT
    folder: Path | None = None
    resume: bool = False
    video_bytes: int | None = None
    playoff: bool = False


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """Which camera, by its number or a part of its name (None: the only one), and its settings.

    A real one's size is its calibration's; ``size_px`` is the simulated one's, None: the usual.
    ``fps`` None: automatic, by a measurement at the start (`picture_rate`).
    """

    name: str | None = None
    fps: float | None = None
    exposure_ms: float | None = None
    focus: float | None = None
    size_px: tuple[int, int] | None = None

    def request(self, width_px: int, height_px: int, fps: float = USUAL_FPS) -> CameraRequest:
        """What to ask of the driver; ``fps`` where the plan leaves it open."""
        return CameraRequest(width_px, height_px, self.fps or fps, self.exposure_ms, self.focus)


@dataclass(frozen=True, slots=True)
class NightFile:
    """A plan as a file has it: everything that a set-up page asks for.

    ``power`` is `CHOSEN_SWITCH`, `NO_SWITCH`, `SIMULATED_SWITCH`, `CHIP_SWITCH` or a serial port.
    ``games`` is the folder that the night's own folder is made in, None: the usual one.
    ``video_gb`` is the most that a night's video may take.
    """

    calibration: Path | None = None
    teams: Path | None = None
    rules: str = USUAL_RULES
    board: str | None = None
    eye: CameraChoice = field(default_factory=CameraChoice)
    power: str = CHOSEN_SWITCH
    kicks: OpeningKick = OpeningKick.AWAY
    home_plays: Direction = Direction.RIGHT
    games: Path | None = None
    record: bool = True
    video_gb: float | None = None
    playoff: bool = False

    @property
    def simulated(self) -> bool:
        """Whether it is played on the simulated table."""
        return self.eye.name is not None and self.eye.name.casefold() == SIMULATED_CAMERA


def check_switch(power: str, *, simulated: bool) -> None:
    """Complain about a switch that this table cannot have in its lead."""
    if simulated and power == NO_SWITCH:
        allowed = "sim, chip, chosen or a serial port: nobody can reach into the simulator"
        raise BadValue("--power", NO_SWITCH, allowed)
    if not simulated and power in {CHIP_SWITCH, SIMULATED_SWITCH}:
        raise BadValue("--power", power, "chosen, none or a serial port; or play with --sim")


def check_size_is_free(eye: CameraChoice, *, simulated: bool) -> None:
    """Complain about a size for a camera whose size is its calibration's."""
    if eye.size_px is not None and not simulated:
        asked = PlainWord(f"{eye.size_px[0]} x {eye.size_px[1]}")
        raise BadValue("camera.size", asked, "nothing: a real camera's is its calibration's")
