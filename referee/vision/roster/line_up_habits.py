"""Who stood where in earlier line-ups: a coach gives a player the same job again and again.

A line-up is kept as the places of a team, turned so that the team plays to the right. A new one is
laid over each of those it resembles; where a player stood there it probably stands again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64, I64
from referee.vision.roster.assignment import NOBODY, best_pairs
from referee.vision.roster.player_rows import Table

# Line-ups of a team that are remembered.
MOST_LINE_UPS = 16
# How exactly a player takes the same place in the same formation, as a sigma. By the project's
# simulated coach, whose formations are shifted and spread; of real coaches nothing is known.
SAME_JOB_MM = 14.0
# Log-odds against a place that is far from where the player stood in that line-up, at most.
WORST_PLACE = 6.0
# What one player's place says at most against a whole line-up being the same one.
WORST_FIT = 4.0
# Places do not depend on each other as little as the sum of their squares has it.
FIT_SHARE = 0.5
# A new line-up is laid over an old one in so many steps.
ROUNDS = 4
# A line-up resembles an old one as much as none of them with this log-likelihood for each player.
UNLIKE = -2.0
# Fewer players than this are no line-up.
LEAST_PLAYERS = 5


@dataclass(frozen=True)
class _RememberedLineUp:
    """Rows of the roster, and their places in mm, playing to the right."""

    rows: I64
    places_mm: F64


class LineUpHabits:
    """The last line-ups of one team."""

    def __init__(self) -> None:
        self._kept: deque[_RememberedLineUp] = deque(maxlen=MOST_LINE_UPS)

    def learn(self, rows: I64, places_mm: F64) -> None:
        """A line-up was played from: these players stood at these places."""
        if len(rows) >= LEAST_PLAYERS:
            self._kept.append(_RememberedLineUp(rows.copy(), places_mm.copy()))

    def log_likelihoods(self, rows: I64, places_mm: F64) -> F64:
        """For each player and place: how likely it stands there, against anywhere in the line-up.

        All zero while nothing like it has been seen.
        """
        out = np.zeros((len(rows), len(places_mm)))
        if len(places_mm) < LEAST_PLAYERS or not self._kept:
            return out
        fits, tables = [len(places_mm) * UNLIKE * FIT_SHARE], [out]
        for kept in self._kept:
            fit, table = _laid_over(kept, rows, places_mm)
            fits.append(FIT_SHARE * fit)
            tables.append(table)
        weights = np.exp(np.array(fits) - max(fits))
        weights /= weights.sum()
        likely = np.tensordot(weights, np.exp(np.array(tables)), axes=1)
        return np.asarray(np.log(likely))


def places_playing_right(bases: Table, direction: float) -> F64:
    """Where bases stand in mm, the board turned so that their team plays to the right."""
    return np.asarray(direction * np.column_stack([bases["x_mm"], bases["y_mm"]]))


def _laid_over(kept: _RememberedLineUp, rows: I64, places_mm: F64) -> tuple[float, F64]:
    """How well a line-up resembles an old one, and what that says of each player and place."""
    shift = np.median(places_mm, axis=0) - np.median(kept.places_mm, axis=0)
    found = np.full(len(kept.rows), NOBODY, np.int64)
    squares = np.empty((0, 0))
    for _ in range(ROUNDS):
        squares = _squares(kept.places_mm + shift, places_mm)
        found = best_pairs(np.minimum(squares, WORST_FIT) - WORST_FIT - 1.0)
        both = found != NOBODY
        near = both & (squares[np.arange(len(found)), found] < WORST_FIT)
        chosen = near if near.sum() >= LEAST_PLAYERS else both
        shift = np.median(places_mm[found[chosen]] - kept.places_mm[chosen], axis=0)
    squares = _squares(kept.places_mm + shift, places_mm)
    both = found != NOBODY
    missing = max(len(places_mm), len(kept.rows)) - int(both.sum())
    fit = -np.minimum(squares[both, found[both]], WORST_FIT).sum() - WORST_FIT * missing
    table = np.zeros((len(rows), len(places_mm)))
    index = {int(row): k for k, row in enumerate(kept.rows)}
    for a, row in enumerate(rows):
        if int(row) in index:
            table[a] = -np.minimum(squares[index[int(row)]], WORST_PLACE)
    return float(fit), table


def _squares(a_mm: F64, b_mm: F64) -> F64:
    """Half the squares of all distances, in sigmas."""
    apart = a_mm[:, None] - b_mm[None]
    return np.asarray(0.5 * (apart**2).sum(axis=2) / SAME_JOB_MM**2)
