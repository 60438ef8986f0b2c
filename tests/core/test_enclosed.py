"""Ways out of a crowd, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from referee.core.base_shape import Part, rounded_rectangle
from referee.core.enclosed import enclosure
from referee.core.errors import BadValue
from referee.core.pose import Pose
from tests.core.strategies import poses, shapes

SQUARE = rounded_rectangle("square", 20.0, 20.0, 0.1)
HERE = Pose(0, 0, 0)
ALL_ROUND = [(SQUARE, Pose(20, 0, 0)), (SQUARE, Pose(-20, 0, 0)), (SQUARE, Pose(0, 20, 0))]


def test_nobody_near_leaves_all_ways_open():
    assert enclosure(SQUARE, HERE, [(SQUARE, Pose(300, 0, 0))], 15.0).open_deg == 360.0


def test_one_in_front_shuts_the_half_in_front():
    found = enclosure(SQUARE, HERE, [(SQUARE, Pose(20, 0, 0))], 15.0)
    assert found.open_deg == pytest.approx(180.0, abs=10.0)
    assert found.touched == (Part.FRONT,)


def test_three_round_a_base_leave_the_way_between_them():
    found = enclosure(SQUARE, HERE, ALL_ROUND, 15.0)
    assert found.open_deg == pytest.approx(0.0, abs=10.0)
    assert found.sides_touched == 3


def test_four_shut_it_in():
    four = [*ALL_ROUND, (SQUARE, Pose(0, -20, 0))]
    found = enclosure(SQUARE, HERE, four, 15.0)
    assert (found.open_deg, found.sides_touched) == (0.0, 4)


def test_a_gap_within_reach_of_touching_counts_as_touching():
    near = [(SQUARE, Pose(20.2, 0, 0))]
    assert enclosure(SQUARE, HERE, near, 15.0).touched == ()
    assert enclosure(SQUARE, HERE, near, 15.0, touching_mm=0.3).touched == (Part.FRONT,)


@given(shapes, poses(), shapes, poses())
@settings(max_examples=30, deadline=None)
def test_another_one_never_opens_a_way(shape, pose, other, place):
    before = enclosure(shape, pose, [(SQUARE, Pose(30, 0, 20))], 15.0).open_deg
    after = enclosure(shape, pose, [(SQUARE, Pose(30, 0, 20)), (other, place)], 15.0).open_deg
    assert after <= before


def test_a_way_has_a_length():
    with pytest.raises(BadValue, match="way_mm"):
        enclosure(SQUARE, HERE, [], 0.0)
