"""Probabilities of names, against every way to give places written out."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from referee.vision.roster.habits.name_shares import MOST_PLACES, name_shares


def by_hand(likely: np.ndarray) -> tuple[np.ndarray, float]:
    """Shares and the logarithm of the sum, from every permutation."""
    n = len(likely)
    shares, whole = np.zeros((n, n)), 0.0
    for order in permutations(range(n)):
        weight = float(np.exp(sum(likely[i, k] for i, k in enumerate(order))))
        whole += weight
        for i, k in enumerate(order):
            shares[i, k] += weight
    return shares / whole, float(np.log(whole))


@pytest.mark.parametrize("spread", [0.5, 2.0, 6.0])
def test_shares_are_those_of_all_permutations(spread):
    likely = np.random.default_rng(4).normal(0.0, spread, (5, 5))
    shares, log_sum = by_hand(likely)
    found = name_shares(likely)
    assert found.shares == pytest.approx(shares, abs=1e-9)
    assert found.log_sum == pytest.approx(log_sum)


def test_of_too_many_players_somebody_has_no_place():
    found = name_shares(np.zeros((4, 3)))
    assert found.shares == pytest.approx(0.25)


def test_of_too_many_places_one_stays_empty():
    found = name_shares(np.zeros((2, 4)))
    assert found.shares == pytest.approx(0.25)


def test_many_places_are_balanced():
    n = MOST_PLACES + 3
    likely = np.full((n, n), -4.0)
    np.fill_diagonal(likely, 0.0)
    shares = name_shares(likely).shares
    assert shares.sum(axis=0) == pytest.approx(1.0, abs=1e-6)
    assert shares.sum(axis=1) == pytest.approx(1.0, abs=1e-6)
    assert np.diag(shares) == pytest.approx(shares[0, 0])
    assert shares[0, 0] > 0.5
