"""A carrier who gets no further for the rulebook's time: since when, and how sure that is.

The window is as long as the time asked for. Neither the window nor a half of it may show a gain,
or a step ahead and one back would look like standing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.progress.carrier_trail import CarrierTrail, TrailPoint
from referee.calls.progress.drift import LEAST_FRAMES, Drift, p_no_gain, p_stood_still
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.measured_instant import MeasuredInstant, closing_instant

# Frames before and after the last one plainly short of the stop: they tell when that was.
_BEFORE, _AFTER = 5, 8
_SHORT_SIGMAS = 4.0
# A carrier that has really stopped may still creep by so much of what is allowed.
_CREPT = 0.25
_WAIT_NS = 200_000_000
# Slower across the field than this is no running sideways.
_SIDEWAYS_MM_S = 8.0
_LEAST_SIGMA_MM = 0.02


class ProgressTest(StrEnum):
    """What it is that has to last for the rulebook's time."""

    NO_GAIN = "no gain"
    STANDING = "standing still"


@dataclass(frozen=True, slots=True)
class ProgressEnd:
    """That progress has ended: when the rulebook says so, and what it rests on."""

    instant: MeasuredInstant
    probability: float
    gain_mm: float
    sigma_mm: float
    since_ns: int
    frames: tuple[int, ...]
    flag: tuple[Doubt, ...] = ()


class NoGain:
    """One power run."""

    def __init__(
        self, judge: ProgressTest, seconds: float, least_mm: float, thresholds: Thresholds
    ) -> None:
        self._judge, self._seconds, self._least_mm = judge, seconds, least_mm
        self._thresholds = thresholds
        self._sure_ns: int | None = None
        self._maybe: ProgressEnd | None = None
        self._over: ProgressEnd | None = None

    def update(
        self, trail: CarrierTrail, since_ns: int, touched_since: Callable[[int], bool]
    ) -> ProgressEnd | None:
        """The stop that the newest frame makes sure."""
        window = trail.window(self._seconds, since_ns)
        if len(window) < LEAST_FRAMES:
            return None
        probability, found = self._probability(trail, window)
        if probability >= self._thresholds.doubt and self._runs_aside(found, window, touched_since):
            probability = 0.0
        if probability < self._thresholds.sure or found is None:
            self._sure_ns = None
            self._remember(trail, window, probability, found, since_ns)
            return None
        newest_ns = window[-1].t_ns
        self._sure_ns = newest_ns if self._sure_ns is None else self._sure_ns
        stop = self._found(trail, window, probability, found, since_ns)
        if stop.instant.t_s <= newest_ns / S_NS:
            return stop
        waited = newest_ns - self._sure_ns >= _WAIT_NS
        if not waited:
            return None
        return replace(stop, instant=MeasuredInstant(newest_ns / S_NS, stop.instant.sigma_s))

    def missed(self) -> ProgressEnd | None:
        """What may have been a stop and is over again, once."""
        over, self._over = self._over, None
        return over

    def close(self) -> ProgressEnd | None:
        """At the end of a run: what may have been a stop."""
        maybe, self._maybe = self._maybe, None
        return maybe

    def _remember(
        self,
        trail: CarrierTrail,
        window: list[TrailPoint],
        probability: float,
        found: Drift | None,
        since_ns: int,
    ) -> None:
        if found is not None and probability >= self._thresholds.doubt:
            if self._maybe is None or probability > self._maybe.probability:
                self._maybe = self._found(trail, window, probability, found, since_ns)
        elif probability <= 1.0 - self._thresholds.sure:
            self._over, self._maybe = self._maybe or self._over, None

    def _probability(
        self, trail: CarrierTrail, window: list[TrailPoint]
    ) -> tuple[float, Drift | None]:
        """How likely the carrier got no further in the window."""
        first, last = window[0], window[-1]
        slack = _SHORT_SIGMAS * math.hypot(last.sigma_mm, first.sigma_mm) + 2.0
        if last.along_mm - first.along_mm > self._least_mm + slack:
            return 0.0, None  # plainly on its way: nothing to weigh
        found = trail.drift(window)
        if found is None:
            return 0.0, None
        probability = self._still(trail, found)
        middle = len(window) // 2
        for half in (window[: middle + 1], window[middle:]):
            part = trail.drift(half)
            if part is not None and self._still(trail, part) < 1.0 - self._thresholds.doubt:
                return 0.0, found
        return probability, found

    def _still(self, trail: CarrierTrail, found: Drift) -> float:
        judge = p_no_gain if self._judge is ProgressTest.NO_GAIN else p_stood_still
        return judge(found, self._least_mm, trail.pace)

    def _runs_aside(
        self, found: Drift | None, window: list[TrailPoint], touched_since: Callable[[int], bool]
    ) -> bool:
        """Whether the carrier runs across the field and nobody hinders it: that is no stop."""
        if found is None or self._judge is not ProgressTest.NO_GAIN:
            return False
        across = abs(found.across_mm_s)
        aside = across > _SIDEWAYS_MM_S and across > abs(found.along_mm_s)
        return aside and not touched_since(window[0].t_ns)

    def _found(
        self,
        trail: CarrierTrail,
        window: list[TrailPoint],
        probability: float,
        found: Drift,
        since_ns: int,
    ) -> ProgressEnd:
        stopped = self._stopped(trail, window, since_ns)
        frames = tuple(step.t_ns for step in window)
        hole = trail.hole(window, self._thresholds.away_ns)
        return ProgressEnd(
            MeasuredInstant(stopped.t_s + self._seconds, stopped.sigma_s),
            probability,
            found.along_mm_s * found.span_s,
            found.sigma_mm_s * found.span_s,
            window[0].t_ns,
            frames,
            (Doubt(DoubtKind.CARRIER_GONE_A_MOMENT),) if hole else (),
        )

    def _stopped(
        self, trail: CarrierTrail, window: list[TrailPoint], since_ns: int
    ) -> MeasuredInstant:
        """When the carrier came to a stop: its way there is carried on to where it stands."""
        steps = [step for step in trail.steps if step.t_ns >= since_ns]
        stand = window[:LEAST_FRAMES]
        x_mm = sum(step.along_mm for step in stand) / len(stand)
        y_mm = sum(step.across_mm for step in stand) / len(stand)
        sigma = math.hypot(window[0].sigma_mm, trail.pace.trembles_mm)
        short_mm = max(_SHORT_SIGMAS * sigma, _CREPT * self._least_mm)
        last = next(
            (k for k in range(len(steps) - 1, -1, -1) if steps[k].t_ns <= window[0].t_ns), 0
        )
        while last >= 0 and self._off(steps[last], x_mm, y_mm) <= short_mm:
            last -= 1
        if last < 0:
            return MeasuredInstant.exact(steps[0].t_ns)
        ux, uy = x_mm - steps[last].along_mm, y_mm - steps[last].across_mm
        if self._judge is ProgressTest.NO_GAIN:
            ux, uy = 1.0, 0.0
        length = math.hypot(ux, uy)
        first = max(last - _BEFORE + 1, 0)
        near, zero = steps[first : last + 1 + _AFTER], steps[first].t_ns
        short = [
            ((x_mm - step.along_mm) * ux + (y_mm - step.across_mm) * uy) / length for step in near
        ]
        # Whoever is pushed back from there has not come there any later.
        short[last + 1 - first :] = [min(each, short_mm / 2) for each in short[last + 1 - first :]]
        found = closing_instant(
            [(step.t_ns - zero) / S_NS for step in near],
            short,
            [math.hypot(step.sigma_mm, _LEAST_SIGMA_MM) for step in near],
            last - first,
        )
        return MeasuredInstant(zero / S_NS + found.t_s, found.sigma_s)

    def _off(self, step: TrailPoint, x_mm: float, y_mm: float) -> float:
        """How far short of its place now the carrier was, in mm; beyond it: negative."""
        if self._judge is ProgressTest.NO_GAIN:
            return x_mm - step.along_mm
        return math.hypot(x_mm - step.along_mm, y_mm - step.across_mm)
