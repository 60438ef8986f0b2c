"""The true error bar: from the figures of a fit to its covariance, and whether it is right at all.

Strips err together (a shadow, a side face, a figure over an edge), so their joint information
promises too much. How much was learned from fits whose truth was known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import FloatArray

F32 = npt.NDArray[np.float32]

WIDEST = 5.0  # logarithm of what a covariance may at most be stretched by


@dataclass(frozen=True, slots=True)
class Trust:
    """A network of two layers on the standardised figures of a fit."""

    middle: F32
    spread: F32
    first: F32
    first_bias: F32
    second: F32
    second_bias: F32
    last: F32
    last_bias: F32

    def judge(self, figures: FloatArray) -> FloatArray:
        """(bases, 3): log stretch of position and of heading, probability of being right."""
        x = (figures[:, : self.middle.size] - self.middle) / self.spread
        x = np.clip(x, -6.0, 6.0)
        x = np.tanh(x @ self.first + self.first_bias)
        x = np.tanh(x @ self.second + self.second_bias)
        answers = x @ self.last + self.last_bias
        answers[:, :2] = np.clip(answers[:, :2], -WIDEST, WIDEST)
        answers[:, 2] = 1.0 / (1.0 + np.exp(-np.clip(answers[:, 2], -30.0, 30.0)))
        return np.asarray(answers, dtype=float)


def stretched(covariances: FloatArray, judged: FloatArray) -> FloatArray:
    """The covariances with position and heading stretched as judged."""
    by = np.exp(judged[:, [0, 0, 1]])
    return np.asarray(covariances * by[:, :, None] * by[:, None, :])
