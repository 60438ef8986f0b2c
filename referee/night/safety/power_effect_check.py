"""The closed loop: what was switched has to be seen. A cut that stops nothing is an alarm."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.clock import MS_NS

# Bases roll on for up to half a second; a motor takes up to a quarter of one to shake the board.
STOP_WITHIN_NS = 900 * MS_NS
START_WITHIN_NS = 900 * MS_NS
# A hand that the eyes miss sets a few bases in a moment; a board that shakes goes on shaking.
ALONE_FOR_NS = 300 * MS_NS


class PowerAlarm(StrEnum):
    """What the eyes say against the switch."""

    STILL_MOVING = "The power was cut and the bases still move. Pull the plug."
    NOT_MOVING = "The power is on and nothing moves. Look at the board's lead and its switch."
    MOVES_ALONE = "The bases move though the power is off. Pull the plug."


@dataclass
class PowerEffectCheck:
    """Compares what was switched with what the frames show; returns an alarm, once each time.

    `switched` says when the switch was told to change, `update` whether bases move in a frame.
    """

    closed: bool = False
    _changed_ns: int = 0
    _agreed: bool = True
    _against_ns: int | None = None
    _said: PowerAlarm | None = None

    def switched(self, t_ns: int, *, closed: bool) -> None:
        """The switch was told to close or to open; saying it again changes nothing."""
        if closed is self.closed:
            return
        self.closed, self._changed_ns = closed, t_ns
        self._agreed, self._said = False, None

    def looked(self, t_ns: int) -> None:
        """A person has looked; if it goes on, it is an alarm again."""
        self._changed_ns, self._said = t_ns, None

    def update(
        self, t_ns: int, moving: bool | None, *, hands: bool, any_moves: bool = False
    ) -> PowerAlarm | None:
        """A frame. With hands over the board bases may move without power.

        ``any_moves``: at least one base does. That is enough for a board that runs: at the end of a
        long run all others are jammed.
        """
        if moving is None:
            return None
        if moving is self.closed or (self.closed and any_moves):
            self._agreed, self._said, self._against_ns = True, None, None
            return None
        if hands and not self.closed:
            self._against_ns = None
            return None
        if self._against_ns is None:
            self._against_ns = t_ns
        found = self._found(t_ns, t_ns - self._against_ns)
        if found is None or found is self._said:
            return None
        self._said = found
        return found

    def _found(self, t_ns: int, against_ns: int) -> PowerAlarm | None:
        """What it is that eyes and switch have disagreed for so long."""
        within_ns = START_WITHIN_NS if self.closed else STOP_WITHIN_NS
        if t_ns - self._changed_ns < within_ns:
            return None
        if self.closed:
            return PowerAlarm.NOT_MOVING
        if not self._agreed:
            return PowerAlarm.STILL_MOVING
        return PowerAlarm.MOVES_ALONE if against_ns >= ALONE_FOR_NS else None
