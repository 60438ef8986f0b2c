"""A pose as it was measured: with the covariance of its error, alone or together with another's."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray
from referee.core.geometry.pose import Pose

Row3 = tuple[float, float, float]
Covariance = tuple[Row3, Row3, Row3]  # of x_mm, y_mm and the heading in radians

EXACT: Covariance = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
# A little below zero is rounding; more is no covariance.
_ROUNDING = -1e-9


@dataclass(frozen=True, slots=True)
class MeasuredPose:
    """Where a base was measured to stand. The covariance is of x mm, y mm and heading in radians.

    >>> MeasuredPose.with_sigmas(Pose(1.0, 2.0, 90.0), 0.1, 0.2, 0.0).covariance[1]
    (0.0, 0.04000000000000001, 0.0)
    """

    pose: Pose
    covariance: Covariance = EXACT

    def __post_init__(self) -> None:
        if self.covariance is EXACT or _plainly(self.covariance):
            return
        if not is_covariance(np.asarray(self.covariance, dtype=float), 3):
            raise BadValue("covariance", self.covariance, "a 3 x 3 covariance")

    @classmethod
    def with_sigmas(cls, pose: Pose, x_mm: float, y_mm: float, heading_deg: float) -> MeasuredPose:
        """A pose whose three errors know nothing of each other."""
        heading = math.radians(heading_deg)
        return cls(pose, ((x_mm * x_mm, 0, 0), (0, y_mm * y_mm, 0), (0, 0, heading * heading)))

    @property
    def matrix(self) -> FloatArray:
        """The covariance as an array."""
        return np.asarray(self.covariance, dtype=float)


def _plainly(covariance: Covariance) -> bool:
    """Whether it is a covariance beyond doubt, found without eigenvalues: nearly all are."""
    (a, b, c), (d, e, f), (g, h, i) = covariance
    if not (b == d and c == g and f == h and a > 0.0 and math.isfinite(a + e + i)):
        return False
    second = e - b * b / a
    if not second > 0.0:
        return False
    across = f - b * c / a
    return i - c * c / a - across * across / second > 0.0


def joint_covariance(
    a: MeasuredPose, b: MeasuredPose, cross: FloatArray | None = None
) -> FloatArray:
    """The 6 x 6 covariance of two poses; without ``cross`` their errors are independent.

    ``cross`` is the covariance of a's x, y, heading (rows) with b's (columns).
    """
    joint = np.zeros((6, 6))
    joint[:3, :3], joint[3:, 3:] = a.matrix, b.matrix
    if cross is None:
        return joint
    between = np.asarray(cross, dtype=float)
    if between.shape != (3, 3):
        raise BadValue("cross", between.shape, "a 3 x 3 covariance of one pose with the other")
    joint[:3, 3:], joint[3:, :3] = between, between.T
    if not is_covariance(joint, 6):
        raise BadValue("cross", cross, "a covariance that fits those of the two poses")
    return joint


def is_covariance(matrix: FloatArray, size: int) -> bool:
    """Whether a matrix is finite, symmetric and says of no direction that it is less than exact."""
    if matrix.shape != (size, size) or not np.isfinite(matrix).all():
        return False
    scale = max(1.0, float(np.abs(matrix).max()))
    if np.abs(matrix - matrix.T).max() > 1e-9 * scale:
        return False
    return bool(np.linalg.eigvalsh(matrix).min() >= _ROUNDING * scale)
