"""The carrier and every opponent: one pair tracker each, and what their touches count as.

What a touch counts as is the business of the call that asks: it gives every frame a weight from 0
to 1 for each thing the touch may be, the one that leads first. The certainty is that of the touch
times the mean weight of its frames, for the run of frames that makes it largest; where the motion
before shows with which parts they met, that counts if it is more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.touch import PairFrame, Touch
from referee.calls.contact.touch_likelihood import TouchPrior
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.measured_instant import MeasuredInstant

# A touch less likely than this is over.
CLEARLY_APART = 1e-3
_HALF = 0.5
TouchWeigher = Callable[[PairFrame, SeenBase, SeenBase], Mapping[str, float]]
# A touch, what it was, and whether it was that when they met.
_TouchWeights = tuple[Touch, Mapping[str, float], bool]


@dataclass(frozen=True, slots=True)
class WeighedTouch:
    """How likely a touch is one of a kind, and what its frames weigh on average.

    ``history`` is the kind's weight in each frame of the touch's looks, where one was given; there
    is none of what it was at once.
    """

    probability: float
    weights: Mapping[str, float]
    touch: Touch
    history: tuple[float | None, ...]

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


@dataclass(slots=True)
class OpponentContact:
    """One opponent: its frames, and what was called of the present episode of touching."""

    player: str
    watch: PairTracker
    episode: int = 1
    seen_once: bool = False
    now: dict[str, WeighedTouch] = field(default_factory=dict)
    best: dict[str, WeighedTouch] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)
    latest: SeenBase | None = None
    first: Mapping[str, float] | None = None
    _weights: dict[int, Mapping[str, float]] = field(default_factory=dict)

    def update(
        self, board: BoardFrame, carrier: SeenBase | None, carrier_id: str, weigh: TouchWeigher
    ) -> dict[str, WeighedTouch]:
        """Take in a frame; returns what was likeliest of an episode that has just ended."""
        look = self.watch.update(board, carrier_id, self.player)
        opponent = board.find(self.player)
        if opponent is not None:
            self.latest, self.seen_once = opponent, True
        self.now = {}
        if look is None or carrier is None or opponent is None:
            return {}
        if look.first is not None:
            self.first = weigh(replace(look, contact=look.first), carrier, opponent)
        bounce = self.watch.bounce()
        if bounce is not None and self.first is not None:
            self._recall(self.first, bounce)
        if look.contact is None:
            return self._end()
        kept = {k.t_ns for k in self.watch.looks}
        self._weights = {t: w for t, w in self._weights.items() if t in kept}
        self._weights[look.t_ns] = weigh(look, carrier, opponent)
        touches = self.watch.touches()
        told = [(touch, *self._run(touch)) for touch in touches]
        for kind in self._weights[look.t_ns]:
            self.now[kind] = self._likeliest(kind, told)
            if kind not in self.best or self.now[kind].probability > self.best[kind].probability:
                self.best[kind] = self.now[kind]
        apart = touches[-1].probability < CLEARLY_APART and look.gap_mm > 0.0
        return self._end() if apart else {}

    def _recall(self, weights: Mapping[str, float], touch: Touch) -> None:
        """Keep what a touch was that is over already."""
        for kind, weight in weights.items():
            found = WeighedTouch(touch.probability * weight, weights, touch, ())
            if kind not in self.best or found.probability > self.best[kind].probability:
                self.best[kind] = found

    def _end(self) -> dict[str, WeighedTouch]:
        ended = {k: v for k, v in self.best.items() if k not in self.called}
        if self.best:
            self.episode += 1
        self.now, self.best, self.called, self.first = {}, {}, set(), None
        return ended

    def _likeliest(self, kind: str, told: list[_TouchWeights]) -> WeighedTouch:
        touch, weights, at_once = max(told, key=lambda each: each[0].probability * each[1][kind])
        history: tuple[float | None, ...] = ()
        if not at_once:
            known = (self._weights.get(look.t_ns) for look in touch.looks)
            history = tuple(None if said is None else said[kind] for said in known)
        return WeighedTouch(touch.probability * weights[kind], weights, touch, history)

    def _run(self, touch: Touch) -> tuple[Mapping[str, float], bool]:
        """What the frames of a run weigh on average, or what the touch was when they met.

        What it was at first it has been: if it most likely was the kind that leads, it stays so.
        """
        each = [self._weights[look.t_ns] for look in touch.run]
        mean = {kind: sum(said[kind] for said in each) / len(each) for kind in each[-1]}
        lead = next(iter(mean))
        if self.first is not None and self.first[lead] >= max(mean[lead], _HALF):
            return self.first, True
        return mean, False


class ContactTracker:
    """All opponents of one carrier, in the order of their names."""

    def __init__(
        self,
        carrier: str,
        opponents: Mapping[str, BaseShape],
        shape: BaseShape,
        thresholds: Thresholds,
        corner_base_lengths: float = 0.0,
        uneven_mm: float = 0.0,
    ) -> None:
        self._carrier, corner = carrier, corner_base_lengths
        self.opponents = [
            OpponentContact(
                name,
                PairTracker(
                    shape,
                    base,
                    thresholds,
                    corner * base.length_mm,
                    rolling=True,
                    uneven_mm=uneven_mm,
                ),
            )
            for name, base in sorted(opponents.items())
        ]

    def update(
        self, board: BoardFrame, weigh: TouchWeigher
    ) -> list[tuple[OpponentContact, dict[str, WeighedTouch]]]:
        """Take in a frame; returns every opponent with the touches of an episode that has ended."""
        carrier = board.find(self._carrier)
        return [(hit, hit.update(board, carrier, self._carrier, weigh)) for hit in self.opponents]

    def was_hidden(self, now_ns: int) -> list[str]:
        """Who may have touched the carrier unseen, by the frames before and after."""
        return [h.player for h in self.opponents if not h.seen_once or h.watch.was_hidden(now_ns)]

    def hidden(self, now_ns: int) -> list[str]:
        """Who may have touched the carrier lately without being seen to."""
        return [h.player for h in self.opponents if not h.seen_once or h.watch.hidden(now_ns)]
