"""A coach holds the board's switch: the bases show what the coach did, and a reminder is due."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from referee.core.clock import MS_NS

# A hand needs this long to reach the switch.
REACH_NS = 1_500 * MS_NS
# A reminder is repeated this often.
REMIND_NS = 5_000 * MS_NS
SWITCH_ON = "Switch on."
SWITCH_OFF = "Switch off."


class ManualSwitchAct(Enum):
    """What the coach's hand on the switch has done, as far as it can be seen."""

    NOTHING = auto()
    CAME_ON = auto()
    WENT_OFF = auto()
    FORGOT = auto()


@dataclass
class ManualSwitchWatch:
    """Fed every frame; ``runs`` is whether a play is on.

    ``may``: nothing spoke against power when the board last rested.
    """

    may: bool = False
    _moves: bool = False
    _let_go: bool = True
    _off_ns: int = 0
    _called: bool = False

    def take_reminder(self) -> bool:
        """Whether "switch on" has to be said now; true once for each time the board rests."""
        said, self._called = self._called, True
        return not said

    def play_stopped(self, t_ns: int) -> None:
        """A play was stopped: from here on the coach should switch off."""
        self._let_go, self._off_ns, self._called = False, t_ns + REACH_NS, False

    def update(self, t_ns: int, moving: bool | None, *, runs: bool, hands: bool) -> ManualSwitchAct:
        """Take in a frame. With hands over the board the bases show nothing of the switch."""
        if moving is None or hands:
            return ManualSwitchAct.NOTHING
        moved, self._moves = self._moves, moving
        if runs:
            return ManualSwitchAct.WENT_OFF if moved and not moving else ManualSwitchAct.NOTHING
        if not moving:
            self._let_go = True
            return ManualSwitchAct.NOTHING
        if self._let_go:
            return ManualSwitchAct.NOTHING if moved else ManualSwitchAct.CAME_ON
        if t_ns < self._off_ns:
            return ManualSwitchAct.NOTHING
        self._off_ns = t_ns + REMIND_NS
        return ManualSwitchAct.FORGOT
