"""The kick of one base, against a least squares fit with matrices; and how ways die away."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.calls.contact.evidence.carried_motion import time_gone
from referee.calls.contact.evidence.kick import (
    DIES_S,
    KICKS_MM_S,
    SLOWING_SIGMA,
    kick_of,
    kicked_way,
    slowed_way,
)
from referee.calls.contact.evidence.smoothed_motion import LEAD_S, fit_motion, wander

TIMES = np.arange(-12, 9) / 60.0
POWERS = np.array([80.0**2, 80.0**2, 0.6**2])
VARIANCES = np.tile([0.003, 0.004, 2e-5], (len(TIMES), 1))
WAY = np.array([0.8, -0.6, 0.05])
SPEEDS = np.array([60.0, -30.0, 0.4])


def test_a_kick_leads_its_speed_times_the_time_and_then_no_further():
    assert kicked_way(-0.1) == 0.0
    assert kicked_way(0.001) == pytest.approx(0.001, rel=0.02)
    assert kicked_way(10.0) == pytest.approx(DIES_S)


def test_after_a_cut_a_base_slows_down_evenly_until_it_rests():
    assert slowed_way(0.004) == 0.0
    # Half way through its 90 ms it has lost a quarter of the half of them; at rest half of them.
    assert slowed_way(0.049) == pytest.approx(0.045**2 / 0.18)
    assert slowed_way(0.094) == pytest.approx(0.045)
    assert slowed_way(0.194) == pytest.approx(0.145)
    # The same as time that goes on more slowly, for as long as that is carried on.
    assert time_gone(0.03, 0.0) == pytest.approx(0.03 - slowed_way(0.03))
    assert time_gone(0.03, 0.1) == 0.03
    assert time_gone(0.5, 0.0) == pytest.approx(time_gone(0.044, 0.0))


def by_matrices(rows, at_s, cut_s):
    """Place and speed of each coordinate, the kick, and the factor of the slowing: all at once."""
    zero = TIMES[0] - LEAD_S
    u = TIMES - zero
    pushed = np.array([kicked_way(t - at_s) for t in TIMES])
    slowed = np.array([slowed_way(t - cut_s) for t in TIMES])
    columns, inverse = [], []
    for c in range(3):
        block = np.zeros((len(u), 8))
        block[:, 2 * c], block[:, 2 * c + 1] = 1.0, u
        block[:, 6], block[:, 7] = WAY[c] * pushed, -SPEEDS[c] * slowed
        cover = np.array([[wander(POWERS[c], a, b) for b in u] for a in u])
        columns.append(block)
        inverse.append(np.linalg.inv(cover + np.diag(VARIANCES[:, c])))
    normal = sum(b.T @ i @ b for b, i in zip(columns, inverse, strict=True))
    right = sum(b.T @ i @ rows[:, c] for c, (b, i) in enumerate(zip(columns, inverse, strict=True)))
    normal[6, 6] += 1.0 / KICKS_MM_S**2
    normal[7, 7] += 1.0 / SLOWING_SIGMA**2
    right[7] += 1.0 / SLOWING_SIGMA**2
    return np.linalg.solve(normal, right)[6], np.linalg.inv(normal)[6, 6]


@pytest.mark.parametrize("cut_s", [-0.03, 0.02, 5.0])
def test_the_kick_is_that_of_the_whole_fit(cut_s):
    rng = np.random.default_rng(5)
    rows = np.cumsum(rng.normal(0.0, [0.3, 0.3, 0.01], (len(TIMES), 3)), axis=0)
    fit = fit_motion(TIMES, rows, VARIANCES, POWERS)
    found = kick_of(fit, 0.01, cut_s, WAY, SPEEDS)
    assert found == pytest.approx(by_matrices(rows, 0.01, cut_s), rel=1e-6)


def test_a_base_that_was_kicked_says_how_hard_and_which_way():
    even = np.column_stack([40.0 * TIMES, 20.0 * TIMES, 0.1 * TIMES])
    pushed = np.array([kicked_way(t) for t in TIMES])
    rows = even + 90.0 * pushed[:, None] * WAY
    fit = fit_motion(TIMES, rows, VARIANCES, POWERS)
    kick, variance = kick_of(fit, 0.0, 5.0, WAY, SPEEDS)
    assert kick == pytest.approx(90.0, abs=3.0 * math.sqrt(variance))
    assert kick > 4.0 * math.sqrt(variance)
    away, _ = kick_of(fit, 0.0, 5.0, -WAY, SPEEDS)
    assert away == pytest.approx(-kick)


def test_slowing_down_after_a_cut_is_no_kick():
    slowed = np.array([slowed_way(t + 0.02) for t in TIMES])
    rows = np.column_stack([SPEEDS[c] * (TIMES - slowed) for c in range(3)])
    fit = fit_motion(TIMES, rows, VARIANCES, POWERS)
    kick, variance = kick_of(fit, 0.0, -0.02, WAY, SPEEDS)
    unaware, _ = kick_of(fit, 0.0, 5.0, WAY, SPEEDS)
    assert abs(kick) < 0.5 * math.sqrt(variance)
    assert abs(unaware) > 3.0 * abs(kick)
