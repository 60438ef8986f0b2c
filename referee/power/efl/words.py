"""What the board's short words mean, in the referee's causes and in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.power.device import Fault
from referee.power.switch import Cause

# Bits of the state byte that ends every answer.
CLOSED, LOAD, STOP_OPEN, TRIPPED, SESSION, PULSING, SEES_LOAD = 1, 2, 4, 8, 16, 32, 64

_OTHER = "another program may have opened its port"
TRIPS: Mapping[str, Fault] = {
    "lease": Fault(Cause.HOST_SILENT, "the board heard nothing in time and opened"),
    "frame": Fault(
        Cause.FOREIGN, f"the board heard something it does not understand and opened: {_OTHER}"
    ),
    "line": Fault(
        Cause.TRIPPED, f"the board could not read its line and opened: the cable, or {_OTHER}"
    ),
    "estop": Fault(Cause.EMERGENCY_STOP, "the emergency stop was pressed, or its wire is broken"),
    "panic": Fault(Cause.PANIC, "the board was told to stop at once"),
    "max": Fault(Cause.HOST_SILENT, "the board was on longer than it may be"),
    "self": Fault(Cause.STUCK, "the board's output pin does not obey"),
    "stuck": Fault(
        Cause.STUCK, "there is power though the relay is open: the contact is welded, pull the plug"
    ),
    "noload": Fault(
        Cause.TRIPPED, "no power arrived though the relay closed: look at plug, fuse and dial"
    ),
}
REFUSED: Mapping[str, Fault] = {
    "open": Fault(
        Cause.FOREIGN, "the board is off though it was to be on: switched from elsewhere"
    ),
    "busy": Fault(Cause.TRIPPED, "a pulse is running in the board, or its power is on already"),
    "estop": TRIPS["estop"],
    "tripped": Fault(Cause.TRIPPED, "the board has cut the power and was not cleared"),
    "range": Fault(Cause.TRIPPED, "the board does not accept this length"),
}
OPENED: Mapping[str, Cause] = {
    "off": Cause.ASKED_OFF,
    "hello": Cause.ASKED_OFF,
    "pulse": Cause.PULSE_OVER,
    **{word: fault.cause for word, fault in TRIPS.items()},
}
CLOSED_BY: Mapping[str, Cause] = {"on": Cause.ASKED_ON, "pulse": Cause.PULSE}
RESETS: tuple[tuple[int, str], ...] = (
    (0x08, "watchdog"),
    (0x04, "supply voltage too low"),
    (0x02, "reset line"),
    (0x01, "power came on"),
)


def trip_fault(word: str) -> Fault:
    """The fault behind a trip's word; a word of a later firmware is shown as it is."""
    return TRIPS.get(word) or Fault(Cause.TRIPPED, f"the board cut the power: {word[:40]}")


def reset_words(flags: int | None) -> str:
    """Why the board started anew."""
    found = [words for bit, words in RESETS if flags and flags & bit]
    return ", ".join(found) or "cause not known"
