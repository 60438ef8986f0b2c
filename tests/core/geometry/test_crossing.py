"""How far a base reaches beyond a line, against polygons and hand-made cases."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.crossing import (
    HalfPlane,
    above_x,
    above_y,
    below_x,
    below_y,
    foremost_point_mm,
    furthest_beyond_mm,
    support_mm,
    supports_mm,
)
from referee.core.geometry.gap import pose_row
from referee.core.geometry.pose import Pose
from tests.core.strategies import poses, shapes

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
directions = st.floats(0.0, 2 * math.pi).map(lambda a: (math.cos(a), math.sin(a)))


@given(shapes, poses(), directions)
@settings(max_examples=150, deadline=None)
def test_support_is_the_furthest_point_of_the_outline(shape, pose, direction):
    outline = pose.to_board(shape.outline_mm(0.0005))
    expected = (outline @ direction).max()
    assert support_mm(shape, pose, direction) == pytest.approx(expected, abs=0.001)


@given(shapes, poses(), directions)
@settings(max_examples=100, deadline=None)
def test_the_foremost_point_reaches_as_far_as_the_support(shape, pose, direction):
    point = foremost_point_mm(shape, pose, direction)
    assert np.dot(point, direction) == pytest.approx(support_mm(shape, pose, direction))


@given(shapes, st.lists(poses(), min_size=1, max_size=8), directions)
@settings(max_examples=50, deadline=None)
def test_many_poses_at_once_equal_one_at_a_time(shape, many, direction):
    rows = supports_mm(shape, [pose_row(p) for p in many], direction)
    assert rows == pytest.approx([support_mm(shape, p, direction) for p in many])


@given(shapes, poses(), directions, st.floats(-60, 60))
@settings(max_examples=100, deadline=None)
def test_the_two_sides_of_a_line_mirror_each_other(shape, pose, direction, offset_mm):
    side = HalfPlane(direction, offset_mm)
    furthest = furthest_beyond_mm(shape, pose, side)
    hindmost = -furthest_beyond_mm(shape, pose, side.other_side)
    assert furthest >= hindmost


@pytest.mark.parametrize(
    ("side", "furthest", "nearest"),
    [
        (above_x(110.0), 3.9, -23.9),
        (below_x(110.0), 23.9, -3.9),
        (above_y(50.0), 10.3, -10.3),
        (below_y(60.0), 20.3, -0.3),
    ],
)
def test_axis_lines_by_hand(side, furthest, nearest):
    # a standard base at (100, 50) facing +x reaches x 86.1 to 113.9 and y 39.7 to 60.3
    pose = Pose(100, 50, 0)
    assert furthest_beyond_mm(STANDARD, pose, side) == pytest.approx(furthest)
    assert -furthest_beyond_mm(STANDARD, pose, side.other_side) == pytest.approx(nearest)


def test_a_corner_at_45_degrees_is_an_arc():
    # corner arcs are centred (11.9, 8.3) from the middle: along 45 degrees (20.2 / sqrt 2) + 2
    reach = support_mm(STANDARD, Pose(0, 0, 45), (1.0, 0.0))
    assert reach == pytest.approx(20.2 / math.sqrt(2) + 2.0)


def test_the_foremost_point_of_a_flat_front_is_its_middle():
    assert foremost_point_mm(STANDARD, Pose(10, 5, 0), (1.0, 0.0)) == pytest.approx((23.9, 5.0))


@pytest.mark.parametrize("direction", [(0.0, 0.0), (math.nan, 1.0), (math.inf, 0.0)])
def test_a_direction_that_is_none_is_refused(direction):
    with pytest.raises(BadValue, match="direction"):
        HalfPlane(direction, 0.0)
