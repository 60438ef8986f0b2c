"""Areas of a field, whole bases and parts of bases inside them."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.areas import (
    Area,
    NumbersEdge,
    between_hashes,
    end_zone,
    field_of_play,
    in_bounds,
    inside_numbers,
    tackle_box,
)
from referee.core.base_shape import rounded_rectangle
from referee.core.direction import Direction
from referee.core.errors import BadValue
from referee.core.pose import Pose
from tests.core.fields import EASY
from tests.core.strategies import poses, shapes

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
RIGHT, LEFT = Direction.RIGHT, Direction.LEFT
areas = st.builds(
    lambda x, y, w, h: Area(x, x + w, y, y + h),
    st.floats(-60, 30),
    st.floats(-60, 30),
    st.floats(1, 120),
    st.floats(1, 120),
)


@given(areas, shapes, poses())
@settings(max_examples=150, deadline=None)
def test_both_answers_agree_with_polygons(area, shape, pose):
    box = shapely.box(area.low_x_mm, area.low_y_mm, area.high_x_mm, area.high_y_mm)
    base = shapely.Polygon(pose.to_board(shape.outline_mm(0.0005)))
    west, south, east, north = base.bounds
    slack = min(
        west - area.low_x_mm,
        area.high_x_mm - east,
        south - area.low_y_mm,
        area.high_y_mm - north,
    )
    assert area.whole_base_inside_mm(shape, pose) == pytest.approx(slack, abs=0.002)
    part = area.any_part_inside_mm(shape, pose)
    if base.intersects(box):
        assert part > -0.002
    else:
        assert part == pytest.approx(-base.distance(box), abs=0.002)


def test_a_round_corner_may_pass_the_corner_of_an_area():
    # the corner arc's centre is 2 mm from both sides of the area's corner: 2 * sqrt 2 - 2 away
    pose = Pose(2.0 + 11.9, 2.0 + 8.3, 0.0)
    corner = Area(high_x_mm=0.0, high_y_mm=0.0)
    assert corner.any_part_inside_mm(STANDARD, pose) == pytest.approx(2.0 - 2.0 * math.sqrt(2.0))


def test_an_area_without_sides_holds_everything():
    assert Area().whole_base_inside_mm(STANDARD, Pose(0, 0, 0)) == math.inf
    assert Area().any_part_inside_mm(STANDARD, Pose(0, 0, 0)) > 1000.0


@pytest.mark.parametrize(
    ("y_mm", "edge", "inside_mm"),
    [
        (160.0, NumbersEdge.OUTER, 109.7),  # far: 120 to the edge less half a base of 20.6
        (50.3, NumbersEdge.OUTER, 0.0),
        (45.0, NumbersEdge.OUTER, -5.3),
        (270.0, NumbersEdge.OUTER, -0.3),
        (70.3, NumbersEdge.INNER, 0.0),
        (50.3, NumbersEdge.INNER, -20.0),
    ],
)
def test_inside_the_numbers_is_the_whole_base(y_mm, edge, inside_mm):
    measured = inside_numbers(EASY, edge).whole_base_inside_mm(STANDARD, Pose(300, y_mm, 0))
    assert measured == pytest.approx(inside_mm)


def test_a_turned_base_needs_more_room():
    # turned by 90 degrees its 27.8 mm length lies across the field
    measured = inside_numbers(EASY).whole_base_inside_mm(STANDARD, Pose(300, 53.9, 90))
    assert measured == pytest.approx(0.0)


def test_areas_of_the_field_by_hand():
    assert between_hashes(EASY) == Area(low_y_mm=120.0, high_y_mm=200.0)
    assert field_of_play(EASY) == Area(0.0, 800.0, 0.0, 320.0)
    assert in_bounds(EASY) == Area(-80.0, 890.0, 0.0, 320.0)
    assert end_zone(EASY, LEFT) == Area(-80.0, 0.0, 0.0, 320.0)
    assert end_zone(EASY, RIGHT) == Area(800.0, 890.0, 0.0, 320.0)
    assert in_bounds(EASY).holds_point(890.0, 0.0)
    assert not in_bounds(EASY).holds_point(890.1, 0.0)


TACKLES = ((STANDARD, Pose(286, 200, 0)), (STANDARD, Pose(286, 120, 0)))


@pytest.mark.parametrize("tackles", [TACKLES, TACKLES[::-1]])
def test_the_tackle_box_reaches_straight_back_between_the_tackles_outer_edges(tackles):
    box = tackle_box(EASY, 300.0, RIGHT, tackles)
    assert (box.low_x_mm, box.high_x_mm) == (-math.inf, 300.0)
    assert (box.low_y_mm, box.high_y_mm) == pytest.approx((109.7, 210.3))


def test_the_pocket_is_the_tackle_box_to_a_depth():
    pocket = tackle_box(EASY, 300.0, RIGHT, TACKLES, depth_yd=20.0)
    assert (pocket.low_x_mm, pocket.high_x_mm) == pytest.approx((140.0, 300.0))
    other_way = tackle_box(EASY, 300.0, LEFT, TACKLES, depth_yd=20.0)
    assert (other_way.low_x_mm, other_way.high_x_mm) == pytest.approx((300.0, 460.0))


def test_a_quarterback_half_out_of_the_box_is_partly_in_it():
    box = tackle_box(EASY, 300.0, RIGHT, TACKLES)
    pose = Pose(250, 210.3, 0)
    assert box.any_part_inside_mm(STANDARD, pose) == pytest.approx(10.3)
    assert box.whole_base_inside_mm(STANDARD, pose) == pytest.approx(-10.3)


@pytest.mark.parametrize("depth_yd", [0.0, -1.0, math.nan])
def test_a_pocket_needs_a_depth(depth_yd):
    with pytest.raises(BadValue, match="depth_yd"):
        tackle_box(EASY, 300.0, RIGHT, TACKLES, depth_yd)


def test_an_area_turned_inside_out_is_refused():
    with pytest.raises(BadValue, match=r"high_x_mm is 1\.0; allowed: more than low_x_mm"):
        Area(2.0, 1.0)
