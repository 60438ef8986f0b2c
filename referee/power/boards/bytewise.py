"""Boards of one-byte commands: HW-667, Devantech, ICStation."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.clock import MS_NS
from referee.power.boards.dialect import Dialect


@dataclass(slots=True)
class Hw667(Dialect):
    """HW-667 "E-3": one byte on, one byte off, no answer."""

    def on(self) -> bytes:
        """``AA``."""
        return b"\xaa"

    def off(self) -> bytes:
        """``BB``."""
        return b"\xbb"


@dataclass(slots=True)
class Devantech(Dialect):
    """USB-RLY02, -08, -16: a letter per relay, ``5B`` asks for a mask of the first eight."""

    def on(self) -> bytes:
        """``65`` for the first relay."""
        return bytes((0x64 + self.relay,))

    def off(self) -> bytes:
        """``6F`` for the first relay."""
        return bytes((0x6E + self.relay,))

    def ask(self) -> bytes:
        """The only command that is answered."""
        return b"\x5b"

    def _readings(self, kept: bytes) -> tuple[list[bool], int]:
        return [bool(mask >> (self.relay - 1) & 1) for mask in kept], len(kept)


@dataclass(slots=True)
class IcStation(Dialect):
    """ICSE012A, 013A, 014A: after waking every byte is a mask in which 0 is closed.

    A board that is awake takes the waking byte ``50`` for a mask and closes relays. So it is sent
    only when a person says that the board has just been plugged in. All its relays are ours.
    """

    gap_ns: int = 10 * MS_NS

    def on(self) -> bytes:
        """The mask with only our bit 0."""
        return bytes((0xFF & ~(1 << (self.relay - 1)),))

    def off(self) -> bytes:
        """``FF``: every relay open."""
        return b"\xff"

    def wake(self) -> tuple[bytes, ...]:
        """Ask who it is, start it, and open everything."""
        return (b"\x50", b"\x51", b"\xff")
