"""One base's motion through its frames: against the same regression worked out with matrices."""

from __future__ import annotations

import numpy as np
import pytest

from referee.calls.contact.evidence.smoothed_motion import (
    LEAD_S,
    fit_motion,
    place_at,
    surprise,
    variance_at,
    wander,
)

POWERS = np.array([80.0**2, 80.0**2, 0.6**2])
TIMES = np.array([0.1, 0.116, 0.133, 0.183, 0.2, 0.216])


def frames(rng):
    rows = np.array([400.0, 200.0, 1.0]) + np.cumsum(rng.normal(size=(len(TIMES), 3)), axis=0)
    return rows, rng.uniform(0.002, 0.01, (len(TIMES), 3))


def ways(power, one, other):
    """The covariance of the way a wandering speed makes, summed over small steps of time."""
    steps = np.linspace(0.0, max(one, other), 20_001)
    left = np.maximum(one - steps, 0.0) * np.maximum(other - steps, 0.0)
    return power * np.trapezoid(left, steps)


def by_matrices(rows, variances, c, at):
    """Place and variance at a time, by the textbook formulas of a regression with free line."""
    zero = TIMES[0] - LEAD_S
    u, w = TIMES - zero, at - zero
    cover = np.array([[ways(POWERS[c], a, b) for b in u] for a in u]) + np.diag(variances[:, c])
    toward = np.array([ways(POWERS[c], a, w) for a in u])
    free = np.column_stack([np.ones_like(u), u])
    inverse = np.linalg.inv(cover)
    known = np.linalg.inv(free.T @ inverse @ free)
    rest = np.array([1.0, w]) - free.T @ inverse @ toward
    weights = inverse @ toward + inverse @ free @ known @ rest
    variance = ways(POWERS[c], w, w) - toward @ inverse @ toward + rest @ known @ rest
    return weights @ rows[:, c], variance


@pytest.mark.parametrize("at", [0.1, 0.125, 0.16, 0.216, 0.25])
def test_place_and_variance_are_those_of_the_regression(at):
    rows, variances = frames(np.random.default_rng(4))
    fit = fit_motion(TIMES, rows, variances, POWERS)
    place, variance = np.empty(3), np.empty(3)
    place_at(fit, at, place)
    variance_at(fit, at, variance)
    for c in range(3):
        wanted, spread = by_matrices(rows, variances, c, at)
        assert place[c] == pytest.approx(wanted, abs=1e-3)
        assert variance[c] == pytest.approx(spread, rel=1e-3)


def test_a_speed_that_wanders_has_the_covariance_of_its_ways():
    assert wander(6400.0, 0.02, 0.05) == pytest.approx(ways(6400.0, 0.02, 0.05), rel=1e-6)
    assert wander(6400.0, 0.05, 0.02) == wander(6400.0, 0.02, 0.05)


def test_even_motion_is_carried_on_straight_and_surprises_nobody():
    rows = np.column_stack([100.0 + 60.0 * TIMES, 50.0 - 20.0 * TIMES, 0.5 + 1.0 * TIMES])
    fit = fit_motion(TIMES, rows, np.full((len(TIMES), 3), 0.003), POWERS)
    place = np.empty(3)
    place_at(fit, 0.3, place)
    assert place == pytest.approx([118.0, 44.0, 0.8])
    assert surprise(fit, rows) == pytest.approx(0.0, abs=1e-6)


def test_of_each_coordinate_one_surprise_is_expected_for_each_frame_but_two():
    rng = np.random.default_rng(7)
    variances = np.full((len(TIMES), 3), 0.003)
    zero = TIMES[0] - LEAD_S
    found = []
    for _ in range(400):
        rows = np.empty((len(TIMES), 3))
        for c in range(3):
            u = TIMES - zero
            cover = np.array([[wander(POWERS[c], a, b) for b in u] for a in u])
            rows[:, c] = rng.multivariate_normal(40.0 * u, cover + np.diag(variances[:, c]))
        found.append(surprise(fit_motion(TIMES, rows, variances, POWERS), rows))
    assert np.mean(found) == pytest.approx(3 * (len(TIMES) - 2), rel=0.1)
