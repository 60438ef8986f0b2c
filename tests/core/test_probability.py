"""The tails of the normal curve against scipy, and what counts at a limit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from referee.core.probability import (
    TIE,
    compiled_p_below,
    is_up_to,
    log_odds,
    mean_of_frames,
    normal_density,
    p_above,
    p_at_least,
    p_before,
    p_below,
    p_between,
    p_from_log_odds,
)

VALUES = st.floats(-30.0, 30.0)
SIGMAS = st.floats(0.1, 10.0)


@given(VALUES, SIGMAS, VALUES)
def test_tails(value, sigma, limit):
    assume(abs(value - limit) > TIE)
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


@given(VALUES, SIGMAS, st.floats(-1e-9, 1e-9))
def test_a_measured_tie_falls_on_the_side_that_the_limit_belongs_to(limit, sigma, noise):
    """The last bits of a length, whichever way they fell, do not decide what is exactly there."""
    value = limit + noise
    assert p_above(value, sigma, limit) < 0.5 < p_above(value, sigma, limit, at_limit=True)
    assert p_below(value, sigma, limit) < 0.5 < p_below(value, sigma, limit, at_limit=True)
    assert p_at_least(value - limit, sigma) > 0.5
    assert p_above(value, sigma, limit) == pytest.approx(0.5, abs=1e-4)
    assert (p_above(value, 0.0, limit), p_above(value, 0.0, limit, at_limit=True)) == (0.0, 1.0)
    assert is_up_to(value, limit)
    assert not is_up_to(limit + 1e-5, limit)


@given(VALUES, VALUES)
def test_between_two_limits(one, other):
    low, high = sorted((one, other))
    wanted = stats.norm.sf(low) - stats.norm.sf(high) if low > 0.0 else None
    wanted = stats.norm.cdf(high) - stats.norm.cdf(low) if wanted is None else wanted
    assert p_between(low, high) == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@given(st.floats(-5.0, 25.0), st.floats(0.2, 5.0), st.floats(0.5, 20.0))
def test_before_an_instant_that_lies_anywhere_between_two(value, sigma, width):
    """Against the sum over the instants that it may be."""
    instants = (np.arange(4000) + 0.5) / 4000 * width
    wanted = stats.norm.cdf((instants - value) / sigma).mean()
    assert p_before(value, sigma, 0.0, width) == pytest.approx(wanted, abs=1e-4)
    assert p_before(value, sigma, width, width) == pytest.approx(
        stats.norm.cdf((width - value) / sigma), abs=1e-5
    )


def test_before_without_an_error():
    assert [p_before(t, 0.0, 0.0, 4.0) for t in (-1.0, 0.0, 1.0, 4.0, 5.0)] == [1, 1, 0.75, 0, 0]


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
