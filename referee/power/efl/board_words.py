"""What the board's short words mean, in the referee's causes and in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.power.power_device import PowerFault
from referee.power.switch import PowerCause

# Bits of the state byte that ends every answer.
CLOSED, LOAD, STOP_OPEN, TRIPPED, SESSION, PULSING, SEES_LOAD = 1, 2, 4, 8, 16, 32, 64

_OTHER = "another program may have opened its port"
TRIPS: Mapping[str, PowerFault] = {
    "lease": PowerFault(PowerCause.HOST_SILENT, "the board heard nothing in time and opened"),
    "frame": PowerFault(
        PowerCause.FOREIGN, f"the board heard something it does not understand and opened: {_OTHER}"
    ),
    "line": PowerFault(
        PowerCause.TRIPPED, f"the board could not read its line and opened: the cable, or {_OTHER}"
    ),
    "estop": PowerFault(
        PowerCause.EMERGENCY_STOP, "the emergency stop was pressed, or its wire is broken"
    ),
    "panic": PowerFault(PowerCause.PANIC, "the board was told to stop at once"),
    "max": PowerFault(PowerCause.HOST_SILENT, "the board was on longer than it may be"),
    "self": PowerFault(PowerCause.STUCK, "the board's output pin does not obey"),
    "stuck": PowerFault(
        PowerCause.STUCK,
        "there is power though the relay is open: the contact is welded, pull the plug",
    ),
    "noload": PowerFault(
        PowerCause.TRIPPED, "no power arrived though the relay closed: look at plug, fuse and dial"
    ),
}
REFUSED: Mapping[str, PowerFault] = {
    "open": PowerFault(
        PowerCause.FOREIGN, "the board is off though it was to be on: switched from elsewhere"
    ),
    "busy": PowerFault(
        PowerCause.TRIPPED, "a pulse is running in the board, or its power is on already"
    ),
    "estop": TRIPS["estop"],
    "tripped": PowerFault(PowerCause.TRIPPED, "the board has cut the power and was not cleared"),
    "range": PowerFault(PowerCause.TRIPPED, "the board does not accept this length"),
}
OPENED: Mapping[str, PowerCause] = {
    "off": PowerCause.ASKED_OFF,
    "hello": PowerCause.ASKED_OFF,
    "pulse": PowerCause.PULSE_OVER,
    **{word: fault.cause for word, fault in TRIPS.items()},
}
CLOSED_BY: Mapping[str, PowerCause] = {"on": PowerCause.ASKED_ON, "pulse": PowerCause.PULSE}
RESETS: tuple[tuple[int, str], ...] = (
    (0x08, "watchdog"),
    (0x04, "supply voltage too low"),
    (0x02, "reset line"),
    (0x01, "power came on"),
)


def trip_fault(word: str) -> PowerFault:
    """The fault behind a trip's word; a word of a later firmware is shown as it is."""
    return TRIPS.get(word) or PowerFault(
        PowerCause.TRIPPED, f"the board cut the power: {word[:40]}"
    )


def reset_words(flags: int | None) -> str:
    """Why the board started anew."""
    found = [words for bit, words in RESETS if flags and flags & bit]
    return ", ".join(found) or "cause not known"
