"""Yards of a field by direction of play."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.field.direction import Direction
from referee.core.field.yards import (
    base_lengths_mm,
    gained_yd,
    spot_name,
    spot_x_mm,
    spot_yd,
    stick_mm,
)
from referee.core.geometry.base_shape import rounded_rectangle
from tests.core.fields import EASY

RIGHT, LEFT = Direction.RIGHT, Direction.LEFT
directions = st.sampled_from(Direction)
places = st.floats(-80.0, 890.0)
yards = st.floats(-10.0, 110.0)


@pytest.mark.parametrize(
    ("text", "plays", "x_mm"),
    [
        ("own 35", RIGHT, 280.0),  # 35 yards of 8 mm from the left goal line
        ("own 35", LEFT, 520.0),  # 65 yards from it
        ("opponent's 20", RIGHT, 640.0),
        ("opponent's 20", LEFT, 160.0),
        ("50", RIGHT, 400.0),
        ("50", LEFT, 400.0),
        ("own goal line", LEFT, 800.0),
        ("own end zone 5", RIGHT, -40.0),
    ],
)
def test_named_spots_by_hand(text, plays, x_mm):
    assert spot_name(EASY, x_mm, plays) == text


@given(places, directions)
def test_millimetres_there_and_back(x_mm, plays):
    assert spot_x_mm(EASY, spot_yd(EASY, x_mm, plays), plays) == pytest.approx(x_mm, abs=1e-9)


@given(yards, directions)
def test_yards_there_and_back(spot, plays):
    assert spot_yd(EASY, spot_x_mm(EASY, spot, plays), plays) == pytest.approx(spot, abs=1e-9)


@given(yards)
def test_the_own_spot_of_one_team_is_the_opponents_of_the_other(spot):
    x_mm = spot_x_mm(EASY, spot, RIGHT)
    assert spot_yd(EASY, x_mm, LEFT) == pytest.approx(100.0 - spot, abs=1e-9)


@given(places, places, directions)
def test_nearer_the_opponents_goal_is_more_yards(a, b, plays):
    order = (spot_yd(EASY, b, plays) - spot_yd(EASY, a, plays)) * (b - a) * plays.sign
    assert order >= 0.0


@given(places, places, directions)
def test_a_gain_is_the_difference_of_the_spots_and_a_loss_for_the_others(a, b, plays):
    gain = gained_yd(EASY, a, b, plays)
    assert gain == pytest.approx(spot_yd(EASY, b, plays) - spot_yd(EASY, a, plays), abs=1e-9)
    assert gained_yd(EASY, a, b, plays.other) == pytest.approx(-gain, abs=1e-9)


@given(st.floats(0.1, 100.0))
def test_sticks_are_cut_to_the_yards_along_the_field(length_yd):
    assert stick_mm(EASY, length_yd) == pytest.approx(8.0 * length_yd)


@given(st.floats(0.1, 20.0))
def test_base_lengths_belong_to_the_base(count):
    shape = rounded_rectangle("standard", 27.8, 20.6, 2.0)
    assert base_lengths_mm(shape, count) == pytest.approx(27.8 * count)


def test_directions_are_each_others_opposite():
    assert (RIGHT.other, LEFT.other) == (LEFT, RIGHT)
    assert (RIGHT.sign, LEFT.sign) == (1, -1)
    assert (RIGHT.heading_deg, LEFT.heading_deg) == (0.0, 180.0)
