"""Who plays: of a team of which eleven were seen in the line-up only these, of another everybody.

Substitutes wait beside the board. Who is not seen is a doubt of every call, who is not there none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.calls.frame import BoardFrame
from referee.core.clock import S_NS
from referee.core.roster import Roster

A_SIDE = 11
# Who stood there at rest is seen again within this, though it flickers.
LATELY_NS = 2 * S_NS


class OnField:
    """Fed with every frame. What the line-up showed holds while the board runs."""

    def __init__(self, roster: Roster) -> None:
        self._team_of = {player.id: player.team for player in sorted(roster, key=lambda p: p.id)}
        self._seen_ns: dict[str, int] = {}
        self._now_ns = 0

    def update(self, board: BoardFrame) -> None:
        """Take in a frame."""
        if board.power:
            return
        self._now_ns = board.t_ns
        self._seen_ns |= {each.player: board.t_ns for each in board.seen}

    def names(self, involved: Iterable[str]) -> tuple[str, ...]:
        """The players in the play, in order.

        Where somebody is ``involved`` who was not seen, nobody knows who waits beside the board.
        """
        there = {who for who, t_ns in self._seen_ns.items() if self._now_ns - t_ns <= LATELY_NS}
        count = Counter(self._team_of[who] for who in there)
        known = {team for team, seen in count.items() if seen >= A_SIDE}
        known -= {self._team_of[who] for who in involved if who not in there}
        return tuple(
            who for who, team in self._team_of.items() if who in there or team not in known
        )
