"""What a bought board understands: bytes for on and off, maybe a question, maybe an answer."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.clock import MS_NS

# Nothing a board says is longer; a flood keeps only its end.
MAX_KEPT = 64


@dataclass(slots=True)
class Dialect:
    """One relay of one board. A board without a question leaves ``ask`` empty."""

    relay: int = 1
    relays: int = 1
    baud: int = 9600
    # Rest between two commands.
    gap_ns: int = 10 * MS_NS
    _kept: bytes = b""

    def on(self) -> bytes:
        """Close the relay."""
        raise NotImplementedError

    def off(self) -> bytes:
        """Open the relay."""
        raise NotImplementedError

    def ask(self) -> bytes:
        """Ask whether it is closed; empty if the board cannot be asked."""
        return b""

    def timed(self, for_ns: int) -> bytes:  # noqa: ARG002 - for boards that can
        """Close it for exactly so long, timed on the board; empty if it cannot."""
        return b""

    def wake(self) -> tuple[bytes, ...]:
        """What the board wants to hear once after it was plugged in, after off."""
        return ()

    def read(self, data: bytes) -> list[bool]:
        """Every reading of our relay that these bytes complete."""
        self._kept = (self._kept + data)[-MAX_KEPT:]
        readings, used = self._readings(self._kept)
        self._kept = self._kept[used:]
        return readings

    def forget(self) -> None:
        """The line starts anew."""
        self._kept = b""

    def _readings(self, kept: bytes) -> tuple[list[bool], int]:
        """Readings in what was kept, and how many of its bytes are done with."""
        return [], len(kept)
