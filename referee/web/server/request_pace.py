"""How quickly a device that is not paired is answered: as a page needs it, and no quicker.

Every answer takes time from the thread that sees the board. So a stranger who asks without end is
answered later and later; a press of Stop or Off has a purse of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """So many requests at once, then so many in each second."""

    at_once: float
    each_s: float


# A page loads some thirty files, then asks once or twice a second for what was said.
READING, PRESSING = Pace(60.0, 10.0), Pace(10.0, 4.0)
LONGEST_WAIT_S = 3.0
MOST_ADDRESSES = 256


@dataclass(slots=True)
class _Purse:
    left: float
    at_s: float


class RequestPace:
    """The purses of all addresses; every method is told the time."""

    def __init__(self) -> None:
        self._purses: OrderedDict[tuple[str, bool], _Purse] = OrderedDict()

    def wait_s(self, address: str, pressing: bool, now_s: float) -> float:
        """How long a request has to wait until it is answered."""
        pace, key = PRESSING if pressing else READING, (address, pressing)
        purse = self._purses.get(key) or _Purse(pace.at_once, now_s)
        self._purses[key] = purse
        self._purses.move_to_end(key)
        while len(self._purses) > MOST_ADDRESSES:
            self._purses.popitem(last=False)
        earned = max(0.0, now_s - purse.at_s) * pace.each_s
        purse.left, purse.at_s = min(pace.at_once, purse.left + earned) - 1.0, now_s
        # Whoever asks on while waiting does not wait for ever.
        purse.left = max(purse.left, -LONGEST_WAIT_S * pace.each_s)
        return max(0.0, -purse.left / pace.each_s)
