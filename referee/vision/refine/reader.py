"""Where each strip's edge lies: a small trained network, read with nothing but numpy.

It sees one strip, the two beside it and the mean of all strips of the base. What hides an edge
(a figure, a hand, a neighbour) makes its answer flat, so that strip pulls at nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.compiled import compiled
from referee.vision.refine.ring import POINTS

F32 = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EdgeReader:
    """The weights of three layers, each as it is multiplied from the right."""

    first: F32
    first_bias: F32
    before: F32
    own: F32
    after: F32
    whole: F32
    second_bias: F32
    last: F32
    last_bias: F32

    def likelihoods(self, clues: F32) -> F32:
        """(bases, POINTS, BINS) from (bases * POINTS, CLUES): how likely each offset is."""
        bases = len(clues) // POINTS
        # Base by base: products this small stay on one core, large ones wait for all cores, which
        # on a busy machine takes ten times as long as the work.
        strips: F32 = clues.reshape(bases, POINTS, -1) @ self.first
        _positive(strips, self.first_bias)
        together = strips.mean(axis=1) @ self.whole
        together += self.second_bias
        before: F32 = strips @ self.before
        after: F32 = strips @ self.after
        mixed: F32 = strips @ self.own
        _beside(mixed, before, after, together)
        answers: F32 = mixed @ self.last
        answers += self.last_bias
        answers -= answers.max(axis=2, keepdims=True)
        np.exp(answers, out=answers)
        answers /= answers.sum(axis=2, keepdims=True)
        return answers


@compiled
def _positive(strips: F32, bias: F32) -> None:
    """Strips plus bias, cut off at zero."""
    for b in range(strips.shape[0]):
        for k in range(strips.shape[1]):
            for c in range(strips.shape[2]):
                strips[b, k, c] = max(strips[b, k, c] + bias[c], np.float32(0.0))


@compiled
def _beside(mixed: F32, before: F32, after: F32, together: F32) -> None:
    """Add what the strips on either side and the whole ring say, cut off at zero."""
    last = mixed.shape[1] - 1
    for b in range(mixed.shape[0]):
        for k in range(mixed.shape[1]):
            left = k - 1 if k > 0 else last
            right = k + 1 if k < last else 0
            for c in range(mixed.shape[2]):
                value = mixed[b, k, c] + before[b, left, c] + after[b, right, c] + together[b, c]
                mixed[b, k, c] = max(value, np.float32(0.0))
