"""How training changes with its share of the time: pace and strictness."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.core.errors import BadValue


@dataclass(frozen=True, slots=True)
class TrainingSchedule:
    """Settings of a run. A run ends by the clock, so everything follows the share of time used."""

    minutes: float
    batch: int = 16
    pace: float = 2e-3
    last_pace_share: float = 0.02
    warm_up_steps: int = 150
    first_sigma: float = 0.25
    last_sigma: float = 0.05
    threads: int = 2
    seed: int = 1

    def __post_init__(self) -> None:
        for key, low, high in (
            ("minutes", 0.01, 10_000.0),
            ("batch", 1, 1024),
            ("pace", 1e-6, 1.0),
            ("threads", 1, 256),
        ):
            if not low <= getattr(self, key) <= high:
                raise BadValue(key, getattr(self, key), f"{low:g} to {high:g}")

    def pace_at(self, share: float, step: int) -> float:
        """The learning rate: a short warm-up, then half a cosine down to a small rest."""
        low = self.last_pace_share
        falling = low + (1.0 - low) * (1.0 + math.cos(math.pi * min(share, 1.0))) / 2.0
        return self.pace * falling * min(1.0, (step + 1) / self.warm_up_steps)

    def sigma_at(self, share: float) -> float:
        """How exact corners must be, geometrically from loose to strict; reached at 80 %."""
        t = min(share / 0.8, 1.0)
        return float(self.first_sigma * (self.last_sigma / self.first_sigma) ** t)
