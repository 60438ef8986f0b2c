"""The plan of a night: what is played with, by which rules, who kicks off, where it is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from referee.camera.devices.settings import Request
from referee.core.direction import Direction
from referee.core.roster import Team
from referee.rulebooks.rulebook import Rulebook

# Switches that need no port.
CHOSEN, NONE, SIMULATED, CHIP = "chosen", "none", "sim", "chip"
USUAL_RULES = "efhl"


@dataclass(frozen=True, slots=True)
class Plan:
    """``rules`` is the rulebook's name or file. ``kicks`` opens the game with a kickoff;
    ``home_plays`` is home's way in the first quarter. ``folder`` is where the game is kept, None:
    nowhere; ``resume``: it goes on from what lies there. ``video_bytes`` is the most that its video
    may take, None: what the disk has.
    """

    rules: str
    rulebook: Rulebook
    kicks: Team = Team.AWAY
    home_plays: Direction = Direction.RIGHT
    folder: Path | None = None
    resume: bool = False
    video_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Eye:
    """Which camera, by its number or a part of its name (None: the only one), and its settings.

    Its size is the calibration's.
    """

    name: str | None = None
    fps: float = 30.0
    exposure_ms: float | None = None
    focus: float | None = None

    def request(self, width_px: int, height_px: int) -> Request:
        """What to ask of the driver."""
        return Request(width_px, height_px, self.fps, self.exposure_ms, self.focus)


@dataclass(frozen=True, slots=True)
class NightFile:
    """A plan as a file has it: everything that a set-up page asks for.

    ``power`` is `CHOSEN`, `NONE`, `SIMULATED`, `CHIP` or a serial port. ``games`` is the folder
    that the night's own folder is made in, None: the usual one. ``video_gb`` is the most that a
    night's video may take.
    """

    calibration: Path | None = None
    teams: Path | None = None
    rules: str = USUAL_RULES
    board: str | None = None
    eye: Eye = field(default_factory=Eye)
    power: str = CHOSEN
    kicks: Team = Team.AWAY
    home_plays: Direction = Direction.RIGHT
    games: Path | None = None
    record: bool = True
    video_gb: float | None = None
