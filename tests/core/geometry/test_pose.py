"""Poses: headings, and the two frames."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from tests.core.strategies import poses

points = st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=5)


@given(poses(), points)
def test_to_the_board_and_back(pose, rows):
    given_mm = np.array(rows)
    assert pose.to_base(pose.to_board(given_mm)) == pytest.approx(given_mm, abs=1e-9)


@pytest.mark.parametrize(
    ("heading_deg", "nose"), [(0, (20, 7)), (90, (10, 17)), (180, (0, 7)), (270, (10, -3))]
)
def test_the_front_points_along_the_heading(heading_deg, nose):
    assert Pose(10, 7, heading_deg).to_board(np.array([[10.0, 0.0]]))[0] == pytest.approx(nose)


@given(st.floats(-1e6, 1e6))
def test_a_heading_is_below_360(heading_deg):
    kept = Pose(0, 0, heading_deg).heading_deg
    assert 0.0 <= kept < 360.0
    assert math.cos(math.radians(kept)) == pytest.approx(
        math.cos(math.radians(heading_deg)), abs=1e-6
    )


def test_the_smallest_turn_to_the_right_is_no_full_circle():
    assert Pose(0, 0, -1e-20).heading_deg == 0.0


@pytest.mark.parametrize("key", ["x_mm", "y_mm", "heading_deg"])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_pose_is_finite(key, value):
    with pytest.raises(BadValue, match=key):
        Pose(**{"x_mm": 0.0, "y_mm": 0.0, "heading_deg": 0.0} | {key: value})
