"""Motions carried on, against the errors that many drawn motions have."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.geometry.extrapolation import extrapolation_weights

TIMES = np.array([0.0, 0.03, 0.07, 0.1])
SIGMAS = np.array([0.1, 0.05, 0.2, 0.1])


def test_an_even_motion_is_carried_on_evenly():
    counts, _ = extrapolation_weights(TIMES, SIGMAS, np.array([0.1, 0.15, 0.3]), 40.0)
    np.testing.assert_allclose(counts @ (3.0 + 25.0 * TIMES), [5.5, 6.75, 10.5])
    np.testing.assert_allclose(counts.sum(axis=1), 1.0)


def test_a_speed_that_does_not_wander_gives_the_weighted_straight_line():
    when = np.array([0.2])
    counts, variance = extrapolation_weights(TIMES, SIGMAS, when, 1e-6)
    rows = np.array([1.0, 2.2, 2.9, 4.4])
    line, covariance = np.polyfit(TIMES, rows, 1, w=1.0 / SIGMAS, cov="unscaled")
    np.testing.assert_allclose(counts @ rows, np.polyval(line, when), rtol=1e-6)
    there = np.array([when[0], 1.0])
    np.testing.assert_allclose(variance, there @ covariance @ there, rtol=1e-6)


def test_its_variance_is_that_of_motions_whose_speed_wanders():
    rng = np.random.default_rng(5)
    step, wander, until = 0.002, 60.0, 0.13
    times = np.arange(0.0, until + step / 2, step)
    drawn = 4000
    speeds = 80.0 + np.cumsum(rng.normal(0, wander * np.sqrt(step), (drawn, len(times))), axis=1)
    ways = np.cumsum(speeds * step, axis=1)
    places = np.round(TIMES / step).astype(int)
    seen = ways[:, places] + rng.normal(0, 1, (drawn, len(TIMES))) * SIGMAS
    counts, variance = extrapolation_weights(TIMES, SIGMAS, np.array([until]), wander)
    off = seen @ counts[0] - ways[:, -1]
    assert abs(off.mean()) < 0.02
    assert off.std() == pytest.approx(float(np.sqrt(variance[0])), rel=0.06)


def test_the_older_a_frame_the_less_it_says_once_speeds_wander():
    even = np.full(4, 0.1)
    still, _ = extrapolation_weights(TIMES, even, np.array([0.12]), 1e-6)
    restless, _ = extrapolation_weights(TIMES, even, np.array([0.12]), 500.0)
    assert abs(restless[0, 0]) < abs(still[0, 0])
    assert restless[0, -1] > still[0, -1]


def test_one_frame_shows_no_motion():
    with pytest.raises(BadValue, match="two frames"):
        extrapolation_weights(np.zeros(1), np.ones(1), np.zeros(1), 1.0)
