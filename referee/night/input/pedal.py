"""A foot pedal without electronics: a contact between two pins of a USB serial adapter.

The contact joins RTS or DTR, which are driven high, with CTS or another line that is read. It must
not be the adapter of the power switch.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import serial

from referee.core.errors import BadValue, PlainWord
from referee.night.input.key_table import PEDAL

# The contact is looked at this often.
LOOK_S = 0.005
# It bounces for some milliseconds, and counts once it has been the same for so long.
BOUNCES_S = 0.02


@dataclass
class PedalContact:
    """A contact that bounces; told each time it is looked at."""

    closed: bool = False
    _same: int = 0

    def update(self, *, closed: bool) -> bool:
        """Whether it was closed just now."""
        self._same = 0 if closed is self.closed else self._same + 1
        if self._same * LOOK_S < BOUNCES_S:
            return False
        self.closed, self._same = closed, 0
        return closed


class SerialPedal:
    """Keys of a keyboard with one key: the pedal."""

    def __init__(
        self,
        lines: serial.Serial,
        line: str,
        say: Callable[[str], None],
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._lines, self._line, self._say, self._pause = lines, line, say, pause
        self._contact = PedalContact()
        self._lost = False

    def pressed(self, wait_s: float) -> list[str]:
        """The pedal's name, if it was stepped on."""
        for _ in range(max(1, round(wait_s / LOOK_S))):
            if self._look():
                return [PEDAL]
            self._pause(LOOK_S)
        return []

    def close(self) -> None:
        """Give the port back."""
        self._lines.close()

    def _look(self) -> bool:
        if self._lost:
            return False
        try:
            return self._contact.update(closed=bool(getattr(self._lines, self._line)))
        except (serial.SerialException, OSError) as error:
            self._lost = True
            self._say(f"The pedal is gone ({error}): plug it in and start the referee again.")
            return False


def open_pedal(port: str, line: str, say: Callable[[str], None]) -> SerialPedal:
    """The pedal on a serial port."""
    try:
        lines = serial.Serial(port)
        lines.rts = lines.dtr = True
    except (serial.SerialException, OSError, ValueError) as error:
        allowed = "the serial port of the pedal, see `referee power list`"
        raise BadValue(
            "pedal.port", PlainWord(f"{port}, which cannot be opened ({error})"), allowed
        ) from None
    return SerialPedal(lines, line, say)
