"""Who touches whom while the board rests: those may not be turned, and the screen marks them."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.calls.contact.engagement import Engagement, EngagementRules
from referee.calls.contact.neighbours import recent_frames
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.roster import Roster

# The pairs of 22 bases are many; a resting board does not change ten times a second.
EVERY_NS = 100_000_000
LEAST_FRAMES = 3


@dataclass
class EngagementPairs:
    """Fed every frame; answers once the board has rested for some frames."""

    rules: EngagementRules
    roster: Roster
    levels: Thresholds
    pairs: tuple[tuple[str, str], ...] = ()
    _watch: Engagement | None = None
    _run: list[BoardFrame] = field(default_factory=list)
    _seen: int = 0
    _due_ns: int = field(default=0)

    @property
    def known(self) -> tuple[tuple[str, str], ...] | None:
        """The pairs; None as long as the board has not rested for long enough to tell."""
        return self.pairs if self._watch is not None and self._seen >= LEAST_FRAMES else None

    def update(self, board: BoardFrame, *, resting: bool) -> None:
        """Take in a frame."""
        if board.power:
            self._run = recent_frames(self._run, board)
        if board.power or not resting:
            self._watch, self.pairs, self._due_ns = None, (), 0
            return
        if board.t_ns < self._due_ns:
            return
        if self._watch is None:
            self._watch = Engagement(self.rules, self.roster, self.levels, self._run)
            self._seen = 0
        self._due_ns = board.t_ns + EVERY_NS
        self._watch.update(board)
        self._seen += 1
        if self._seen >= LEAST_FRAMES:
            found = self._watch.calls(0)
            self.pairs = tuple(sorted((c.players[0], c.players[1]) for c in found if not c.flag))
