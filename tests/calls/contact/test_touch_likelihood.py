"""The odds of a touch, against sums over everything that could have been."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from referee.calls.contact.touch_likelihood import TouchPrior, touch_log_odds
from referee.core.errors import BadValue
from referee.core.probability import p_from_log_odds

ALONE = TouchPrior(shared=0.0)


def log_odds(gaps, sigma=0.15, prior=ALONE, fps=30.0):
    times = np.arange(len(gaps)) / fps
    return touch_log_odds(times, gaps, np.full(len(gaps), sigma), prior)


def test_one_frame_against_an_integral_over_all_gaps():
    for gap in (-0.3, 0.0, 0.2, 0.6):
        touching = stats.norm.pdf(gap, 0.0, 0.15)
        apart = integrate.quad(lambda m, g=gap: stats.norm.pdf(g, m, 0.15) / 3.0, 0.0, 3.0)[0]
        assert log_odds([gap])[0] == pytest.approx(math.log(touching / apart), abs=0.01)


def test_three_frames_against_an_integral_over_all_gaps_and_drifts():
    gaps, times = np.array([0.1, -0.05, 0.12]), np.arange(3) / 30
    touching = stats.norm.pdf(gaps, 0.0, 0.15).prod()

    length, drift = np.meshgrid(np.linspace(0.0025, 1.2, 240), np.linspace(-18, 18, 361))
    fits = np.ones_like(length)
    for gap, t in zip(gaps, times, strict=True):
        fits *= stats.norm.pdf(gap, length + drift * t, 0.15)
    fits[length + drift * times[-1] < 0.0] = 0.0
    possible = stats.norm.sf(-length / times[-1], 0.0, 25.0)
    each = fits * stats.norm.pdf(drift, 0.0, 25.0) / possible / 3.0
    total = each.sum() * (1.1975 / 239) * (36 / 360)
    assert log_odds(gaps)[0] == pytest.approx(math.log(touching / total), abs=0.1)


def test_staying_shut_is_worth_more_with_every_frame():
    odds = [log_odds([0.0] * n)[0] for n in range(1, 9)]
    assert odds == sorted(odds)
    assert p_from_log_odds(odds[0]) < 0.95 < p_from_log_odds(odds[2])


def test_a_gap_that_stays_open_is_no_touch_and_a_shut_one_is():
    assert p_from_log_odds(log_odds([0.7] * 6).max()) < 1e-3
    assert p_from_log_odds(log_odds([0.0] * 6).max()) > 0.995


def test_overlap_speaks_for_touching():
    assert log_odds([-0.2])[0] > log_odds([0.0])[0] > log_odds([0.2])[0]


def test_an_error_that_all_frames_share_does_not_average_out():
    near = [0.25] * 8
    assert log_odds(near, prior=TouchPrior(shared=0.8)).max() > log_odds(near).max()


@given(st.lists(st.floats(-0.5, 1.5), min_size=2, max_size=10), st.data())
@settings(max_examples=25, deadline=None)
def test_losing_the_older_frames_never_makes_a_touch_likelier(gaps, data):
    kept = data.draw(st.integers(1, len(gaps)))
    assert log_odds(gaps[-kept:]).max() <= log_odds(gaps).max() + 1e-9


@given(st.lists(st.floats(-0.5, 1.5), min_size=1, max_size=8), st.floats(0.02, 0.6))
@settings(max_examples=25, deadline=None)
def test_times_count_only_by_their_differences(gaps, sigma):
    times = np.arange(len(gaps)) / 30
    sigmas = np.full(len(gaps), sigma)
    here = touch_log_odds(times, gaps, sigmas, TouchPrior())
    assert touch_log_odds(times + 77.0, gaps, sigmas, TouchPrior()) == pytest.approx(here, abs=1e-6)


def test_exact_measurements_are_taken_for_good_ones_not_for_perfect():
    assert np.isfinite(log_odds([0.0, 0.0, 0.1], sigma=0.0)).all()


def test_nonsense_is_named():
    with pytest.raises(BadValue, match="frames"):
        log_odds([])
    with pytest.raises(BadValue, match="frames"):
        log_odds([0.0] * 13)
    with pytest.raises(BadValue, match="shared"):
        TouchPrior(shared=1.5)
