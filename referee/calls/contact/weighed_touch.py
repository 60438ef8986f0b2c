"""A touch that counts as something: how likely, by which frames, since when."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from referee.calls.contact.touch import Touch
from referee.calls.contact.touch_likelihood import TouchPrior
from referee.core.clock import S_NS
from referee.core.geometry.measured_instant import MeasuredInstant

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class WeighedTouch:
    """How likely a touch is one of a kind, and what its frames weigh on average.

    ``history`` is the kind's weight in each frame of the touch's looks, where one was given; there
    is none of what it was at once. ``touched`` is how likely they touched at all, by the motion
    before and after too; None where that says nothing.
    """

    probability: float
    weights: Mapping[str, float]
    touch: Touch
    history: tuple[float | None, ...]
    touched: float | None = None

    @property
    def share(self) -> float:
        """How likely it is of its kind if it is a touch."""
        return self.probability / max(self.touch.probability, 1e-12)

    @property
    def certainty(self) -> float:
        """How likely it is a touch of its kind, with all that is known of the motion."""
        return self.probability if self.touched is None else self.touched * self.share

    def began(self, prior: TouchPrior) -> MeasuredInstant:
        """When it became what it is: at the touch, or later, as when a side turned into a front."""
        touched = self.touch.instant(prior)
        looks = self.touch.looks
        for i in range(len(self.history) - 1, 0, -1):
            before = self.history[i - 1]
            if looks[i - 1].t_ns / S_NS < touched.t_s or before is None:
                break
            if before < _HALF <= (self.history[i] or 0.0):
                return self._became(i, touched)
        return touched

    def _became(self, place: int, touched: MeasuredInstant) -> MeasuredInstant:
        """About that frame, as far as weights rise: as likely between two as they do there."""
        looks, start, end = self.touch.looks, place - 1, place
        while looks[start - 1].t_ns / S_NS >= touched.t_s and self._rises(start):
            start -= 1
        while self._rises(end + 1):
            end += 1
        known = [weight or 0.0 for weight in self.history]
        times = [look.t_ns / S_NS for look in looks[start : end + 1]]
        mids = [touched.t_s, *((a + b) / 2 for a, b in pairwise(times))]
        wide = [touched.sigma_s**2, *((b - a) ** 2 / 12.0 for a, b in pairwise(times))]
        rose = [known[start], *(b - a for a, b in pairwise(known[start : end + 1]))]
        mean = sum(r * t for r, t in zip(rose, mids, strict=True)) / known[end]
        square = sum(r * (w + (t - mean) ** 2) for r, t, w in zip(rose, mids, wide, strict=True))
        return MeasuredInstant(mean, math.sqrt(square / known[end]))

    def _rises(self, place: int) -> bool:
        """Whether it is known to be more in a frame than in the one before."""
        if not 0 < place < len(self.history):
            return False
        before, weight = self.history[place - 1], self.history[place]
        return before is not None and weight is not None and before < weight
