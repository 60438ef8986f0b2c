"""What a board must be to be shown on the live page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from referee.sim.live.devices import PoweredBoard
from referee.sim.live.process.messages import BoardPreparing, BoardReady, BoardTick, FrameNote
from referee.sim.live.stepped_board import BoardHappening


class PageBoard(PoweredBoard, Protocol):
    """A board with its reports; the live board is one."""

    @property
    def preparing(self) -> BoardPreparing:
        """What the start-up is busy with."""

    @property
    def ready(self) -> BoardReady | None:
        """What does not change, once the board stands."""

    @property
    def lost(self) -> str | None:
        """Why the board is gone, if it is."""

    @property
    def tick(self) -> BoardTick | None:
        """How the board stood when it last said so."""

    def note_of(self, sequence: int) -> FrameNote | None:
        """What was said of a frame."""

    def happenings_after(self, number: int) -> list[tuple[int, BoardHappening]]:
        """What happened after the one with this number."""


@dataclass(frozen=True, slots=True)
class FormationChoices:
    """The formations a viewer may ask for, each with its title."""

    offences: Mapping[str, str]
    defences: Mapping[str, str]
    others: Mapping[str, str]
