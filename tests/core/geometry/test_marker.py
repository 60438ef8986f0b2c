"""Bases and markers, against shapely's discs and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BasePart, rounded_rectangle
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.marker import Marker, disc, marker_gap, passed_marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.core.strategies import poses, shapes

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)


def at(x, y, heading, sx=0.0, sy=0.0, sh=0.0):
    return MeasuredPose.with_sigmas(Pose(x, y, heading), sx, sy, sh)


@given(shapes, poses(), st.floats(1, 6))
@settings(max_examples=120, deadline=None)
def test_the_gap_is_that_of_polygons(shape, pose, radius):
    outline = shapely.Polygon(pose.to_board(shape.outline_mm(0.0005)))
    centre = shapely.Point(4.0, -7.0)
    inside = outline.contains(centre)
    distance = outline.exterior.distance(centre)
    found = marker_gap(shape, MeasuredPose(pose), Marker(4.0, -7.0, radius))
    expected = (-distance if inside else distance) - radius
    assert found.gap_mm == pytest.approx(expected, abs=0.01)
    assert outline.exterior.distance(shapely.Point(found.point_mm)) < 0.01


@given(shapes, poses(), st.floats(0.6, 20))
@settings(max_examples=80, deadline=None)
def test_a_disc_as_an_outline_has_the_gap_of_the_marker(shape, pose, radius):
    marker = marker_gap(shape, MeasuredPose(pose), Marker(40.0, -7.0, radius))
    outline = signed_gap(disc(radius), Pose(40.0, -7.0, 0.0), shape, pose)
    # Its skeleton is 0.02 mm wide instead of a point.
    assert outline.gap_mm == pytest.approx(marker.gap_mm, abs=0.02)


@pytest.mark.parametrize("heading", [0.0, 40.0, 90.0, 155.0])
@pytest.mark.parametrize("beside", [(25.0, 3.0), (-2.0, -19.0), (4.0, 18.0)])
def test_a_ball_that_is_known_to_lie_so_has_the_gap_of_an_oval(beside, heading):
    """An oval of 10.8 by 6.2 mm beside a side of a base, against shapely's polygons."""
    ball = Marker(*beside, 4.25, uneven_mm=1.15, heading_deg=heading)
    turn, a = np.linspace(0.0, 2.0 * np.pi, 720, endpoint=False), math.radians(heading)
    u, v = 5.4 * np.cos(turn), 3.1 * np.sin(turn)
    rim = np.c_[
        beside[0] + u * math.cos(a) - v * math.sin(a), beside[1] + u * math.sin(a) + v * math.cos(a)
    ]
    base = shapely.Polygon(STANDARD.outline_mm(0.0005))
    expected = base.distance(shapely.Polygon(rim))
    assert marker_gap(STANDARD, at(0, 0, 0), ball).gap_mm == pytest.approx(expected, abs=0.01)
    outline = signed_gap(ball.shape, Pose(*beside, heading), STANDARD, Pose(0.0, 0.0, 0.0))
    assert outline.gap_mm == pytest.approx(expected, abs=0.04)  # an oval of 24 corners
    assert ball.unknown_mm == 0.0


def test_a_ball_of_which_nobody_knows_how_it_lies_is_a_circle_give_or_take():
    ball = Marker(25.0, 3.0, 4.25, uneven_mm=1.15)
    assert ball.shape == disc(4.25)
    assert ball.unknown_mm == 1.15
    assert marker_gap(STANDARD, at(0, 0, 0), ball).gap_mm == pytest.approx(25.0 - 13.9 - 4.25)


def test_an_oval_that_is_turned_a_little_reaches_a_little_further():
    """Sigma is the spread of drawn headings, where the side is met at a slant."""
    drawn = np.random.default_rng(3).normal(40.0, 4.0, 4000)
    gaps = [
        marker_gap(
            STANDARD, at(0, 0, 0), Marker(25.0, 3.0, 4.25, uneven_mm=1.15, heading_deg=turn)
        ).gap_mm
        for turn in drawn
    ]
    ball = Marker(25.0, 3.0, 4.25, 0.0, 1.15, 40.0, 4.0)
    found = marker_gap(STANDARD, at(0, 0, 0), ball)
    assert found.sigma_mm == pytest.approx(np.std(gaps), rel=0.06)


def test_sigma_is_the_spread_of_drawn_places():
    rng = np.random.default_rng(2)
    gaps = [
        marker_gap(STANDARD, at(dx, dy, 30 + turn), Marker(22 + mx, 12 + my, 3.0)).gap_mm
        for dx, dy, turn, mx, my in rng.normal(0, [0.2, 0.1, 0.9, 0.15, 0.15], (4000, 5))
    ]
    found = marker_gap(STANDARD, at(0, 0, 30, 0.2, 0.1, 0.9), Marker(22, 12, 3.0, 0.15))
    assert found.sigma_mm == pytest.approx(np.std(gaps), rel=0.06)


# Where the marker lies of a base at the origin that faces +x: the gap, and the part it is near.
BY_HAND = [
    ((20.0, 3.0), 3.1, BasePart.FRONT),
    ((-5.0, -14.3), 1.0, BasePart.RIGHT),
    ((-20.0, 0.0), 3.1, BasePart.BACK),
    ((11.9 + 3.0, 8.3 + 4.0), 0.0, BasePart.FRONT_LEFT),
    ((12.9, 0.0), -4.0, BasePart.FRONT),
]


@pytest.mark.parametrize(("place", "gap", "part"), BY_HAND)
def test_cases_by_hand(place, gap, part):
    found = marker_gap(STANDARD, at(0, 0, 0), Marker(*place, 3.0))
    assert found.gap_mm == pytest.approx(gap)
    assert found.part is part


def test_past_is_along_the_heading_of_the_base_and_beyond_the_far_edge():
    # The front is at 63.9, the marker's far edge at 33.
    found = passed_marker(STANDARD, at(50, 2, 0), Marker(30, 9, 3.0))
    assert found.front_mm == pytest.approx(63.9 - 33)
    assert found.whole_mm == pytest.approx(36.1 - 33)


def test_a_base_that_runs_the_other_way_passes_the_other_way():
    found = passed_marker(STANDARD, at(50, 2, 180), Marker(30, 9, 3.0))
    assert found.front_mm == pytest.approx(27 - 36.1)


def test_turning_about_its_centre_counts_by_how_far_the_marker_is_aside():
    found = passed_marker(STANDARD, at(0, 0, 0, 0.3, 9.0, 1.0), Marker(0, 20, 3.0, 0.4))
    assert found.sigma_mm == pytest.approx(math.hypot(0.3, 0.4, 20 * math.radians(1.0)))


def test_no_marker_is_that_large():
    with pytest.raises(BadValue, match="radius_mm"):
        Marker(0, 0, 50.0)
    with pytest.raises(BadValue, match="sigma_mm"):
        Marker(0, 0, 3.0, -1.0)
    with pytest.raises(BadValue, match="uneven_mm"):
        Marker(0, 0, 3.0, 0.1, 3.0)
