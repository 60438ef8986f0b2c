"""How well the loop keeps up: frames a second, how old the newest is, what got lost, each stage."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from referee.core.clock import MS_NS, S_NS
from referee.night.screen.computer_strain import ComputerStrain

# The rate is that of so many frames.
RATE_FRAMES = 60
# A camera that stopped has no rate: not even that of the frames it gave before.
RATE_HOLDS_NS = 2 * S_NS
# Latencies are those of so many frames: the last seconds, not the whole night.
LATENCY_FRAMES = 240


@dataclass(frozen=True, slots=True)
class LatencySpread:
    """Of a stage's last frames, in milliseconds."""

    median_ms: float
    p99_ms: float
    worst_ms: float


@dataclass(frozen=True, slots=True)
class Performance:
    """How well the referee keeps up; ``age_ns`` is of the newest frame, None before the first.

    ``speed`` is how quick the time of a simulated table passes, 1 is real time; None: real time.
    ``strained``: the computer is too busy for the frames that come.
    """

    fps: float
    dropped: int
    stages: dict[str, LatencySpread]
    age_ns: int | None = None
    speed: float | None = None
    strained: bool = False


@dataclass
class Latencies:
    """One for each stage, by name, in the order in which they were first told."""

    _kept: dict[str, deque[int]] = field(default_factory=dict)

    def note(self, stage: str, took_ns: int) -> None:
        """A stage took so long for one frame."""
        self._kept.setdefault(stage, deque(maxlen=LATENCY_FRAMES)).append(took_ns)

    def spreads(self) -> dict[str, LatencySpread]:
        """Every stage that was told."""
        return {stage: _spread(sorted(kept)) for stage, kept in self._kept.items()}


@dataclass
class PerformanceMeter:
    """Told of every frame."""

    latencies: Latencies = field(default_factory=Latencies)
    strain: ComputerStrain = field(default_factory=ComputerStrain)
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

    def numbers(self, now_ns: int, speed: float | None = None) -> Performance:
        """As a screen shows them."""
        age_ns = None if self._taken_ns is None else max(0, now_ns - self._taken_ns)
        spreads = self.latencies.spreads()
        rate, strained = self._rate(now_ns), self.strain.strained
        return Performance(rate, self._dropped, spreads, age_ns, speed, strained)

    def _rate(self, now_ns: int) -> float:
        while self._arrivals and now_ns - self._arrivals[0] > RATE_HOLDS_NS:
            self._arrivals.popleft()
        if len(self._arrivals) < 2:
            return 0.0
        return (len(self._arrivals) - 1) * S_NS / (self._arrivals[-1] - self._arrivals[0])


def _spread(ordered: list[int]) -> LatencySpread:
    last = len(ordered) - 1
    at = [ordered[round(share * last)] / MS_NS for share in (0.5, 0.99, 1.0)]
    return LatencySpread(*at)
