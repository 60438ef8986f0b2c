"""What every power switch promises: it opens unless it is asked for power again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from referee.core.clock import MS_NS
from referee.core.errors import BadValue

MIN_LEASE_NS = 20 * MS_NS
MAX_LEASE_NS = 5_000 * MS_NS


class PowerLost(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The device does not answer any more: whether the power is on is not known."""


class PowerRefused(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The device will not switch on, and the message says why."""


class PowerCause(StrEnum):
    """Why the switch is as it is."""

    NEVER_ON = "never switched on"
    ASKED_ON = "switched on"
    ASKED_OFF = "switched off"
    PULSE = "pulse"
    PULSE_OVER = "pulse over"
    LEASE_ENDED = "lease not renewed"
    PANIC = "panic"
    HOST_SILENT = "the referee fell silent"
    LINK_LOST = "the board does not answer"
    RESTARTED = "the board started anew"
    EMERGENCY_STOP = "emergency stop"
    TRIPPED = "the board cut the power itself"
    STUCK = "the contact is stuck"
    FOREIGN = "somebody else switched"


# After these the power stays off until a person says that it may come back.
LATCHING = frozenset(
    {
        PowerCause.LEASE_ENDED,
        PowerCause.PANIC,
        PowerCause.HOST_SILENT,
        PowerCause.LINK_LOST,
        PowerCause.RESTARTED,
        PowerCause.EMERGENCY_STOP,
        PowerCause.TRIPPED,
        PowerCause.STUCK,
        PowerCause.FOREIGN,
    }
)
# These only a person brings about, with a hand on the page, a key, a pedal or the board's button.
BY_PERSON = frozenset({PowerCause.PANIC, PowerCause.EMERGENCY_STOP})
_ADVICE: Mapping[PowerCause, str] = {
    PowerCause.EMERGENCY_STOP: (
        "Release the stop (without one, join D2 and GND), then clear the fault."
    ),
    PowerCause.LINK_LOST: "Look at the USB cable; the program connects again by itself.",
    PowerCause.FOREIGN: "Close other programs that use serial ports, then clear the fault.",
    PowerCause.STUCK: "Pull the plug of the board: the relay does not open any more.",
    PowerCause.PANIC: "Clear the fault when the board may run again.",
}


def fault_words(cause: PowerCause) -> str:
    """What a person does after a fault, in a sentence."""
    return _ADVICE.get(cause, "Look at the board, then clear the fault to go on.")


@dataclass(frozen=True, slots=True)
class PowerState:
    """The switch as last reported. ``closed`` means that the board has power.

    ``since_ns`` is when it last opened or closed, ``until_ns`` when it opens by itself and
    ``as_of_ns`` when the device said so, all on the monotonic clock.
    """

    closed: bool
    cause: PowerCause
    since_ns: int
    until_ns: int | None
    as_of_ns: int

    @property
    def latched(self) -> bool:
        """After a panic or a fault the switch stays open until a person clears it."""
        return self.cause in LATCHING

    @property
    def by_person(self) -> bool:
        """Whether a person switched it off for good: only a person may say that it may close."""
        return self.cause in BY_PERSON


@runtime_checkable
class PowerSwitch(Protocol):
    """A relay, a smart plug or the simulated board."""

    def on(self, lease_ns: int) -> None:
        """Close for ``lease_ns``; asking again renews. Not renewed in time, it is off for good."""

    def off(self) -> None:
        """Open the switch now."""

    def pulse(self, duration_ns: int) -> None:
        """Close the switch for one short time, to nudge the figures."""

    def panic(self) -> None:
        """Open the switch at once, for good."""

    def clear(self) -> None:
        """A person has looked: after a fault the switch may close again, once it is asked to."""

    def state(self) -> PowerState:
        """What the device last said."""


def checked_lease_ns(key: str, value: int) -> int:
    """``value`` if it is a lease a board may be given.

    >>> checked_lease_ns("lease_ns", 300_000_000)
    300000000
    """
    if not MIN_LEASE_NS <= value <= MAX_LEASE_NS:
        allowed = f"{MIN_LEASE_NS} to {MAX_LEASE_NS} ns (20 ms to 5 s)"
        raise BadValue(key, value, allowed)
    return value
