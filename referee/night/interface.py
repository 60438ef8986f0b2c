"""The interface of a night that runs, for the pages, voices, keys and coaches around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.night.commands import Command
from referee.night.night_output import NightOutput
from referee.night.screen.snapshot import Snapshot
from referee.record.observation import Observation
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class NightInfo:
    """What does not change while a night runs.

    ``colours`` are those of the jerseys, as "#rrggbb". ``folder`` holds the game's record, None:
    nothing is kept. ``simulated``: the board, its camera and its switch are the simulator's.
    """

    title: str
    rulebook: Rulebook
    field: FieldProfile
    roster: Roster
    names: Mapping[Team, str]
    colours: Mapping[Team, str]
    camera: CameraModel
    fps: float
    simulated: bool
    folder: Path | None


@dataclass(frozen=True, slots=True)
class StartProgress:
    """What the start is doing, and how far it is, 0 to 1. With ``trouble`` it has stopped for good.

    ``failures`` are sentences about parts of the program that failed, the oldest first; the night
    goes on without them.
    """

    words: str
    done: float
    trouble: str = ""
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ObservedFrame:
    """The newest frame, and what the eyes made of that same frame."""

    frame: Frame
    observation: Observation


class NightInterface(Protocol):
    """A night that runs. Every call returns at once and may come from any thread."""

    @property
    def doing(self) -> StartProgress:
        """How far the start is; done is 1.0 once the night runs."""

    @property
    def about(self) -> NightInfo | None:
        """What does not change; None until the night runs."""

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest snapshot; None until the night runs."""

    @property
    def shot(self) -> ObservedFrame | None:
        """The newest frame with what the eyes found in it; None until there is one."""

    @property
    def now_ns(self) -> int:
        """The clock of every instant here, in ns."""

    def submit(self, command: Command, reply: Callable[[NightOutput], None] = ...) -> None:
        """Submit a command; ``reply`` is called later, from the night's thread."""

    def listen(self, hear: Callable[[NightOutput], None]) -> None:
        """Call ``hear`` with every answer that people should hear, from the night's thread."""
