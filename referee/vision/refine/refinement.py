"""What refinement says of each base and of each close pair."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.geometry.pose import Pose
from referee.vision.sighting import Covariance

NOWHERE: Covariance = ((1e6, 0.0, 0.0), (0.0, 1e6, 0.0), (0.0, 0.0, 1e2))


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
    verdict: MeasurementQuality
    right: float


@dataclass(frozen=True, slots=True)
class NearPair:
    """Two bases of a frame, by their places in the list of guesses, and the gap between them.

    ``cross`` is the covariance between the first's pose and the second's: rows are x_mm, y_mm and
    the heading of the first. With the two bases' own covariances it makes the joint one, of which
    ``sigma_mm`` is the gap's deviation.
    """

    first: int
    second: int
    gap_mm: float
    sigma_mm: float
    cross: Covariance


@dataclass(frozen=True, slots=True)
class Refinement:
    """One frame's bases, in the order of the guesses, and all pairs less than 5 mm apart."""

    bases: tuple[MeasuredBase, ...]
    pairs: tuple[NearPair, ...]
