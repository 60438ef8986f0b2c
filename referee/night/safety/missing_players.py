"""Players of the line-up who are not seen, and those of them for whom a play waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from referee.calls.frame import BoardFrame
from referee.core.clock import MS_NS
from referee.core.roster import Roster, Team
from referee.night.gate import MANY_UNSEEN
from referee.official.outcome import PlayNotice
from referee.rulebooks.play_step import PlayStep

# Somebody who was not seen for so long keeps the power off.
UNSEEN_NS = 500 * MS_NS
# No play is on: the next one is set up, or about to be.
BETWEEN_PLAYS = frozenset({PlayStep.SET, PlayStep.DEAD})
# With so many of a team there, whoever else of it was seen before has been substituted.
A_SIDE = 11


class MissingPlayers:
    """Fed every frame. ``names``: who is not seen, whether or not that keeps the power off."""

    def __init__(self, roster: Roster) -> None:
        self.names: tuple[str, ...] = ()
        self._team_of = {player.id: player.team for player in roster}
        self._seen_ns: dict[str, int] = {}
        self._accepted: frozenset[str] = frozenset()

    def accept(self, names: Collection[str]) -> None:
        """Accept where a person says these players are; unseen, they no longer keep power off."""
        self._accepted |= frozenset(names)

    def see(self, board: BoardFrame) -> None:
        """Take in who is seen in a frame."""
        seen_now = {seen.player: board.t_ns for seen in board.seen}
        self._seen_ns |= seen_now
        self._accepted -= seen_now.keys()

    def count(self, board: BoardFrame, *, line_up_awaited: bool) -> None:
        """Find out who is not seen any more; eyes that wait for a line-up follow nobody.

        Whoever is beside the board, while eleven others of the team are on it, is not missed.
        """
        gone = {name for name, t in self._seen_ns.items() if board.t_ns - t > UNSEEN_NS}
        there = Counter(
            self._team_of[name] for name in (self._seen_ns.keys() - gone) | self._accepted
        )
        missed = sorted(name for name in gone if there[self._team_of[name]] < A_SIDE)
        self.names = () if line_up_awaited and not board.seen else tuple(missed)

    def waited_for(
        self, notice: PlayNotice, team: Team | None, *, too_few: bool
    ) -> tuple[str, ...]:
        """Those who are not seen and whose places the rules need, so that a play waits for them.

        That is whoever has the ball, and before a snap the offense (``team``), whose places decide
        the formation. Many of a line-up who are not seen are no accident: then the eyes need help.
        ``too_few``: nearly nobody is seen, and no word about where they stand makes up for that.
        """
        before_snap = notice.step is PlayStep.SET
        if too_few and notice.step in BETWEEN_PLAYS:
            return self.names
        missed = [name for name in self.names if name not in self._accepted]
        if before_snap and len(missed) >= MANY_UNSEEN:
            return tuple(missed)
        offense = team if before_snap else None
        return tuple(
            name for name in missed if name == notice.carrier or self._team_of[name] is offense
        )
