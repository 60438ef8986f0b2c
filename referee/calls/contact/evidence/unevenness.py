"""How unevenly bases creep on this board: how much their speed wanders in the root of a second.

What the frames of free motion show counts where it is more than is taken for granted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.geometry.base_shape import FloatArray

# mm/s and rad/s in the root of a second: no board is taken to be smoother.
LEAST_MM_S, LEAST_RAD_S = 80.0, 0.6


@dataclass(frozen=True, slots=True)
class Unevenness:
    """How much speeds wander, in mm/s and rad/s per root of a second."""

    mm_s: float = LEAST_MM_S
    rad_s: float = LEAST_RAD_S

    @property
    def powers(self) -> FloatArray:
        """Of x, y and heading, squared."""
        return np.array([self.mm_s**2, self.mm_s**2, self.rad_s**2])


FLOOR = Unevenness()
