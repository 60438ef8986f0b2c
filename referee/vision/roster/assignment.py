"""The best one-to-one pairing of rows and columns, and by how much it is better than others."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.compiler import compiled

NOBODY = -1
IMPOSSIBLE = 1e3


@compiled
def best_pairs(cost: F64) -> I64:  # noqa: PLR0912 - one textbook loop, as numba wants it
    """For each row the column it is paired with, or -1; only pairs of negative cost are worth it.

    The sum of the costs of all pairs is the least there is: shortest augmenting paths, exact. Of
    several such pairings the one found first is taken, so the same table always gives the same
    answer.
    """
    rows, columns = cost.shape
    # One free column per row, so that every row may stay alone at no cost.
    width = columns + rows
    lift_row = np.zeros(rows + 1)
    lift_column = np.zeros(width + 1)
    owner = np.zeros(width + 1, np.int64)
    way = np.zeros(width + 1, np.int64)
    for row in range(1, rows + 1):
        owner[0] = row
        at = 0
        least = np.full(width + 1, np.inf)
        done = np.zeros(width + 1, np.bool_)
        while True:
            done[at] = True
            i = owner[at]
            step = np.inf
            following = 0
            for j in range(1, width + 1):
                if done[j]:
                    continue
                price = cost[i - 1, j - 1] if j <= columns else 0.0
                now = price - lift_row[i] - lift_column[j]
                if now < least[j]:
                    least[j] = now
                    way[j] = at
                if least[j] < step:
                    step = least[j]
                    following = j
            for j in range(width + 1):
                if done[j]:
                    lift_row[owner[j]] += step
                    lift_column[j] -= step
                else:
                    least[j] -= step
            at = following
            if owner[at] == 0:
                break
        while at != 0:
            before = way[at]
            owner[at] = owner[before]
            at = before
    found = np.full(rows, NOBODY, np.int64)
    for j in range(1, columns + 1):
        if owner[j] > 0 and cost[owner[j] - 1, j - 1] < 0.0:
            found[owner[j] - 1] = j - 1
    return found


def nearest_pairs(pairs: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """From (distance, row, column): for each row its column, the nearest pairs first, each once."""
    found: dict[int, int] = {}
    used: set[int] = set()
    for _, row, column in sorted(pairs):
        if row not in found and column not in used:
            found[row] = column
            used.add(column)
    return found


@compiled
def total(cost: F64, found: I64) -> float:
    """What a pairing costs."""
    out = 0.0
    for i in range(found.shape[0]):
        if found[i] != NOBODY:
            out += cost[i, found[i]]
    return out


@compiled
def margins(cost: F64, found: I64, wanted: I64) -> tuple[F64, I64]:
    """For the pairs of ``wanted`` rows: what the best pairing without it costs more, and that one.

    Infinity for every other row.
    """
    rows = cost.shape[0]
    more = np.full(rows, np.inf)
    others = np.full((rows, rows), NOBODY, np.int64)
    best = total(cost, found)
    for i in wanted:
        j = found[i]
        if j == NOBODY:
            continue
        if _alone(cost, i, j):
            more[i] = -cost[i, j]
            others[i] = found
            others[i, i] = NOBODY
            continue
        barred = cost.copy()
        barred[i, j] = IMPOSSIBLE
        others[i] = best_pairs(barred)
        more[i] = total(barred, others[i]) - best
    return more, others


@compiled
def _alone(cost: F64, i: int, j: int) -> bool:
    """Whether neither of two has anybody else to go to."""
    rivals = 0
    for k in range(cost.shape[0]):
        rivals += 1 if k != i and cost[k, j] < IMPOSSIBLE else 0
    for k in range(cost.shape[1]):
        rivals += 1 if k != j and cost[i, k] < IMPOSSIBLE else 0
    return rivals == 0
