"""The gap of two smoothed motions and its sigma, against the gap of the poses themselves."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.calls.contact.evidence.least_gap import gap_and_sigma_at, gap_variance, gaps_along
from referee.calls.contact.evidence.smoothed_motion import fit_motion
from referee.core.geometry.gap import edges_of, signed_gap
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE

TIMES = np.arange(6) / 60.0
POWERS = np.array([80.0**2, 80.0**2, 0.6**2])


def even(x, y, heading, vx, vy, turning):
    rows = np.column_stack([x + vx * TIMES, y + vy * TIMES, heading + turning * TIMES])
    return fit_motion(TIMES, rows, np.full((6, 3), 0.003), POWERS)


def at(t, x, y, heading, vx, vy, turning):
    return Pose(x + vx * t, y + vy * t, math.degrees(heading + turning * t))


def test_the_gap_along_the_way_is_that_of_the_outlines_there():
    one, other = (0.0, 0.0, 0.2, 40.0, 0.0, 0.5), (40.0, 6.0, 2.8, -50.0, 10.0, -0.3)
    when = np.array([0.01, 0.05, 0.09])
    edges = edges_of(BASE)
    found = gaps_along(edges, even(*one), edges, even(*other), 2 * BASE.radius_mm, when)
    wanted = [signed_gap(BASE, at(t, *one), BASE, at(t, *other)).gap_mm for t in when]
    assert found == pytest.approx(wanted, abs=1e-6)


def test_head_on_only_errors_along_the_line_between_count():
    still = even(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), even(28.8, 0.0, math.pi, 0.0, 0.0, 0.0)
    nothing = np.zeros(3)
    sides = np.array([0.0, 4.0, 0.0])  # mm squared, across
    edges, rows = edges_of(BASE), np.empty((2, 6))
    about = edges, still[0], edges, still[1], 2 * BASE.radius_mm, 0.04
    gap, sigma = gap_and_sigma_at(*about, nothing, nothing, rows)
    assert gap == pytest.approx(1.0)
    assert gap_and_sigma_at(*about, sides, sides, rows)[1] == pytest.approx(sigma)
    along = np.array([0.01, 0.0, 0.0])
    assert gap_and_sigma_at(*about, along, along, rows)[1] == pytest.approx(
        math.sqrt(sigma**2 + 0.02)
    )
    # The slopes: a moving toward b closes the gap, b moving on opens it.
    assert rows[0, [0, 3]] == pytest.approx([-1.0, 1.0])


def test_edges_that_lie_flat_turn_about_either_end():
    rows = np.array([[-1.0, 0.0, 8.0, 1.0, 0.0, 0.0], [-1.0, 0.0, -8.0, 1.0, 0.0, 0.0]])
    turned = np.array([0.0, 0.0, 0.001])
    assert gap_variance(rows, turned, np.zeros(3)) == pytest.approx(0.064)
