"""What every board is to the guard: a conversation without a port and without a clock.

Bytes go in, bytes come out, and the caller supplies the time. So the same code talks to a cable, to
a simulated chip in lockstep, and to a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from referee.power.capabilities import Capabilities
from referee.power.events import PowerHappening
from referee.power.switch import PowerCause

BITS_PER_BYTE = 10


@dataclass(frozen=True, slots=True)
class PowerFault:
    """Something after which the power stays off until a person clears it."""

    cause: PowerCause
    detail: str


@dataclass(frozen=True, slots=True)
class ClockFit:
    """How the board's clock stands against the computer's."""

    offset_ns: int
    within_ns: int
    drift_ppm: float
    round_trip_ns: int


class PowerDevice(Protocol):
    """One board on one wire.

    The guard calls a method, then sends ``output()`` and takes ``happened()`` and ``faults()``;
    at ``due_ns()`` at the latest it calls ``tick()``.
    """

    @property
    def capabilities(self) -> Capabilities:
        """What this board can do, as far as it is known by now."""

    @property
    def ready(self) -> bool:
        """Whether it may be asked to switch on."""

    @property
    def closed(self) -> bool | None:
        """Whether the relay is closed; None when it is not known."""

    @property
    def quiet(self) -> bool:
        """Whether nothing waits to be written or answered."""

    @property
    def fit(self) -> ClockFit | None:
        """The board's clock, if it has one and it has been compared."""

    @property
    def about(self) -> str:
        """What it said of itself, in one line."""

    def connected(self, t_ns: int, just_plugged_in: bool) -> None:
        """The port is open; the first act is off."""

    def disconnected(self, t_ns: int) -> None:
        """The port is gone."""

    def on(self, t_ns: int, until_ns: int) -> None:
        """Close, or stay closed, until ``until_ns``."""

    def pulse(self, t_ns: int, for_ns: int) -> None:
        """Close for ``for_ns``."""

    def off(self, t_ns: int) -> None:
        """Open, and see to it that it is done."""

    def panic(self, t_ns: int) -> None:
        """Open by the fastest way there is."""

    def clear(self, t_ns: int) -> None:
        """A person says that the power may come back; it stays off."""

    def received(self, t_ns: int, data: bytes) -> None:
        """Bytes came."""

    def tick(self, t_ns: int) -> None:
        """Time passed."""

    def due_ns(self) -> int:
        """When ``tick`` is wanted next."""

    def output(self, t_ns: int) -> bytes:
        """What is to be written now; it counts as written."""

    def happened(self) -> list[PowerHappening]:
        """What has happened since this was last asked."""

    def faults(self) -> list[PowerFault]:
        """What went wrong since this was last asked."""


def wire_ns(count: int, baud: int) -> int:
    """How long ``count`` bytes are on the wire: start bit, eight bits, stop bit."""
    return count * BITS_PER_BYTE * 1_000_000_000 // baud
