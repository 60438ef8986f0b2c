"""What a game's calls are judged by: the rulebook, the field, the players and the thresholds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.roster import Player, Team

if TYPE_CHECKING:  # the rules of a call stand beside its detector, which is built from this
    from referee.calls.call_rules import CallRules


@dataclass(frozen=True, slots=True)
class JudgingContext:
    """Everything a detector needs to know of a game, whatever play it is."""

    rules: CallRules
    field: FieldProfile
    players: Mapping[str, Player]
    thresholds: Thresholds

    @classmethod
    def of(
        cls,
        rules: CallRules,
        field: FieldProfile,
        players: Iterable[Player],
        thresholds: Thresholds | None = None,
    ) -> JudgingContext:
        """The context of a game with these players."""
        by_id = {player.id: player for player in players}
        return cls(rules, field, by_id, thresholds or Thresholds())

    def base(self, player: str) -> BaseShape:
        """The outline of a player's base."""
        return self.players[player].base

    def bases(self, players: Iterable[str]) -> dict[str, BaseShape]:
        """The outlines of some players' bases, by the players' ids."""
        return {name: self.players[name].base for name in players}

    def opponents(self, team: Team, players: Iterable[str]) -> dict[str, BaseShape]:
        """The outlines of the bases of those who play against a team."""
        return self.bases(name for name in players if self.players[name].team is not team)
