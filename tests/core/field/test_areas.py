"""The areas of a field by hand: what lies in them, how deep, and what counts on the line."""

from __future__ import annotations

import dataclasses
import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.field.areas import Area, areas_of
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.crossing import above_x, above_y, below_x, below_y
from referee.core.geometry.pose import Pose
from referee.loaders.fields import field_names, load_field
from tests.core.fields import EASY
from tests.core.strategies import poses, shapes

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
# Its skeleton's corners lie 8 mm ahead and aside of the middle.
SQUARE = rounded_rectangle("square", 20.0, 20.0, 2.0)
EASY_AREAS = areas_of(EASY)


def rectangle(low_x, low_y, high_x, high_y):
    return Area(((low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)))


def test_the_areas_of_the_easy_field_by_hand():
    assert EASY_AREAS.metal == rectangle(-100.0, -20.0, 910.0, 340.0)
    assert EASY_AREAS.in_bounds == rectangle(-80.0, 0.0, 890.0, 320.0)
    assert EASY_AREAS.field_of_play == rectangle(0.0, 0.0, 800.0, 320.0)
    assert EASY_AREAS.end_zone(Direction.LEFT) == rectangle(-80.0, 0.0, 0.0, 320.0)
    assert EASY_AREAS.end_zone(Direction.RIGHT) == rectangle(800.0, 0.0, 890.0, 320.0)


def test_a_field_asked_again_has_its_areas_already():
    assert areas_of(dataclasses.replace(EASY)) is EASY_AREAS
    assert areas_of(dataclasses.replace(EASY, width_mm=321.0)) is not EASY_AREAS


@pytest.mark.parametrize("name", field_names())
def test_the_areas_of_a_field_that_comes_with_the_program_lie_as_they_should(name):
    found = areas_of(load_field(name))
    metal, bounds, play, left, right = (
        shapely.Polygon(area.corners_mm)
        for area in (
            found.metal,
            found.in_bounds,
            found.field_of_play,
            found.left_end_zone,
            found.right_end_zone,
        )
    )
    assert metal.contains_properly(bounds)
    assert left.touches(play)
    assert right.touches(play)
    assert left.disjoint(right)
    assert shapely.union_all([left, play, right]).equals(bounds)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "inside"),
    [
        (-80.0, 100.0, True),
        (-80.1, 100.0, False),
        (890.0, 320.0, True),
        (890.0, 320.1, False),
        (890.1, 0.0, False),
        (100.0, 0.0, True),
        (100.0, -0.1, False),
    ],
)
def test_the_edge_of_an_area_belongs_to_it(x_mm, y_mm, inside):
    assert EASY_AREAS.in_bounds.covers(x_mm, y_mm) is inside


@pytest.mark.parametrize(
    ("x_mm", "in_play", "in_end_zone"),
    [(799.9, True, False), (800.0, True, True), (800.1, False, True)],
)
def test_a_goal_line_belongs_to_both_sides_of_it(x_mm, in_play, in_end_zone):
    assert EASY_AREAS.field_of_play.covers(x_mm, 320.0) is in_play
    assert EASY_AREAS.right_end_zone.covers(x_mm, 320.0) is in_end_zone


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "depth_mm"),
    [
        (100.0, 5.0, 5.0),
        (400.0, 160.0, 160.0),
        (887.0, 318.0, 2.0),  # 3 mm from the end line, 2 mm from the sideline
        (100.0, 0.0, 0.0),
        (890.0, 320.0, 0.0),
        (100.0, -0.5, -0.5),
        (892.0, 100.0, -2.0),
        (-83.0, -4.0, -5.0),  # off a corner: 3 mm and 4 mm
    ],
)
def test_how_deep_a_point_lies(x_mm, y_mm, depth_mm):
    assert EASY_AREAS.in_bounds.depth_mm(x_mm, y_mm) == pytest.approx(depth_mm, abs=1e-9)


@pytest.mark.parametrize(
    ("pose", "inside_mm"),
    [
        (Pose(400.0, 160.0, 0.0), 149.7),  # half a width of 20.6 from the sidelines
        (Pose(400.0, 10.3, 0.0), 0.0),
        (Pose(400.0, 9.0, 180.0), -1.3),
        (Pose(400.0, 13.9, 90.0), 0.0),  # its length of 27.8 lies across the field
        (Pose(400.0, 10.3, 90.0), -3.6),
        (Pose(-66.1, 11.3, 0.0), 0.0),  # its back on the end line, 1 mm from the sideline
        (Pose(-67.1, 11.3, 0.0), -1.0),
    ],
)
def test_how_far_a_whole_base_is_inside(pose, inside_mm):
    found = EASY_AREAS.in_bounds.whole_base_inside_mm(STANDARD, pose)
    assert found == pytest.approx(inside_mm, abs=1e-9)


def test_a_base_turned_by_45_degrees_is_inside_to_its_round_corner():
    # The corner's middle is 8 times the root of 2 below the base's middle, the arc 2 mm more.
    found = EASY_AREAS.in_bounds.whole_base_inside_mm(SQUARE, Pose(400.0, 20.0, 45.0))
    assert found == pytest.approx(20.0 - 8.0 * math.sqrt(2.0) - 2.0)


def test_off_a_corner_of_the_field_a_base_sticks_out_slantwise():
    # The skeleton's near left corner is at -83, -4: 3 mm and 4 mm off, its arc 2 mm more.
    found = EASY_AREAS.in_bounds.whole_base_inside_mm(SQUARE, Pose(-75.0, 4.0, 0.0))
    assert found == pytest.approx(-7.0)


@given(shapes, poses(), st.tuples(*[st.floats(-0.9, 20.0)] * 4))
@settings(max_examples=150, deadline=None)
def test_a_whole_base_is_inside_as_far_as_its_outline(shape, pose, shares):
    # An area with this room on each side of the base. The middles of its round corners stay in, so
    # that one side of the area alone decides.
    room = [share * shape.radius_mm for share in shares]
    west, south, east, north = shapely.Polygon(pose.to_board(shape.outline_mm(0.0005))).bounds
    area = rectangle(west - room[0], south - room[1], east + room[2], north + room[3])
    assert area.whole_base_inside_mm(shape, pose) == pytest.approx(min(room), abs=0.002)


@pytest.mark.parametrize("x_mm", [-100.0, 300.0, 910.0])
@pytest.mark.parametrize(
    ("y_mm", "inside_mm"),
    [
        (160.0, 109.7),  # 120 mm to either outer edge, less half a base of 20.6
        (50.3, 0.0),
        (45.0, -5.3),
        (269.7, 0.0),
        (270.0, -0.3),
    ],
)
def test_the_strip_inside_the_numbers_has_no_ends(x_mm, y_mm, inside_mm):
    measured = EASY_AREAS.numbers.whole_base_inside_mm(STANDARD, Pose(x_mm, y_mm, 0.0))
    assert measured == pytest.approx(inside_mm, abs=1e-9)


def test_beyond_each_side_by_hand():
    beyond = (below_y(0.0), above_x(890.0), above_y(320.0), below_x(-80.0))
    assert EASY_AREAS.in_bounds.sides == beyond


def test_the_sides_of_a_slanted_area_point_outward():
    first, second, third = Area(((0.0, 0.0), (4.0, 0.0), (0.0, 3.0))).sides
    assert (*first.direction, first.offset_mm) == pytest.approx((0.0, -1.0, 0.0))
    # From 4, 0 to 0, 3: the line 0.6 x + 0.8 y = 2.4.
    assert (*second.direction, second.offset_mm) == pytest.approx((0.6, 0.8, 2.4))
    assert (*third.direction, third.offset_mm) == pytest.approx((-1.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "corners",
    [
        ((0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)),  # clockwise
        ((0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)),  # crosses itself
        ((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0)),  # has no width
        ((0.0, 0.0), (1.0, 0.0), (math.nan, 1.0)),
        ((0.0, 0.0), (1.0, 0.0)),
    ],
)
def test_an_area_that_cannot_be_is_refused(corners):
    with pytest.raises(BadValue, match=r"^corners_mm is .* a convex polygon"):
        Area(corners)
