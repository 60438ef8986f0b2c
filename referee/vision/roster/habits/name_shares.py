"""From log-likelihoods of single names to probabilities, where no two may have the same place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.core.compiler import compiled

# A player of whom no place is likely at all may be missing: log-odds against that.
MISSING = 40.0
# With more places than this, shares are balanced instead of counted: all ways to fill n places
# are 2 to the power of n steps.
MOST_PLACES = 12
BALANCING_ROUNDS = 60


@dataclass(frozen=True)
class NameShares:
    """``shares``: for each player and place a probability. ``log_sum`` is what all ways weigh."""

    shares: F64
    log_sum: float


def name_shares(log_likelihoods: F64) -> NameShares:
    """All ways to give places to players, each weighed by the product of its likelihoods."""
    players, places = log_likelihoods.shape
    if not players or not places:
        return NameShares(np.zeros((players, places)), 0.0)
    most = log_likelihoods.max(axis=1)
    weights = np.exp(log_likelihoods - most[:, None])
    absent = np.exp(-MISSING - most)
    if places > MOST_PLACES:
        return NameShares(_balanced(weights), float(most.sum()))
    shares, log_sum = _all_ways(weights, absent)
    return NameShares(shares, log_sum + float(most.sum()))


def _balanced(weights: F64) -> F64:
    """Rows and columns brought to a sum of one in turn, columns only from above."""
    shares = weights / weights.sum(axis=1, keepdims=True)
    for _ in range(BALANCING_ROUNDS):
        shares = shares / np.maximum(shares.sum(axis=0, keepdims=True), 1.0)
        shares = shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-12)
    return np.asarray(shares)


@compiled
def _all_ways(weights: F64, absent: F64) -> tuple[F64, float]:
    """Exact: player after player, over all sets of places that are taken by then."""
    before, after = _before(weights, absent), _after(weights, absent)
    players, places = weights.shape
    shares = np.zeros((players, places))
    for i in range(players):
        for taken in range(1 << places):
            if before[i, taken] == 0.0:
                continue
            for k in range(places):
                if not (taken >> k) & 1:
                    rest = after[i + 1, taken | (1 << k)]
                    shares[i, k] += before[i, taken] * weights[i, k] * rest
    return shares / after[0, 0], np.log(after[0, 0])


@compiled
def _before(weights: F64, absent: F64) -> F64:
    """What all ways weigh in which the players up to one have taken just these places."""
    players, places = weights.shape
    ways = np.zeros((players + 1, 1 << places))
    ways[0, 0] = 1.0
    for i in range(players):
        for taken in range(1 << places):
            if ways[i, taken] == 0.0:
                continue
            ways[i + 1, taken] += ways[i, taken] * absent[i]
            for k in range(places):
                if not (taken >> k) & 1:
                    ways[i + 1, taken | (1 << k)] += ways[i, taken] * weights[i, k]
    return ways


@compiled
def _after(weights: F64, absent: F64) -> F64:
    """What all ways weigh in which the players from one on go to places that are not taken."""
    players, places = weights.shape
    ways = np.zeros((players + 1, 1 << places))
    ways[players, :] = 1.0
    for i in range(players - 1, -1, -1):
        for taken in range(1 << places):
            whole = ways[i + 1, taken] * absent[i]
            for k in range(places):
                if not (taken >> k) & 1:
                    whole += weights[i, k] * ways[i + 1, taken | (1 << k)]
            ways[i, taken] = whole
    return ways
