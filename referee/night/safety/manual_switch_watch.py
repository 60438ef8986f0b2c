"""A board whose switch a coach holds: what he does is seen, what he should do is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from referee.core.clock import MS_NS

# A hand needs a moment to reach the switch; after that he is reminded, and again while he waits.
REACH_NS, REMIND_NS = 1_500 * MS_NS, 5_000 * MS_NS
SWITCH_ON, SWITCH_OFF = "Switch on.", "Switch off."


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

    def called(self) -> bool:
        """Whether "switch on" has to be said now: once for each time the board rests."""
        said, self._called = self._called, True
        return not said

    def over(self, t_ns: int) -> None:
        """A play was stopped: from here on he should switch off."""
        self._let_go, self._off_ns, self._called = False, t_ns + REACH_NS, False

    def see(self, t_ns: int, moving: bool | None, *, runs: bool, hands: bool) -> ManualSwitchAct:
        """A frame. With hands over the board the bases tell nothing of the switch."""
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
