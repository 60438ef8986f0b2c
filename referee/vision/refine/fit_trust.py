"""The true error bar: from the figures of a fit to its covariance, and whether it is right at all.

Strips err together (a shadow, a side face, a figure over an edge), so their joint information
promises too much. How much was learned from fits whose truth was known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F32, F64

RIGHT = 3  # the column of the probability of being right
CLOSENESS = 6  # columns of `closeness`
CONTACT_MM = 0.1  # over which the effect of contact fades
CLOSE_MM = 1.0  # over which that of a near neighbour fades
USUAL_SIGMA_MM = 0.15  # of a gap
TOUCHING_MM = 0.02  # gaps below this are contacts
WIDEST = 5.0  # logarithm of what a covariance may at most be stretched by


@dataclass(frozen=True, slots=True)
class FitTrust:
    """A network of two layers on the standardised figures of a fit."""

    middle: F32
    spread: F32
    first: F32
    first_bias: F32
    second: F32
    second_bias: F32
    last: F32
    last_bias: F32
    pairs: F32

    def judge(self, figures: F64) -> F64:
        """(bases, 4): log stretches along and across the parallax and of the heading, and RIGHT."""
        x = (figures - self.middle) / self.spread
        x = np.clip(x, -6.0, 6.0)
        x = np.tanh(x @ self.first + self.first_bias)
        x = np.tanh(x @ self.second + self.second_bias)
        answers = x @ self.last + self.last_bias
        answers[:, :RIGHT] = np.clip(answers[:, :RIGHT], -WIDEST, WIDEST)
        answers[:, RIGHT] = 1.0 / (1.0 + np.exp(-np.clip(answers[:, RIGHT], -30.0, 30.0)))
        return np.asarray(answers, dtype=float)

    def gap_sigmas(self, known: F64) -> F64:
        """Deviations of gaps from rows of gap, deviation if bases err independently, doubt."""
        stretch = np.exp(np.clip(closeness(known) @ self.pairs, -WIDEST, WIDEST))
        return np.asarray(known[:, 1] * stretch)


def closeness(known: F64) -> F64:
    """What the error of a gap depends on, (pairs, CLOSENESS).

    Bases in contact are held apart by each other, a strip beside a near neighbour may take the
    neighbour's edge for its own, and who is less sure to be right errs farther.
    """
    gap = np.maximum(known[:, 0], 0.0)
    return np.column_stack(
        [
            np.ones(len(known)),
            np.exp(-gap / CONTACT_MM),
            np.exp(-gap / CLOSE_MM),
            gap < TOUCHING_MM,
            np.log(known[:, 1] / USUAL_SIGMA_MM),
            known[:, 2],
        ]
    )


def covariances_along_parallax(covariances: F64, poses: F64, eye_mm: F64) -> F64:
    """Covariances along the way from the point below the camera, across it, and of the heading."""
    turn = _turns(poses, eye_mm)
    return np.asarray(turn @ covariances @ turn.transpose(0, 2, 1))


def poses_along_parallax(moves: F64, poses: F64, eye_mm: F64) -> F64:
    """Rows of x, y, heading along the way from the point below the camera and across it."""
    return np.asarray((_turns(poses, eye_mm) @ moves[:, :, None])[:, :, 0])


def stretched_covariances(covariances: F64, judged: F64, poses: F64, eye_mm: F64) -> F64:
    """The covariances stretched as judged: along the parallax, across it, and the heading."""
    turn = _turns(poses, eye_mm)
    by = turn.transpose(0, 2, 1) @ (np.exp(judged[:, :3, None]) * turn)
    return np.asarray(by @ covariances @ by.transpose(0, 2, 1))


def _turns(poses: F64, eye_mm: F64) -> F64:
    """(bases, 3, 3): from board axes to those of the parallax."""
    away = poses[:, :2] - eye_mm[:2]
    far = np.hypot(away[:, 0], away[:, 1])[:, None]
    away = np.where(far > 1e-6, away / np.maximum(far, 1e-6), [1.0, 0.0])  # any, right below it
    turn = np.zeros((len(poses), 3, 3))
    turn[:, 0, 0], turn[:, 0, 1] = away[:, 0], away[:, 1]
    turn[:, 1, 0], turn[:, 1, 1] = -away[:, 1], away[:, 0]
    turn[:, 2, 2] = 1.0
    return turn
