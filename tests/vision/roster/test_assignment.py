"""Our pairing costs exactly what scipy's costs, and is the same each time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from referee.vision.roster.assignment import NOBODY, best_pairs, total


def scipys(cost):
    """The least cost when every row may also stay alone for nothing."""
    padded = np.hstack([cost, np.zeros((len(cost), len(cost)))])
    rows, columns = linear_sum_assignment(padded)
    return padded[rows, columns].sum()


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 2**32 - 1))
def test_the_cost_is_the_least_there_is(rows, columns, seed):
    cost = np.random.default_rng(seed).normal(0.0, 3.0, (rows, columns))
    found = best_pairs(cost)
    assert total(cost, found) == pytest.approx(scipys(cost), abs=1e-9)
    taken = found[found != NOBODY]
    assert len(np.unique(taken)) == len(taken)


def test_nobody_is_paired_at_a_loss():
    assert list(best_pairs(np.array([[1.0, 2.0], [3.0, -1.0]]))) == [NOBODY, 1]
