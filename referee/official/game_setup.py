"""What the official knows before a game, and what was seen of a play before a power run."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.context import JudgingContext
from referee.calls.stops.place_stop import ReturnStart
from referee.calls.tackle_box import TackleBox
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.roster import Roster
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What does not change in a game: rulebook, field, roster, and the thresholds of its calls."""

    rulebook: Rulebook
    field: FieldProfile
    roster: Roster
    thresholds: Thresholds

    def base(self, player: str) -> BaseShape:
        """The base of a player."""
        return self.roster.players[self.roster.index(player)].base

    @property
    def judging(self) -> JudgingContext:
        """The context in which calls are judged: rules, field, players and thresholds."""
        players = {player.id: player for player in self.roster}
        return JudgingContext(self.rulebook.calls, self.field, players, self.thresholds)


@dataclass(frozen=True, slots=True)
class PlayHistory:
    """What was seen earlier in the play: the tackle box before the snap, where a return began."""

    box: TackleBox | None
    returned: ReturnStart
