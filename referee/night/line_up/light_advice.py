"""Line-ups whose bases are hard to measure: said once, with what helps.

In half-dark, or where sun and shadow cross the board, outlines are found roughly or not at all, and
more calls are flagged. People can change the light; who is never told blames the referee.
"""

from __future__ import annotations

from referee.calls.contact.evidence.pose_trails import ROUGH_MM
from referee.calls.frame import BoardFrame
from referee.core.roster import Roster
from referee.night.safety.missing_players import A_SIDE

# Of a line-up so many bases are measured roughly, or not seen, ...
SHARE = 0.2
# ... in so many line-ups one after the other; after as many good ones it may be said again.
LINE_UPS = 2


class LightAdvice:
    """Fed every line-up that is played from."""

    def __init__(self, roster: Roster) -> None:
        self._players = min(len(roster), 2 * A_SIDE)
        self._bad = self._good = 0
        self._said = False

    def line_up(self, board: BoardFrame) -> str:
        """The sentence for a line-up; empty: there is nothing to say."""
        players = self._players
        sharp = sum(max(seen.sigma[:2]) <= ROUGH_MM for seen in board.seen if seen.player)
        hard = max(players - sharp, 0)
        if hard <= SHARE * players:
            self._bad, self._good = 0, self._good + 1
            self._said &= self._good < LINE_UPS
            return ""
        self._bad, self._good = self._bad + 1, 0
        if self._said or self._bad < LINE_UPS:
            return ""
        self._said = True
        return (
            f"{hard} of {players} bases are hard to measure in this light, so more calls will be "
            "flagged. Even light from above, without sun on the board, helps."
        )
