"""Where each strip's edge lies: a small trained network, read with nothing but numpy.

Each strip is seen with the two beside it, the one across the base and the mean of all, twice over:
where one end of a base is plain to see, the other cannot be just anywhere. What hides an edge (a
figure, a hand, a neighbour) makes its answer flat, so that strip pulls at nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F32
from referee.core.compiler import compiled
from referee.vision.refine.edges.outline_ring import POINTS

PARTS = 4  # strips that are mixed: before, own, after, across; then the mean


@dataclass(frozen=True, slots=True)
class EdgeReader:
    """The weights of four layers, each as it is multiplied from the right.

    Those that mix have rows for the strip before, the own, the one after, the one across and the
    mean of all.
    """

    first: F32
    first_bias: F32
    second: F32
    second_bias: F32
    third: F32
    third_bias: F32
    last: F32
    last_bias: F32

    def likelihoods(self, clues: F32) -> F32:
        """(bases, POINTS, BINS) from (bases * POINTS, CLUES): how likely each offset is."""
        bases = len(clues) // POINTS
        # Base by base: products this small stay on one core, large ones wait for all cores, which
        # on a busy machine takes ten times as long as the work. Few calls: after each one a
        # thread may have to wait for its turn.
        strips: F32 = clues.reshape(bases, POINTS, -1) @ self.first
        _positive(strips, self.first_bias)
        strips = _mixed(strips, self.second, self.second_bias)
        strips = _mixed(strips, self.third, self.third_bias)
        answers: F32 = strips @ self.last
        _below_zero(answers, self.last_bias)
        np.exp(answers, out=answers)
        _shares(answers)
        return answers


def _mixed(strips: F32, weights: F32, bias: F32) -> F32:
    """One layer that mixes strips."""
    width = strips.shape[2]
    parts = weights[: PARTS * width].reshape(PARTS, width, -1)
    beside: F32 = strips @ np.concatenate(parts, axis=1)
    out = np.empty((*strips.shape[:2], len(bias)), dtype=np.float32)
    _together(strips, beside, weights[PARTS * width :], bias, out)
    return out


@compiled
def _positive(strips: F32, bias: F32) -> None:
    """Strips plus bias, cut off at zero."""
    for b in range(strips.shape[0]):
        for k in range(strips.shape[1]):
            for c in range(strips.shape[2]):
                strips[b, k, c] = max(strips[b, k, c] + bias[c], np.float32(0.0))


@compiled
def _together(strips: F32, beside: F32, whole: F32, bias: F32, out: F32) -> None:
    """What a strip, those around it and the whole ring say, cut off at zero."""
    points, width = out.shape[1], out.shape[2]
    mean, all_say = np.empty(strips.shape[2], np.float32), np.empty(width, np.float32)
    for b in range(out.shape[0]):
        mean[:] = 0.0
        for k in range(points):
            for c in range(strips.shape[2]):
                mean[c] += strips[b, k, c]
        all_say[:] = bias
        for i in range(strips.shape[2]):
            share = mean[i] / np.float32(points)
            for c in range(width):
                all_say[c] += share * whole[i, c]
        for k in range(points):
            left = k - 1 if k > 0 else points - 1
            right = k + 1 if k < points - 1 else 0
            across = (k + points // 2) % points
            for c in range(width):
                value = beside[b, left, c] + beside[b, k, width + c] + all_say[c]
                value += beside[b, right, 2 * width + c] + beside[b, across, 3 * width + c]
                out[b, k, c] = max(value, np.float32(0.0))


@compiled
def _below_zero(answers: F32, bias: F32) -> None:
    """Answers plus bias, each row moved so that its highest is zero."""
    for b in range(answers.shape[0]):
        for k in range(answers.shape[1]):
            highest = np.float32(-np.inf)
            for c in range(answers.shape[2]):
                answers[b, k, c] += bias[c]
                highest = max(highest, answers[b, k, c])
            for c in range(answers.shape[2]):
                answers[b, k, c] -= highest


@compiled
def _shares(answers: F32) -> None:
    """Each row divided by its sum."""
    for b in range(answers.shape[0]):
        for k in range(answers.shape[1]):
            total = np.float32(0.0)
            for c in range(answers.shape[2]):
                total += answers[b, k, c]
            for c in range(answers.shape[2]):
                answers[b, k, c] /= total
