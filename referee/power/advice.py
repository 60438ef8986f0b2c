"""What a person does after a fault."""

from __future__ import annotations

from collections.abc import Mapping

from referee.power.switch import Cause


def fault_words(cause: Cause) -> str:
    """What to do after a fault, for people."""
    return _ADVICE.get(cause, "Look at the board, then clear the fault to go on.")


_ADVICE: Mapping[Cause, str] = {
    Cause.EMERGENCY_STOP: "Release the stop (without one, join D2 and GND), then clear the fault.",
    Cause.LINK_LOST: "Look at the USB cable; the program connects again by itself.",
    Cause.FOREIGN: "Close other programs that use serial ports, then clear the fault.",
    Cause.STUCK: "Pull the plug of the board: the relay does not open any more.",
    Cause.PANIC: "Clear the fault when the board may run again.",
}
