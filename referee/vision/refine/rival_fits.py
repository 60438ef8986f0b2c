"""Other ends of a base: what lies beside an outline that was found, and how well it fits there.

A painted front edge, a shadow or a neighbour's edge looks like another end. From starts beside
the outline the same fit is tried again: where most of them come back there is one answer, where
others fit as well there are several, and nobody can say which is the base.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F64
from referee.vision.refine.fit_evidence import LEVER_MM, LOWEST
from referee.vision.refine.pose_fit import LEVEL

# Ahead, behind and to the sides; the first is the place itself.
BESIDE_MM = np.array([(0.0, 0.0), (2.0, 0.0), (-2.0, 0.0), (0.0, 2.0), (0.0, -2.0)])
PLACES = len(BESIDE_MM)
SAME_MM = 0.4  # two ends this near to each other are one
FARTHEST_MM = 4.0
NO_RIVAL = -2.0  # a level as far below the own one as any
RIVAL_FIGURES = 8


def places_beside(poses: F64) -> F64:
    """(bases, PLACES, 3): where to start again."""
    c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    along, across = BESIDE_MM.T
    out = np.repeat(poses[:, None, :], PLACES, axis=1)
    out[:, :, 0] += c * along - s * across
    out[:, :, 1] += s * along + c * across
    return out


def rival_figures(guessed: F64, alone: F64, found: F64, ends: F64, says: F64) -> F64:
    """(bases, RIVAL_FIGURES) from where the starts beside each base led and how well it fits.

    ``alone`` are the poses found without neighbours, ``ends`` (bases, PLACES, 3) those found from
    `places_beside`, ``says`` what their strips say.
    """
    levels = np.maximum(says[..., LEVEL], LOWEST).mean(axis=-1).reshape(ends.shape[:2])
    off = ends - found[:, None, :]
    away = _length(off)
    own = away[:, 0] < SAME_MM
    rival = away >= SAME_MM
    above = np.where(rival, levels - levels[:, :1], NO_RIVAL)
    best = above.argmax(axis=1)
    row = np.arange(len(found))
    back = ~rival
    near = np.where(back, away, 0.0)
    spread = np.sqrt((near**2).sum(axis=1) / np.maximum(back.sum(axis=1), 1))
    any_rival, moved = rival.any(axis=1), found - guessed
    far = np.where(any_rival, np.minimum(away[row, best], FARTHEST_MM), 0.0)
    return np.column_stack(
        [
            np.clip(above[row, best], NO_RIVAL, -NO_RIVAL),
            far,
            back[:, 1:].mean(axis=1),
            np.log(0.02 + spread),
            np.log(0.02 + np.minimum(_length(alone - found), FARTHEST_MM)),
            np.minimum(np.hypot(*moved[:, :2].T), 2.0 * FARTHEST_MM),
            np.minimum(_length(moved * [0.0, 0.0, 1.0]), 2.0 * FARTHEST_MM),
            np.where(own, np.minimum(np.abs(off[:, 0, 2]) * LEVER_MM, FARTHEST_MM), FARTHEST_MM),
        ]
    )


def _length(moves: F64) -> F64:
    """Moves in mm, with the turn as the way of the outline."""
    turn = np.abs((moves[..., 2] + math.pi) % (2.0 * math.pi) - math.pi)
    return np.asarray(np.hypot(np.hypot(moves[..., 0], moves[..., 1]), LEVER_MM * turn))
