"""Field profiles: scales, and measures that cannot be right."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from tests.core.fields import EASY


def test_scales_by_hand():
    assert EASY.length_mm_per_yd == pytest.approx(8.0)
    assert EASY.width_mm_per_yd == pytest.approx(6.0)
    assert (EASY.left_end_line_x_mm, EASY.right_end_line_x_mm) == (-80.0, 890.0)


@given(st.floats(-10, 110))
def test_yards_from_the_left_goal_there_and_back(yards):
    assert EASY.yards_from_left_goal(EASY.x_mm(yards)) == pytest.approx(yards, abs=1e-9)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("goal_to_goal_mm", -3.0),
        ("goal_to_goal_mm", math.nan),
        ("width_mm", math.inf),
        ("metal_right_x_mm", math.inf),
        ("metal_left_x_mm", -math.inf),
        ("left_end_zone_mm", 0.0),
        ("line_width_mm", 0.0),
        ("hash_length_mm", 1000.0),
        ("yard_line_every_yd", 3),
        ("numbers_every_yd", 4),
        ("name", ""),
        ("name", "my board"),
        ("name", "../etc"),
    ],
)
def test_a_measure_out_of_range_is_named(key, value):
    with pytest.raises(BadValue, match=f"^{key} is ") as caught:
        dataclasses.replace(EASY, **{key: value})
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("key", "value", "neighbour"),
    [
        ("near_hash_y_mm", 161.0, "middle of the field"),
        ("far_hash_y_mm", 159.0, "middle of the field"),
        ("far_numbers_inner_y_mm", 281.0, "far_numbers_outer_y_mm"),
        ("near_numbers_inner_y_mm", 30.0, "near_numbers_outer_y_mm"),
        ("metal_far_y_mm", 310.0, "width_mm"),
        ("metal_right_x_mm", 880.0, "right end line"),
        ("metal_left_x_mm", -70.0, "left end line"),
    ],
)
def test_measures_out_of_order_name_both(key, value, neighbour):
    with pytest.raises(BadValue) as caught:
        dataclasses.replace(EASY, **{key: value})
    assert key in str(caught.value)
    assert neighbour in str(caught.value)
