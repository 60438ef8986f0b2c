"""The straight way past a base, against shapely and by hand."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.base_shape import rounded_rectangle
from referee.core.pose import Pose
from referee.core.segment import way_gap_mm
from tests.core.strategies import poses, shapes

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
places = st.tuples(st.floats(-60, 60), st.floats(-60, 60))


@given(shapes, poses(), places, places)
@settings(max_examples=120, deadline=None)
def test_the_gap_is_that_of_shapely(shape, pose, start, end):
    skeleton = shapely.Polygon(pose.to_board(shape.skeleton))
    way = shapely.LineString([start, end])
    expected = skeleton.distance(way) - shape.radius_mm
    assert way_gap_mm(shape, pose, start, end) == pytest.approx(expected, abs=1e-6)


BY_HAND = [
    ((-50.0, 20.0), (50.0, 20.0), 9.7),
    ((-50.0, 0.0), (50.0, 0.0), -2.0),
    ((30.0, 0.0), (60.0, 0.0), 16.1),
    ((0.0, 0.0), (1.0, 1.0), -2.0),
]


@pytest.mark.parametrize(("start", "end", "gap"), BY_HAND)
def test_by_hand(start, end, gap):
    assert way_gap_mm(BASE, Pose(0.0, 0.0, 0.0), start, end) == pytest.approx(gap)
