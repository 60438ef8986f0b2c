"""The tails of the normal curve against scipy, and what counts at a limit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from referee.core.probability import (
    compiled_p_below,
    log_odds,
    mean_of_frames,
    normal_density,
    p_above,
    p_at_least,
    p_below,
    p_between,
    p_from_log_odds,
)

VALUES = st.floats(-30.0, 30.0)
SIGMAS = st.floats(0.1, 10.0)


@given(VALUES, SIGMAS, VALUES)
def test_tails(value, sigma, limit):
    above, below = p_above(value, sigma, limit), p_below(value, sigma, limit)
    assert above == pytest.approx(stats.norm.sf(limit, value, sigma), rel=1e-9, abs=1e-200)
    assert below == pytest.approx(stats.norm.cdf(limit, value, sigma), rel=1e-9, abs=1e-200)
    assert p_above(-value, sigma, -limit) == below
    assert p_at_least(value - limit, sigma) == above
    compiled = compiled_p_below(value - limit, sigma * math.sqrt(2.0))
    assert compiled == pytest.approx(below, rel=1e-9, abs=1e-200)


@pytest.mark.parametrize(
    ("value", "above", "below"),
    [(1.9, (0, 0), (1, 1)), (2.0, (0, 1), (0, 1)), (2.1, (1, 1), (0, 0))],
)
def test_without_an_error_the_limit_itself_counts_only_when_it_is_to(value, above, below):
    for at_limit in (False, True):
        assert p_above(value, 0.0, 2.0, at_limit=at_limit) == above[at_limit]
        assert p_below(value, 0.0, 2.0, at_limit=at_limit) == below[at_limit]
    assert p_at_least(value - 2.0, 0.0) == above[1]


@given(VALUES, VALUES)
def test_between_two_limits(one, other):
    low, high = sorted((one, other))
    wanted = stats.norm.sf(low) - stats.norm.sf(high) if low > 0.0 else None
    wanted = stats.norm.cdf(high) - stats.norm.cdf(low) if wanted is None else wanted
    assert p_between(low, high) == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@given(VALUES)
def test_density(sigmas):
    assert normal_density(sigmas) == pytest.approx(stats.norm.pdf(sigmas), rel=1e-9, abs=1e-200)


def test_what_frames_share_does_not_average_out():
    values, sigmas = [1.0, 2.0, 3.0, 6.0], [0.2, 0.2, 0.2, 0.2]
    assert mean_of_frames(values, sigmas, 1.0) == pytest.approx((3.0, 0.04))
    assert mean_of_frames(values, sigmas, 0.0) == pytest.approx((3.0, 0.01))
    assert mean_of_frames(values, sigmas, 0.5) == pytest.approx((3.0, 0.025))


@given(st.floats(-700, 700))
def test_opposite_log_odds_are_opposite_probabilities(odds):
    assert p_from_log_odds(odds) + p_from_log_odds(-odds) == pytest.approx(1.0)


def test_log_odds():
    assert p_from_log_odds(0.0) == 0.5
    assert p_from_log_odds(math.log(9.0)) == pytest.approx(0.9)
    assert log_odds(0.9) == pytest.approx(math.log(9.0))
    assert log_odds(0.0, 0.1) == pytest.approx(-math.log(9.0))
    assert log_odds(1.0, 0.1) == pytest.approx(math.log(9.0))
