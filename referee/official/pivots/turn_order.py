"""The order of turns at a stop: who is turned though the other side has begun already."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.frame import SeenBase
from referee.core.roster import Player, Team
from referee.official.pivots.pivot_check import was_handled


class TurnOrder:
    """Fed every look at a resting board; ``late`` are players of the side that turned first.

    What was turned between two looks has no order: hands were over the board meanwhile.
    """

    def __init__(self) -> None:
        self.late: set[str] = set()
        self._last: dict[str, SeenBase] = {}
        self._others_began = False

    def forget(self) -> None:
        """Another stop begins."""
        self.late, self._last, self._others_began = set(), {}, False

    def update(
        self, now: Mapping[str, SeenBase], players: Mapping[str, Player], first: Team
    ) -> None:
        """Take in where every base stands at a look."""
        turned = [
            players[name]
            for name, seen in now.items()
            if name in players
            and name in self._last
            and was_handled(players[name], self._last[name], seen)
        ]
        if self._others_began:
            self.late |= {player.id for player in turned if player.team is first}
        self._others_began |= any(player.team is not first for player in turned)
        self._last.update(now)
