"""The prompter: at rest it sets up the next play, reads the line-up, declares defaults."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.frame import BoardFrame
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase
from referee.night.line_up.default_declarations import DefaultDeclarations
from referee.night.line_up.line_up_reader import LineUpReader
from referee.official.declarations.types import Declaration, LinemenNamed, PlayMoved
from referee.official.line_up.line_up import LineUpForm
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

_NEXT = PlayMoved(step=PlayStep.SET)
_KICKOFFS = (GamePhase.KICKOFF, GamePhase.FREE_KICK)


class Prompter:
    """Fed the frames of a resting board; what it answers is to be declared.

    ``touched``: hands were over the board since the last play.
    """

    def __init__(
        self, rulebook: Rulebook, field: FieldProfile, roster: Roster, names: Mapping[Team, str]
    ) -> None:
        self.reader = LineUpReader(rulebook, field, roster, names)
        self.defaults = DefaultDeclarations()
        self.touched = False
        self._play = 0

    def update(self, board: BoardFrame, official: Official, *, ready: bool) -> Declaration | None:
        """A frame at rest with hands away, and at most one thing to say."""
        if official.number != self._play:
            self._play = official.number
            self.reader.forget()
            self.defaults.forget()
        if official.over:
            self.touched = False
            return _NEXT
        notice = official.notice
        before = notice.step is PlayStep.SET
        if before and self.reader.update(board, official.state, notice.kicks.now):
            linemen = self.reader.linemen
            if linemen is not None and linemen != official.linemen:
                return LinemenNamed(linemen)
        taken = self.defaults.update(notice, self.reader.line_up, ready=ready)
        return None if taken is None else taken.said

    def set_up(self, official: Official) -> bool:
        """Whether nothing in the line-up speaks against a snap, as far as the rules are known."""
        if official.notice.step is not PlayStep.SET:
            return True
        kicks = official.notice.kicks.now
        if official.state.phase in _KICKOFFS:
            return kicks is not None  # nobody snaps the ball
        found = self.reader.line_up
        return found is not None and found.form is not LineUpForm.NONE and not self.reader.against

    def started(self) -> None:
        """Power came on: what hands did before is past."""
        self.touched = False
