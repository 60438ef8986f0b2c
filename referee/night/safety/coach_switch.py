"""A board without a power device: the coach holds its switch, and the referee only calls."""

from __future__ import annotations

from collections.abc import Callable

from referee.power.switch import PowerCause, PowerState
from referee.system_clock import clock_ns

SWITCH_BY_HAND = (
    "There is no power device: you hold the board's switch, and the referee only calls. Switch on "
    "when it says so, and off at the whistle."
)


class CoachSwitch:
    """A `PowerSwitch` that switches nothing and knows nothing; whether the board runs is seen."""

    def __init__(self, clock: Callable[[], int] = clock_ns) -> None:
        self._clock = clock

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
        """Open, as far as anybody asked."""
        return PowerState(False, PowerCause.ASKED_OFF, 0, None, self._clock())
