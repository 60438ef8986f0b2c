"""Where a review gets its game from and writes its rulings: a record, or a night that runs."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from referee.calls.call import Call
from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.journal import Journal, OverturnEntry
from referee.record.calls_file import call_of
from referee.record.game.game_folder import read_game
from referee.record.game.pictures import GamePictures
from referee.record.observation import Observation
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class ReviewGameInfo:
    """What stays as it is in a game. Without a camera nothing can be drawn on its pictures.

    ``colours`` are those of the jerseys, as "#rrggbb", of the teams that have some.
    """

    title: str
    rulebook: Rulebook
    field: FieldProfile
    roster: Roster
    names: Mapping[Team, str]
    camera: CameraModel | None
    colours: Mapping[Team, str] = dataclasses.field(default_factory=dict)


class ReviewSource(ABC):
    """A game to be reviewed; every method may be called from any thread.

    ``running``: the game is being played now. Calls, observations and pictures come from the game's
    folder; without a folder there are none. Times are game times in ns.
    """

    running: ClassVar[bool]

    @property
    @abstractmethod
    def setting(self) -> ReviewGameInfo:
        """What stays as it is."""

    @property
    @abstractmethod
    def folder(self) -> Path | None:
        """Where the game is kept; None: nowhere."""

    @property
    def powered(self) -> bool:
        """Whether the board has power now."""
        return False

    @abstractmethod
    def journal(self) -> Journal:
        """Every entry so far."""

    @abstractmethod
    def give(self, entries: Sequence[OverturnEntry]) -> str:
        """Write rulings together; returns a sentence why not, or nothing if they were written."""

    def calls(self) -> tuple[Call, ...]:
        """Every call that was kept; one that cannot be read is left out."""
        if self.folder is None:
            return ()
        with read_game(self.folder) as game:
            logged = game.calls()
        found = (_call(each.values, f"{self.folder}, call {each.number}") for each in logged)
        return tuple(call for call in found if call is not None)

    def observations(self, from_ns: int, until_ns: int) -> tuple[Observation, ...]:
        """Every frame from one instant to another."""
        if self.folder is None:
            return ()
        with read_game(self.folder) as game:
            return tuple(game.observations(max(0, from_ns), until_ns))

    def picture_times(self, from_ns: int, until_ns: int) -> tuple[int, ...]:
        """When the pictures were taken that were kept."""
        if self.folder is None:
            return ()
        with read_game(self.folder) as game:
            return tuple(GamePictures(game).times(max(0, from_ns), until_ns))

    def pictures(self, from_ns: int, until_ns: int) -> Iterator[Frame]:
        """Every picture from one instant to another."""
        if self.folder is None:
            return
        with read_game(self.folder) as game:
            yield from GamePictures(game).between(max(0, from_ns), until_ns)


def _call(values: Mapping[str, object], where: str) -> Call | None:
    try:
        return call_of(values, where)
    except BadValue:
        return None
