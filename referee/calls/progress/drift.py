"""Does a base still gain ground? Standing against moving, by the speed that several frames show.

One frame tells nothing, and two tell little: at 60 frames a second a base that creeps at 5 mm/s
goes 0.08 mm between them, less than it is measured to. So a straight line is laid through all
frames of a window, and its slope is asked which of two it fits:

* standing: the speed is 0;
* moving: any speed up to `fastest_mm_s` either way, one as likely as another.

Both are equally likely beforehand. What all frames err by together does not tilt the line. A base
on a board with power trembles where it stands; that is part of the error of each frame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray
from referee.core.probability import normal_density, p_above, p_between

LEAST_FRAMES = 4


@dataclass(frozen=True, slots=True)
class SpeedPrior:
    """What is known of moving bases before any frame is seen."""

    fastest_mm_s: float = 100.0
    trembles_mm: float = 0.15

    def __post_init__(self) -> None:
        for key, low, high in (("fastest_mm_s", 1.0, 1000.0), ("trembles_mm", 0.0, 5.0)):
            if not low <= getattr(self, key) <= high:
                raise BadValue(key, getattr(self, key), f"{low:g} to {high:g}")


@dataclass(frozen=True, slots=True)
class Drift:
    """Speed along the field, toward the goal played toward, and across it, each with one sigma."""

    along_mm_s: float
    across_mm_s: float
    sigma_mm_s: float
    span_s: float

    @property
    def speed_mm_s(self) -> float:
        """How fast it goes in whatever direction."""
        return math.hypot(self.along_mm_s, self.across_mm_s)


def drift(
    times_s: npt.ArrayLike,
    along_mm: npt.ArrayLike,
    across_mm: npt.ArrayLike,
    sigmas_mm: npt.ArrayLike,
    pace: SpeedPrior,
) -> Drift:
    """The slope of the straight lines through the places of a base in some frames."""
    times = np.asarray(times_s, dtype=np.float64)
    if len(times) < LEAST_FRAMES:
        raise BadValue("frames", len(times), f"at least {LEAST_FRAMES}")
    sigmas = np.hypot(np.asarray(sigmas_mm, dtype=np.float64), pace.trembles_mm)
    weights = 1.0 / np.maximum(sigmas, 1e-3) ** 2
    off = times - (weights @ times) / weights.sum()
    spread = float(weights @ (off * off))
    if not spread > 0.0:
        raise BadValue("times_s", times[0], "frames at different times")
    pull = weights * off
    places = (np.asarray(each, dtype=np.float64) for each in (along_mm, across_mm))
    along, across = (_slope(pull, place, spread) for place in places)
    return Drift(along, across, 1.0 / math.sqrt(spread), float(times[-1] - times[0]))


def p_no_gain(found: Drift, least_mm: float, pace: SpeedPrior) -> float:
    """How likely a base has gained no more than so much along the field in that time."""
    sigma, fastest = found.sigma_mm_s, pace.fastest_mm_s
    slow, speed = least_mm / found.span_s, found.along_mm_s
    stood = normal_density(speed / sigma) / sigma
    back = (-fastest - speed) / sigma
    any_speed = p_between(back, (fastest - speed) / sigma) / (2.0 * fastest)
    too_slow = p_between(back, (slow - speed) / sigma) / (2.0 * fastest)
    return (stood + too_slow) / max(stood + any_speed, 1e-300) if stood + any_speed > 0.0 else 0.0


def p_stood_still(found: Drift, least_mm: float, pace: SpeedPrior) -> float:
    """How likely a base has gone no further than so much, whichever way, in that time."""
    sigma, wide = found.sigma_mm_s, 2.0 * pace.fastest_mm_s
    along, across = found.along_mm_s / sigma, found.across_mm_s / sigma
    stood = normal_density(along) * normal_density(across) / (sigma * sigma)
    too_slow = 0.0
    if least_mm > 0.0:
        spare = (least_mm / found.span_s - found.speed_mm_s) / sigma
        too_slow = p_above(spare, 1.0) / (wide * wide)
    return (stood + too_slow) / (stood + 1.0 / (wide * wide))


def _slope(pull: FloatArray, places: FloatArray, spread: float) -> float:
    return float(pull @ (places - places.mean())) / spread
