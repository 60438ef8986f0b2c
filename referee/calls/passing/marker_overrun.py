"""Has a base run past the marker? How far it is by, along its own heading, over a few frames."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.marker import Marker, passed_marker
from referee.core.geometry.measured_instant import MeasuredInstant, crossing_instant
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.probability import mean_of_frames, p_above, p_after_looks

_AVERAGED = 3
_KEPT = 12
# A base this near to being past may be or not, in sigmas: each such look is a chance that noise
# alone puts it there, as at a line.
_EITHER_SIGMAS = 5.0


@dataclass(frozen=True, slots=True)
class MarkerOverrun:
    """How likely a base is past, by how much, since when, and the frames that say so."""

    probability: float
    by_mm: float
    sigma_mm: float
    instant: MeasuredInstant
    frames: tuple[int, ...]
    looks: int = 0

    @property
    def certainty(self) -> float:
        """What is left of the probability after so many looks at a base that was this near."""
        return p_after_looks(self.probability, self.looks)


@dataclass(frozen=True, slots=True)
class _OverrunFrame:
    t_ns: int
    by_mm: float
    sigma_mm: float


class OverrunTracker:
    """One base and the marker. Only who has been short of it can run past it."""

    def __init__(self, shape: BaseShape, past_mm: float, thresholds: Thresholds) -> None:
        self._shape, self._past_mm, self._thresholds = shape, past_mm, thresholds
        self._steps: list[_OverrunFrame] = []
        self._was_short = False
        self._looks = 0

    def update(
        self, t_ns: int, measured: MeasuredPose | None, marker: Marker
    ) -> MarkerOverrun | None:
        """Take in a frame; None while the base is not past or was not seen.

        The front is to be ``past_mm`` beyond the marker's far edge.
        """
        if self._steps and t_ns - self._steps[-1].t_ns > self._thresholds.hole_ns:
            self._steps = self._steps[-1:]
        if measured is None:
            return None
        passed = passed_marker(self._shape, measured, marker)
        step = _OverrunFrame(t_ns, passed.front_mm - self._past_mm, passed.sigma_mm)
        self._steps = [*self._steps, step][-_KEPT:]
        if abs(step.by_mm) <= _EITHER_SIGMAS * step.sigma_mm:
            self._looks += 1
        if step.by_mm < 0.0:
            self._was_short = True
            return None
        return self._by() if self._was_short else None

    def _by(self) -> MarkerOverrun:
        """What the newest frames say together; errors repeat in part, so they average in part."""
        found = [self._over(n) for n in range(1, min(_AVERAGED, len(self._steps)) + 1)]
        likeliest = max(found, key=lambda by: by.probability)
        return replace(likeliest, looks=self._looks)

    def _over(self, count: int) -> MarkerOverrun:
        steps = self._steps[-count:]
        shared = self._thresholds.prior.shared
        by_mm, sigmas_mm = [step.by_mm for step in steps], [step.sigma_mm for step in steps]
        mean, variance = mean_of_frames(by_mm, sigmas_mm, shared)
        sigma = math.sqrt(variance + self._thresholds.prior.least_sigma_mm**2)
        probability = p_above(mean, sigma)
        return MarkerOverrun(
            probability, mean, sigma, self._crossed(), tuple(s.t_ns for s in steps)
        )

    def _crossed(self) -> MeasuredInstant:
        first = len(self._steps) - 1
        while first > 0 and self._steps[first - 1].by_mm > 0.0:
            first -= 1
        after = self._steps[first]
        if first == 0:
            return MeasuredInstant.exact(after.t_ns)
        before = self._steps[first - 1]
        return crossing_instant(
            before.t_ns / S_NS,
            before.by_mm,
            after.t_ns / S_NS,
            after.by_mm,
            before.sigma_mm,
            after.sigma_mm,
        )
