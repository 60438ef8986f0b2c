"""Who is on the field: two teams of numbered players, each on a base of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape


class Team(StrEnum):
    """The two sides of a game."""

    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> Team:
        """The opponent."""
        return Team.AWAY if self is Team.HOME else Team.HOME


@dataclass(frozen=True, slots=True)
class Player:
    """One figure. ``id`` is short and stable for the whole game, like ``H54`` or ``A7``.

    ``lineman``: whether the player is center, guard or tackle of the play; None: by the number.
    ``position`` is what people wrote of its usual job, such as ``LT`` or ``QB``; it may be empty.
    """

    id: str
    team: Team
    number: int
    base: BaseShape
    lineman: bool | None = None
    position: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.number <= 99:
            raise BadValue("number", self.number, "a jersey number from 0 to 99")
        if not self.id or not self.id.isascii() or not self.id.isalnum():
            raise BadValue("id", self.id, "letters and digits, such as H54")


@dataclass(frozen=True, slots=True)
class Roster:
    """The figures of one game, in a fixed order that arrays follow."""

    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        ids = [p.id for p in self.players]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise BadValue("players", ", ".join(twice), "each id once")

    def __iter__(self) -> Iterator[Player]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)

    def player(self, player_id: str) -> Player:
        """The player of an id."""
        return self.players[self.index(player_id)]

    def index(self, player_id: str) -> int:
        """Position of a player in every array that follows this roster."""
        for i, player in enumerate(self.players):
            if player.id == player_id:
                return i
        known = ", ".join(p.id for p in self.players)
        raise BadValue("player", player_id, f"one of {known}")
