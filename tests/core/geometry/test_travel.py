"""Facing, travel and progress, by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.geometry.travel import (
    gained_mm,
    moved_mm,
    off_goal_deg,
)
from referee.core.turns import turn_deg

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)


def at(x, y, heading, sx=0.0, sy=0.0, sh=0.0):
    return MeasuredPose.with_sigmas(Pose(x, y, heading), sx, sy, sh)


@given(st.floats(0, 360), st.floats(0, 360))
def test_a_turn_is_the_shorter_way_and_leads_there(before, after):
    turn = turn_deg(before, after)
    assert -180.0 <= turn <= 180.0
    assert math.cos(math.radians(before + turn - after)) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("heading", "plays", "off"),
    [(0, Direction.RIGHT, 0), (170, Direction.RIGHT, 170), (350, Direction.LEFT, 170)],
)
def test_facing_the_goal(heading, plays, off):
    found = off_goal_deg(at(0, 0, heading, sh=2.0), plays)
    assert (found.value, found.sigma) == (pytest.approx(off), pytest.approx(2.0))


def test_travel_is_straight_and_measured_along_the_way():
    found = moved_mm(at(0, 0, 0, 0.3, 5), at(30, 0, 90, 0.4, 5))
    assert (found.value, found.sigma) == (pytest.approx(30), pytest.approx(0.5))
    assert moved_mm(at(0, 0, 0, 0.3, 0.1), at(0, 0, 0, 0.4, 0.1)).sigma == pytest.approx(0.5)


def test_gain_is_toward_the_goal_played_toward():
    before, after = at(100, 0, 0, 0.1), at(90, 50, 0, 0.1)
    assert gained_mm(before, after, Direction.LEFT).value == 10.0
    assert gained_mm(before, after, Direction.RIGHT).value == -10.0
    assert gained_mm(before, after, Direction.LEFT).sigma == pytest.approx(np.sqrt(0.02))
