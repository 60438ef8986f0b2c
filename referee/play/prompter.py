"""The prompter: at rest he sets up the next play, reads the line-up, says what goes unsaid."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.board import Board
from referee.core.field import FieldProfile
from referee.core.roster import Roster, Team
from referee.official.line_up import Form
from referee.official.official import Official
from referee.official.said import LinedUp, PutInto, Said
from referee.play.defaults import Defaults
from referee.play.setting import Setting
from referee.rulebooks.period import Period
from referee.rulebooks.rulebook import Rulebook

_NEXT = PutInto(period=Period.SET)


class Prompter:
    """Fed the frames of a resting board; what he answers is to be declared.

    ``touched``: hands were over the board since the last play.
    """

    def __init__(
        self, rulebook: Rulebook, field: FieldProfile, roster: Roster, names: Mapping[Team, str]
    ) -> None:
        self.setting = Setting(rulebook, field, roster, names)
        self.defaults = Defaults()
        self.touched = False
        self._play = 0

    def see(self, board: Board, official: Official, *, ready: bool) -> Said | None:
        """A frame at rest with hands away, and at most one thing to say."""
        if official.number != self._play:
            self._play = official.number
            self.setting.forget()
            self.defaults.forget()
        if official.over:
            self.touched = False
            return _NEXT
        notice = official.notice
        before = notice.period is Period.SET
        if before and self.setting.see(board, official.state):
            linemen = self.setting.linemen
            if linemen is not None and linemen != official.linemen:
                return LinedUp(linemen)
        taken = self.defaults.see(notice, self.setting.line_up, ready=ready)
        return None if taken is None else taken.said

    def set_up(self, official: Official) -> bool:
        """Whether nothing in the line-up speaks against a snap, as far as the rules are known."""
        if official.notice.period is not Period.SET:
            return True
        found = self.setting.line_up
        return found is not None and found.form is not Form.NONE and not self.setting.against

    def started(self) -> None:
        """Power came on: what hands did before is past."""
        self.touched = False
