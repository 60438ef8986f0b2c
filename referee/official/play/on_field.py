"""Who plays: of a team of which eleven were seen in the line-up only these, of another everybody.

Substitutes wait beside the board. Who is not seen is a doubt of every call, who is not there none.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.calls.frame import BoardFrame
from referee.core.clock import S_NS
from referee.core.roster import Roster, Team

A_SIDE = 11
# Who stood there at rest is seen again within this, though it flickers.
LATELY_NS = 2 * S_NS


class OnField:
    """Fed with every frame. What the line-up showed holds while the board runs.

    It holds at stops as well, at which those who have fallen may not be seen, until somebody else
    of the team shows up.
    """

    def __init__(self, roster: Roster) -> None:
        self._team_of = {player.id: player.team for player in sorted(roster, key=lambda p: p.id)}
        self._seen_ns: dict[str, int] = {}
        self._now_ns = 0
        # Of each team the eleven that were seen last, unless others of it have been seen since.
        self._eleven: dict[Team, frozenset[str]] = {}

    def update(self, board: BoardFrame) -> None:
        """Take in a frame."""
        if board.power:
            return
        self._now_ns = board.t_ns
        self._seen_ns |= {each.player: board.t_ns for each in board.seen}
        for team in Team:
            here = [who for who in self._here if self._team_of[who] is team]
            if len(here) >= A_SIDE:
                # Of more, a name has just been put right: who was called so last is none of them.
                lately = sorted(here, key=lambda who: (-self._seen_ns[who], who))
                self._eleven[team] = frozenset(lately[:A_SIDE])
            elif not self._eleven.get(team, frozenset()).issuperset(here):
                self._eleven.pop(team, None)

    def names(self, involved: Iterable[str]) -> tuple[str, ...]:
        """The players in the play, in order.

        Where somebody is ``involved`` who is none of the eleven, nobody knows who waits beside the
        board.
        """
        said = frozenset(involved)
        known = {
            team: eleven
            for team, eleven in self._eleven.items()
            if all(who in eleven for who in said if self._team_of[who] is team)
        }
        return tuple(
            who for who, team in self._team_of.items() if who in known.get(team, self._team_of)
        )

    @property
    def _here(self) -> set[str]:
        return {who for who, t_ns in self._seen_ns.items() if self._now_ns - t_ns <= LATELY_NS}
