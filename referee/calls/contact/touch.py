"""What frames say of a pair of bases, and a run of them that may be a touch."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.calls.contact.touch_likelihood import TouchPrior
from referee.calls.contact.touching_parts import TouchingParts
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import pose_row
from referee.core.geometry.measured_instant import MeasuredInstant, closing_instant
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.meeting import meeting_instant

# Two so many sigmas apart are plainly apart.
APART_SIGMAS = 3.0
# A gap known no better than this is too rough to be sure of, in mm: whoever is followed by a
# picture or a blurred outline is now and then off by several of its sigmas.
ROUGH_MM = 0.5
_ROUGHLY_APART_SIGMAS = 6.0
_MET_SIGMAS, _SHUT_SIGMAS, _HALF = 5.0, 2.0, 0.5
# Frames before the touch that show how the two came together, and the slowest that they do.
_APPROACH, _SLOWEST_MM_S = 6, 5.0


@dataclass(frozen=True, slots=True)
class PairFrame:
    """What one frame says of a pair. ``contact`` is None while they are clearly apart.

    ``after_hole``: the frame before it did not show them both. ``met`` is how likely their motion
    led them into each other by then, ``first`` with which parts, in the first frame it is asked
    for, and ``bounced`` that they met at ``met_at`` and have parted since. What is not ``near``
    is known only roughly. ``outline_mm`` is the sigma of the gap for not knowing the outlines.
    """

    t_ns: int
    gap_mm: float
    sigma_mm: float
    a: MeasuredPose
    b: MeasuredPose
    contact: TouchingParts | None
    after_hole: bool = False
    met: float = 0.0
    first: TouchingParts | None = None
    bounced: float = 0.0
    met_at: MeasuredInstant | None = None
    near: bool = True
    outline_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Touch:
    """A run of frames that may be a touch: independent of any rulebook.

    ``probability`` is that the two touch in it. ``began`` is the run's place among the looks.
    """

    probability: float
    began: int
    looks: tuple[PairFrame, ...]
    shapes: tuple[BaseShape, BaseShape]
    met_at: MeasuredInstant | None = None

    @property
    def run(self) -> tuple[PairFrame, ...]:
        """The frames of the run."""
        return self.looks[self.began :]

    def gap(self, shared: float) -> tuple[float, float]:
        """The mean gap of the run, weighed, and its sigma with the part all frames share."""
        weights = [1.0 / max(look.sigma_mm, 1e-3) ** 2 for look in self.run]
        mean = sum(w * k.gap_mm for w, k in zip(weights, self.run, strict=True)) / sum(weights)
        alone = 1.0 / sum(weights)
        together = sum(look.sigma_mm**2 for look in self.run) / len(self.run)
        own = shared * together + (1.0 - shared) * alone
        return mean, math.sqrt(own + self.run[-1].outline_mm ** 2)

    def instant(self, prior: TouchPrior) -> MeasuredInstant:
        """When the two first touched, in seconds of the frames' clock: maybe before the run."""
        if self.met_at is not None:
            return self.met_at
        sigmas = [max(look.sigma_mm, prior.least_sigma_mm) for look in self.looks]
        apart = self._last_apart(sigmas)
        if apart is None:
            return MeasuredInstant.exact(self.looks[0].t_ns)
        start = max(apart - _APPROACH + 1, 0)
        looks, zero = self.looks[start:], self.looks[start].t_ns
        times = np.array([(look.t_ns - zero) / S_NS for look in looks])
        # Where outlines are not known well, a little inside is no more than shut.
        uneven = max(look.outline_mm for look in looks)
        gaps = np.array([max(k.gap_mm, 0.0) if uneven > 0.0 else k.gap_mm for k in looks])
        errors = np.array(sigmas[start:])
        shared = math.sqrt(prior.shared) * sigmas[-1]
        place = apart - start
        if place == 0 or place == len(looks) - 1:
            found = closing_instant(times, gaps, errors, place, shared)
        else:
            rows_a = np.array([pose_row(look.a.pose) for look in looks])
            rows_b = np.array([pose_row(look.b.pose) for look in looks])
            found = meeting_instant(
                *self.shapes, times, rows_a, rows_b, gaps, errors, place, shared
            )
        blur_s = uneven / _closing_mm_s(times, gaps, place) if uneven > 0.0 else 0.0
        return MeasuredInstant(zero / S_NS + found.t_s, math.hypot(found.sigma_s, blur_s))

    def _last_apart(self, sigmas: list[float]) -> int | None:
        """The last frame that shows them plainly apart, as the frame before it does too.

        None if there is none: they touched when they came into sight. Where the motion had led
        them into each other by then, and the next frame shows them shut, it takes more: a frame
        that is a little off is likelier.
        """
        most = [k.gap_mm / s for k, s in zip(self.looks, sigmas, strict=True)]
        least = [APART_SIGMAS if s <= ROUGH_MM else _ROUGHLY_APART_SIGMAS for s in sigmas]
        plain = [each > needed for each, needed in zip(most, least, strict=True)]
        for i in range(len(most) - 1):
            if self.looks[i].met > _HALF and most[i] < _MET_SIGMAS and most[i + 1] < _SHUT_SIGMAS:
                plain[i] = False
        for i in range(len(plain) - 1, -1, -1):
            if plain[i] and (i == 0 or plain[i - 1]):
                return i
        return None


def _closing_mm_s(times_s: FloatArray, gaps_mm: FloatArray, apart: int) -> float:
    """How fast they came together: before they were shut, or else into the frame that was."""
    first, last = (0, apart) if apart > 0 else (0, min(1, len(times_s) - 1))
    if first == last:
        return _SLOWEST_MM_S
    closed_mm = float(gaps_mm[first] - gaps_mm[last])
    return max(closed_mm / float(times_s[last] - times_s[first]), _SLOWEST_MM_S)
