"""The straight way past a base, by hand."""

from __future__ import annotations

import math

import pytest

from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.geometry.straight_way import way_gap_mm

# Its skeleton reaches 11.9 mm ahead and 8.3 mm aside, its corners' radius is 2 mm.
BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
SQUARE = rounded_rectangle("square", 20.0, 20.0, 2.0)

BY_HAND = [
    ((-50.0, 20.0), (50.0, 20.0), 9.7),
    ((-50.0, 0.0), (50.0, 0.0), -10.3),  # through its middle: half of its width to either side
    ((-50.0, 10.3), (50.0, 10.3), 0.0),  # it grazes the base
    ((-50.0, 8.3), (50.0, 8.3), -2.0),  # it grazes the skeleton
    ((-50.0, -9.3), (50.0, -9.3), -1.0),
    ((30.0, 0.0), (60.0, 0.0), 16.1),  # it begins ahead of the base
    ((-60.0, 0.0), (-30.0, 0.0), 16.1),  # it ends behind it
    ((14.9, 12.3), (50.0, 50.0), 3.0),  # it begins 3 mm and 4 mm off a corner
    ((0.0, 0.0), (1.0, 1.0), -(11.9 + 8.3) / math.sqrt(2.0) - 2.0),  # up to a corner of it
]


@pytest.mark.parametrize(("start", "end", "gap"), BY_HAND)
def test_by_hand(start, end, gap):
    assert way_gap_mm(BASE, Pose(0.0, 0.0, 0.0), start, end) == pytest.approx(gap, abs=1e-9)
    assert way_gap_mm(BASE, Pose(0.0, 0.0, 0.0), end, start) == pytest.approx(gap, abs=1e-9)


@pytest.mark.parametrize(("start", "end", "gap"), BY_HAND)
def test_it_does_not_matter_where_on_the_board(start, end, gap):
    pose = Pose(300.0, 120.0, 30.0)
    c, s = math.cos(math.radians(30.0)), math.sin(math.radians(30.0))
    a, b = ((300.0 + c * x - s * y, 120.0 + s * x + c * y) for x, y in (start, end))
    assert way_gap_mm(BASE, pose, a, b) == pytest.approx(gap, abs=1e-9)


@pytest.mark.parametrize("radius", [0.05, 2.0, 9.0])
def test_however_sharp_its_corners_are_a_base_is_in_the_way_by_half_its_width(radius):
    base = rounded_rectangle("any", 27.8, 20.6, radius)
    through = way_gap_mm(base, Pose(0.0, 0.0, 0.0), (-50.0, 0.0), (50.0, 0.0))
    assert through == pytest.approx(-10.3)


def test_past_the_corner_of_a_turned_base():
    # Turned by 45 degrees a corner's middle is 8 times the root of 2 away from the base's.
    gap = way_gap_mm(SQUARE, Pose(0.0, 0.0, 45.0), (20.0, -50.0), (20.0, 50.0))
    assert gap == pytest.approx(20.0 - 8.0 * math.sqrt(2.0) - 2.0)
