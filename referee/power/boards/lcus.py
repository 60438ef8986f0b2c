"""LCUS-1, -2, -4, -8 (LC Tech, "CH340 relay"), with the older and the newer firmware.

Source: the vendor's text and published scripts; the last byte is the sum of the first three.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.power.boards.dialect import Dialect

_HEAD = 0xA0
_OFF, _ON, _OFF_REPLY, _ON_REPLY, _ASK = 0x00, 0x01, 0x02, 0x03, 0x05
_FRAME = 4


def _frame(relay: int, op: int) -> bytes:
    head = bytes((_HEAD, relay, op))
    return head + bytes((sum(head) & 0xFF,))


@dataclass(slots=True)
class OldLcus(Dialect):
    """Answers one byte FF with a line of text for each relay, or not at all."""

    def on(self) -> bytes:
        """``A0 01 01 A2`` for the first relay."""
        return _frame(self.relay, _ON)

    def off(self) -> bytes:
        """``A0 01 00 A1`` for the first relay."""
        return _frame(self.relay, _OFF)

    def ask(self) -> bytes:
        """One byte."""
        return b"\xff"

    def _readings(self, kept: bytes) -> tuple[list[bool], int]:
        found = list(re.finditer(rb"CH(\d):\s?(ON|OFF)", kept))
        readings = [m[2] == b"ON" for m in found if int(m[1]) == self.relay]
        return readings, found[-1].end() if found else 0


@dataclass(slots=True)
class NewLcus(Dialect):
    """Commands with and without reply; those with reply once the board has replied."""

    _replies: bool = False

    def on(self) -> bytes:
        """``A0 01 03 A4`` for the first relay once it replies."""
        return _frame(self.relay, _ON_REPLY if self._replies else _ON)

    def off(self) -> bytes:
        """``A0 01 02 A3`` for the first relay once it replies."""
        return _frame(self.relay, _OFF_REPLY if self._replies else _OFF)

    def ask(self) -> bytes:
        """``A0 01 05 A6`` for the first relay."""
        return _frame(self.relay, _ASK)

    def _readings(self, kept: bytes) -> tuple[list[bool], int]:
        readings, at = [], 0
        while at + _FRAME <= len(kept):
            frame = kept[at : at + _FRAME]
            if frame[0] == _HEAD and sum(frame[:3]) & 0xFF == frame[3] and frame[2] in (0, 1):
                if frame[1] == self.relay:
                    readings.append(frame[2] == 1)
                at += _FRAME
            else:
                at += 1
        self._replies |= bool(readings)
        return readings, at
