"""How far a measured base is beyond a line, and how sure that is."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.geometry.base_shape import BasePart, rounded_rectangle
from referee.core.geometry.crossing import HalfPlane, above_x, above_y, below_y
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.geometry.reach import BasePoint, reach_beyond
from tests.core.strategies import poses, shapes

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)


def at(x, y, heading, sx=0.0, sy=0.0, sh=0.0):
    return MeasuredPose.with_sigmas(Pose(x, y, heading), sx, sy, sh)


@given(shapes, poses(), st.floats(0, 2 * math.pi), st.floats(-40, 40))
@settings(max_examples=80, deadline=None)
def test_the_foremost_and_hindmost_points_agree_with_polygons(shape, pose, angle, offset):
    side = HalfPlane((math.cos(angle), math.sin(angle)), offset)
    corners = np.array(shapely.Polygon(pose.to_board(shape.outline_mm(0.0005))).exterior.coords)
    along = corners @ side.direction - offset
    foremost = reach_beyond(shape, MeasuredPose(pose), side)
    hindmost = reach_beyond(shape, MeasuredPose(pose), side, BasePoint.HINDMOST)
    assert foremost.beyond_mm == pytest.approx(along.max(), abs=0.002)
    assert hindmost.beyond_mm == pytest.approx(along.min(), abs=0.002)
    assert np.dot(foremost.point_mm, side.direction) - offset == pytest.approx(
        along.max(), abs=0.01
    )


def test_sigma_is_the_spread_of_drawn_poses():
    rng = np.random.default_rng(3)
    spread = np.array([0.2, 0.15, math.radians(0.6)])
    reaches = [
        reach_beyond(
            STANDARD,
            at(10 + dx, 20 + dy, 30 + math.degrees(turn)),
            above_y(30.0),
        ).beyond_mm
        for dx, dy, turn in rng.normal(0, spread, (4000, 3))
    ]
    measured = reach_beyond(STANDARD, at(10, 20, 30, 0.2, 0.15, 0.6), above_y(30.0))
    assert measured.sigma_mm == pytest.approx(np.std(reaches), rel=0.05)


# Where the base stands, the line, and by hand: how far beyond, which part leads.
BY_HAND = [
    (at(100, 0, 0), above_x(110.0), BasePoint.FOREMOST, 3.9, BasePart.FRONT),
    (at(100, 0, 0), above_x(110.0), BasePoint.HINDMOST, -23.9, BasePart.BACK),
    (at(100, 0, 0), above_x(110.0), BasePoint.CENTRE, -10.0, None),
    (at(100, 0, 180), above_x(110.0), BasePoint.FOREMOST, 3.9, BasePart.BACK),
    (at(50, 8, 0), below_y(0.0), BasePoint.FOREMOST, 2.3, BasePart.RIGHT),
    # the front right corner's arc has its centre at (11.9, -8.3) in the base frame
    (
        at(0, 0, 45),
        above_x(0.0),
        BasePoint.FOREMOST,
        (11.9 + 8.3) / math.sqrt(2) + 2.0,
        BasePart.FRONT_RIGHT,
    ),
]


@pytest.mark.parametrize(("measured", "side", "of", "beyond", "part"), BY_HAND)
def test_cases_by_hand(measured, side, of, beyond, part):
    reach = reach_beyond(STANDARD, measured, side, of)
    assert reach.beyond_mm == pytest.approx(beyond)
    assert reach.part is part


def test_a_flat_front_turns_about_its_ends():
    reach = reach_beyond(STANDARD, at(0, 0, 0, 0, 0, 1.0), above_x(0.0))
    assert reach.sigma_mm == pytest.approx(8.3 * math.radians(1.0))


def test_a_centre_does_not_ask_for_the_heading():
    assert (
        reach_beyond(STANDARD, at(0, 0, 0, 0.3, 7, 9), above_x(0.0), BasePoint.CENTRE).sigma_mm
        == 0.3
    )


@given(shapes, poses())
@settings(max_examples=40, deadline=None)
def test_a_mirror_mirrors_the_reach(shape, pose):
    there = reach_beyond(shape, MeasuredPose(pose), above_y(3.0))
    mirrored = MeasuredPose(Pose(pose.x_mm, -pose.y_mm, -pose.heading_deg))
    back = reach_beyond(shape, mirrored, below_y(-3.0))
    assert back.beyond_mm == pytest.approx(there.beyond_mm, abs=1e-9)
