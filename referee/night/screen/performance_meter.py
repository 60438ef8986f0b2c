"""How well the loop keeps up: frames a second, how old the newest is, what got lost, each stage."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from referee.core.clock import S_NS
from referee.night.screen.latency import Latencies
from referee.night.screen.snapshot import Performance

RATE_FRAMES = 60
# A camera that stopped has no rate: not even that of the frames it gave before.
RATE_HOLDS_NS = 2_000_000_000


@dataclass
class PerformanceMeter:
    """Told of every frame."""

    latencies: Latencies = field(default_factory=Latencies)
    _arrivals: deque[int] = field(default_factory=lambda: deque(maxlen=RATE_FRAMES))
    _sequence: int | None = None
    _taken_ns: int | None = None
    _dropped: int = 0

    def frame(self, sequence: int, taken_ns: int, arrived_ns: int) -> None:
        """A frame came. One that the camera took and nobody was given is lost."""
        if self._sequence is not None:
            self._dropped += max(0, sequence - self._sequence - 1)
        self._sequence, self._taken_ns = sequence, taken_ns
        self._arrivals.append(arrived_ns)

    def numbers(self, now_ns: int) -> Performance:
        """As a screen shows them."""
        age_ns = None if self._taken_ns is None else max(0, now_ns - self._taken_ns)
        return Performance(self._rate(now_ns), self._dropped, self.latencies.spreads(), age_ns)

    def _rate(self, now_ns: int) -> float:
        while self._arrivals and now_ns - self._arrivals[0] > RATE_HOLDS_NS:
            self._arrivals.popleft()
        if len(self._arrivals) < 2:
            return 0.0
        return (len(self._arrivals) - 1) * S_NS / (self._arrivals[-1] - self._arrivals[0])
