"""What every fake board has: a relay with its history."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class FakeBoard:
    """One relay counts, number 1; ``edges`` are (time, closed)."""

    t_ns: int = 0
    relays: list[bool] = field(default_factory=lambda: [False] * 8)
    edges: list[tuple[int, bool]] = field(default_factory=list)
    buffer: bytes = b""

    @property
    def closed(self) -> bool:
        """Whether the relay that counts is closed."""
        return self.relays[0]

    def switch(self, number: int, closed: bool) -> None:
        """Relay ``number``, counted from 1."""
        if number == 1 and closed != self.relays[0]:
            self.edges.append((self.t_ns, closed))
        self.relays[number - 1] = closed

    def unplugged(self) -> None:
        """Its supply is the cable: everything opens and is forgotten."""
        for number in range(1, len(self.relays) + 1):
            self.switch(number, False)
        self.buffer = b""

    def feed(self, t_ns: int, data: bytes) -> bytes:
        """Bytes arrive; what it answers."""
        self.t_ns = t_ns
        self.buffer += data
        return self.obey()

    def obey(self) -> bytes:
        """Do what the bytes in the buffer say; what it answers."""
        raise NotImplementedError

    def tick(self, t_ns: int) -> bytes:
        """Time passes; what it says by itself."""
        self.t_ns = t_ns
        return b""
