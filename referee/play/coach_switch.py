"""A board without a power device: the coach holds the switch, and the frames show how it stands."""

from __future__ import annotations

import time
from collections.abc import Callable

from referee.power.switch import Cause, PowerState

BY_HAND = (
    "There is no power device: you hold the board's switch, and the referee only calls. Switch on "
    "when he says so, and off at the whistle."
)


class CoachSwitch:
    """A `PowerSwitch` that switches nothing: `told` says what was seen, `state` repeats it."""

    def __init__(self, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock = clock
        self._closed, self._since_ns = False, clock()

    def told(self, closed: bool, t_ns: int) -> None:
        """The bases were seen to move, or to rest."""
        if closed is not self._closed:
            self._closed, self._since_ns = closed, t_ns

    def on(self, lease_ns: int) -> None:
        """The coach does it."""

    def off(self) -> None:
        """The coach does it."""

    def pulse(self, duration_ns: int) -> None:
        """The coach does it."""

    def panic(self) -> None:
        """The coach does it."""

    def clear(self) -> None:
        """There is nothing that could be latched."""

    def state(self) -> PowerState:
        """As it was seen last."""
        cause = Cause.FOREIGN if self._closed else Cause.ASKED_OFF
        return PowerState(self._closed, cause, self._since_ns, None, self._clock())
