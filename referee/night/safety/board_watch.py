"""What the frames say of the board: do bases move, are hands away, does it obey the switch."""

from __future__ import annotations

from referee.calls.frame import BoardFrame
from referee.core.clock import MS_NS
from referee.night.gate import HandsAway
from referee.night.night_frame import NightFrame
from referee.night.safety.board_motion import BoardMotion
from referee.night.safety.power_effect_check import PowerEffectCheck
from referee.night.safety.roster_lost_check import ROSTER_LOST, RosterLostCheck

# With too few who are seen for so long it is not known whether the board rests.
UNTOLD_NS = 500 * MS_NS


class BoardWatch:
    """Fed every frame. ``board`` is the newest one, ``alarm`` a sentence, empty: all is well."""

    def __init__(self) -> None:
        self.board: BoardFrame | None = None
        self.hands, self.alarm = HandsAway(), ""
        self._motion, self._effect_check = BoardMotion(), PowerEffectCheck()
        self._roster_lost = RosterLostCheck()
        self._told_ns: int | None = None

    def update(self, frame: NightFrame, *, by_hand: bool) -> bool | None:
        """Take in a frame; return whether bases move, None: too few are seen.

        ``by_hand``: a coach holds the switch, and what a coach does with it proves nothing.
        """
        board = self.board = frame.board
        self.hands.update(board.t_ns, frame.hands)
        moving = self._motion.update(board)
        if moving is not None:
            self._told_ns = board.t_ns
        if not by_hand:
            handled = not self.hands.clear(board.t_ns)
            any_moves = self._motion.any_moves
            alarm = self._effect_check.update(
                board.t_ns, moving, hands=handled, any_moves=any_moves
            )
            self.alarm = self.alarm if alarm is None else alarm.value
        return moving

    def switched(self, now_ns: int, *, closed: bool) -> None:
        """The night has ordered the power on or off."""
        self._effect_check.switched(now_ns, closed=closed)
        if not closed:
            self._roster_lost.off()

    def looked(self, now_ns: int) -> None:
        """A person has looked; what is still wrong raises the alarm again."""
        self.alarm = ""
        self._effect_check.looked(now_ns)

    def hands_away(self, frame: NightFrame, *, power: bool) -> bool:
        """Whether hands are away: of a board that runs the newest frame counts alone."""
        return not frame.hands if power else self.hands.clear(frame.board.t_ns)

    def too_few(self, board: BoardFrame) -> bool:
        """Whether so few are seen any more that nobody can tell whether the board rests."""
        return self._told_ns is not None and board.t_ns - self._told_ns >= UNTOLD_NS

    def lost(self, board: BoardFrame, *, power: bool, in_play: bool) -> str:
        """A sentence if nearly nobody is seen any more, in a play; else empty.

        Between plays figures are taken off the board, and nobody is alarmed.
        """
        if power:
            return self._roster_lost.update(board.t_ns, len(board.seen))
        away = self.hands.clear(board.t_ns)
        return ROSTER_LOST if in_play and away and self.too_few(board) else ""
