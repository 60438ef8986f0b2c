"""What refinement says of each base and of each close pair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.core.geometry.pose import Pose
from referee.vision.sighting import Covariance, NearPair

NOWHERE: Covariance = ((1e6, 0.0, 0.0), (0.0, 1e6, 0.0), (0.0, 0.0, 1e2))
# How far off a wrong answer typically is.
ASTRAY_MM = 3.0
ASTRAY_RAD = 0.25


class MeasurementQuality(StrEnum):
    """Whether a base was found where it was looked for."""

    MEASURED = "measured"
    DOUBTFUL = "doubtful"  # something was fitted that may not be this base's outline
    UNMEASURED = "unmeasured"  # outside the picture, or nothing to see: the pose is the guess


@dataclass(frozen=True, slots=True)
class MeasuredBase:
    """One base: its pose when its own row was exposed, never filtered over time.

    ``covariance`` is of x_mm, y_mm and the heading in radians; ``right`` the probability that
    this is the base's outline and not something beside it.
    """

    pose: Pose
    covariance: Covariance
    quality: MeasurementQuality
    right: float

    def confirmed(self, right: float) -> MeasuredBase:
        """Of a doubtful one: as it is with what else says that it is this base."""
        right = max(right, self.right)
        less = self.right - right  # of what the doubt had added
        (xx, xy, xh), (yx, yy, yh), (hx, hy, hh) = self.covariance
        place, turn = less * ASTRAY_MM**2, less * ASTRAY_RAD**2
        covariance = ((xx + place, xy, xh), (yx, yy + place, yh), (hx, hy, hh + turn))
        return replace(self, covariance=covariance, right=right)


@dataclass(frozen=True, slots=True)
class Refinement:
    """One frame's bases, in the order of the guesses, and all pairs less than 5 mm apart."""

    bases: tuple[MeasuredBase, ...]
    pairs: tuple[NearPair[int], ...]
