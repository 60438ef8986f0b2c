"""How long each stage takes, as a screen shows it: the last seconds, not the whole night."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from referee.core.clock import MS_NS

KEPT = 240


@dataclass(frozen=True, slots=True)
class LatencySpread:
    """Of a stage's last frames, in milliseconds."""

    median_ms: float
    p99_ms: float
    worst_ms: float


@dataclass
class Latencies:
    """One for each stage, by name, in the order in which they were first told."""

    _kept: dict[str, deque[int]] = field(default_factory=dict)

    def note(self, stage: str, took_ns: int) -> None:
        """A stage took so long for one frame."""
        self._kept.setdefault(stage, deque(maxlen=KEPT)).append(took_ns)

    def spreads(self) -> dict[str, LatencySpread]:
        """Every stage that was told."""
        return {stage: _spread(sorted(kept)) for stage, kept in self._kept.items()}


def _spread(ordered: list[int]) -> LatencySpread:
    last = len(ordered) - 1
    at = [ordered[round(share * last)] / MS_NS for share in (0.5, 0.99, 1.0)]
    return LatencySpread(*at)
