"""What a person does after a fault."""

from __future__ import annotations

from collections.abc import Mapping

from referee.power.switch import PowerCause


def fault_words(cause: PowerCause) -> str:
    """What to do after a fault, for people."""
    return _ADVICE.get(cause, "Look at the board, then clear the fault to go on.")


_ADVICE: Mapping[PowerCause, str] = {
    PowerCause.EMERGENCY_STOP: (
        "Release the stop (without one, join D2 and GND), then clear the fault."
    ),
    PowerCause.LINK_LOST: "Look at the USB cable; the program connects again by itself.",
    PowerCause.FOREIGN: "Close other programs that use serial ports, then clear the fault.",
    PowerCause.STUCK: "Pull the plug of the board: the relay does not open any more.",
    PowerCause.PANIC: "Clear the fault when the board may run again.",
}
