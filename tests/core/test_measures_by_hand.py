"""Gaps, sigmas and instants that can be worked out by hand, at the places where cases meet."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BasePart, rounded_rectangle
from referee.core.geometry.crossing import above_x, above_y
from referee.core.geometry.extrapolation import extrapolation_weights
from referee.core.geometry.marker import Marker, marker_gap, passed_marker
from referee.core.geometry.measured_instant import closing_instant, crossing_instant
from referee.core.geometry.measured_pose import MeasuredPose, is_covariance, joint_covariance
from referee.core.geometry.meeting import meeting_instant
from referee.core.geometry.pose import Pose
from referee.core.geometry.reach import reach_beyond
from referee.core.geometry.straight_way import way_gap_mm
from referee.core.geometry.travel import (
    gained_mm,
    moved_mm,
    off_goal_deg,
)
from referee.core.turns import turn_deg

# Its skeleton reaches 11.9 mm ahead and 8.3 mm aside, its corners' radius is 2 mm.
STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
SQUARE = rounded_rectangle("square", 20.0, 20.0, 0.1)
HERE = Pose(0.0, 0.0, 0.0)


def at(x, y, heading, sx=0.0, sy=0.0, sh=0.0):
    return MeasuredPose.with_sigmas(Pose(x, y, heading), sx, sy, sh)


@pytest.mark.parametrize(
    ("place", "gap"), [((30.0, 0.0), 16.1), ((0.0, -20.3), 10.0), ((14.9, 12.3), 3.0)]
)
def test_a_way_without_length_is_a_point(place, gap):
    # The last lies 3 and 4 mm off the skeleton's corner.
    assert way_gap_mm(STANDARD, HERE, place, place) == pytest.approx(gap)


@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0, 270.0])
def test_a_way_that_passes_a_corner_of_the_base_s_skeleton(turn):
    # It comes nearest to the corner with its middle, 5 mm off, square to the diagonal of 3 and 4.
    pose = Pose(0.0, 0.0, turn)
    middle, along = np.array([11.9 + 3.0, 8.3 + 4.0]), np.array([-4.0, 3.0])
    a, b = (tuple(p) for p in pose.to_board(np.array([middle - along, middle + along])))
    assert way_gap_mm(STANDARD, pose, a, b) == pytest.approx(3.0)


# The direction of each way out is a multiple of 5 degrees.
# The part nearest to a marker's centre, and the point of the outline there.
PLACES = [
    ((11.9, 1.0), -5.0, BasePart.FRONT, (13.9, 1.0)),  # on the skeleton's edge itself
    ((-11.9, 1.0), -5.0, BasePart.BACK, (-13.9, 1.0)),
    ((1.0, 8.3), -5.0, BasePart.LEFT, (1.0, 10.3)),
    ((1.0, -7.3), -6.0, BasePart.RIGHT, (1.0, -10.3)),
    ((20.0, 3.0), 3.1, BasePart.FRONT, (13.9, 3.0)),
    ((-14.9, 12.3), 0.0, BasePart.BACK_LEFT, (-13.1, 9.9)),
    ((-14.9, -12.3), 0.0, BasePart.BACK_RIGHT, (-13.1, -9.9)),
    ((14.9, -12.3), 0.0, BasePart.FRONT_RIGHT, (13.1, -9.9)),
]


@pytest.mark.parametrize(("place", "gap", "part", "point"), PLACES)
def test_a_marker_about_a_base(place, gap, part, point):
    found = marker_gap(STANDARD, at(0, 0, 0), Marker(*place, 3.0))
    assert (found.gap_mm, found.part) == (pytest.approx(gap), part)
    assert found.point_mm == pytest.approx(point)


def tied(c):
    """Sigmas of 0.3 mm in x and y and 0.01 in heading; x and heading err together by c."""
    return ((0.09, 0.0, c), (0.0, 0.09, 0.0), (c, 0.0, 1e-4))


def test_errors_that_come_together_count_together():
    # The marker is 3 mm to the left: turning left by h brings the front 3 h nearer to him.
    ahead = marker_gap(STANDARD, MeasuredPose(HERE, tied(0.002)), Marker(20.0, 3.0, 3.0))
    assert ahead.sigma_mm**2 == pytest.approx(0.09 - 2 * 3 * 0.002 + 9e-4)
    aside = passed_marker(STANDARD, MeasuredPose(HERE, tied(0.002)), Marker(0.0, 20.0, 3.0))
    assert aside.sigma_mm**2 == pytest.approx(0.09 - 2 * 20 * 0.002 + 400e-4)


def test_what_is_past_of_a_base_that_faces_the_far_side():
    found = passed_marker(STANDARD, at(9, 50, 90, 5.0, 0.3, 0.0), Marker(2, 30, 3.0, 0.4))
    assert found.front_mm == pytest.approx(63.9 - 33.0)
    assert found.sigma_mm == pytest.approx(0.5)


@pytest.mark.parametrize(("radius_mm", "beyond"), [(0.5, 0.49), (20.0, 20.1)])
def test_markers_have_a_size(radius_mm, beyond):
    assert Marker(0, 0, radius_mm).sigma_mm == 0.0
    with pytest.raises(BadValue, match="radius_mm"):
        Marker(0, 0, beyond)
    with pytest.raises(BadValue, match="sigma_mm"):
        Marker(0, 0, 3.0, math.inf)


@pytest.mark.parametrize("swapped", [(0, 1), (0, 2), (1, 2)])
def test_every_pair_of_a_covariance_is_the_same_both_ways(swapped):
    matrix = np.eye(3)
    matrix[swapped] = 0.5
    with pytest.raises(BadValue, match="covariance"):
        MeasuredPose(HERE, tuple(map(tuple, matrix)))
    matrix[swapped[::-1]] = 0.5
    assert MeasuredPose(HERE, tuple(map(tuple, matrix))).covariance[0][0] == 1.0


def test_a_pose_of_which_nothing_is_said_is_exact_in_all_three():
    assert not MeasuredPose(HERE).matrix.any()


def test_two_poses_whose_errors_come_together():
    a, b = at(0, 0, 0, 1.0, 1.0, 60.0), at(9, 0, 0, 2.0, 2.0, 60.0)
    cross = np.array([[0.5, 0.1, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    joint = joint_covariance(a, b, cross)
    assert (joint[0, 3], joint[0, 4], joint[1, 3]) == (0.5, 0.1, 0.0)
    assert (joint[3, 0], joint[4, 0], joint[3, 1]) == (0.5, 0.1, 0.0)
    assert (joint[0, 0], joint[3, 3]) == (1.0, 4.0)
    assert not joint_covariance(a, b)[:3, 3:].any()
    with pytest.raises(BadValue, match="cross"):
        joint_covariance(a, b, np.diag([2.1, 0.0, 0.0]))  # more than 1 times 2
    with pytest.raises(BadValue, match="cross"):
        joint_covariance(a, b, np.zeros((2, 3)))


def test_a_little_below_zero_is_rounding():
    assert is_covariance(np.diag([1.0, -1e-10, 0.0]), 3)
    assert not is_covariance(np.diag([1.0, -1e-8, 0.0]), 3)
    assert is_covariance(np.diag([1e4, -1e-6, 0.0]), 3)
    assert not is_covariance(np.eye(3), 6)


@pytest.mark.parametrize("wander", [1e-3, 2.0])
def test_two_frames_a_second_apart_make_a_line(wander):
    when = np.array([1.0, 2.0])
    counts, variances = extrapolation_weights(
        np.array([0.0, 1.0]), np.array([0.3, 0.1]), when, wander
    )
    np.testing.assert_allclose(counts, [[0.0, 1.0], [-1.0, 2.0]], atol=1e-9)
    # Ahead: once the first error and twice the second, and a second's wandering before and after.
    ahead = 0.3**2 + 4 * 0.1**2 + 2 * wander**2 / 3
    np.testing.assert_allclose(variances, [0.1**2, ahead])


def test_every_frame_that_shows_a_motion_has_a_sigma():
    with pytest.raises(BadValue, match="times_s"):
        extrapolation_weights(np.array([0.0, 1.0]), np.ones(3), np.array([2.0]), 1.0)


def test_a_crossing_is_as_sure_as_the_frame_that_is_nearer():
    # A quarter of the way: three quarters of the first frame's error, one of the second's.
    found = crossing_instant(2.0, -1.0, 2.1, 3.0, 0.04, 0.08)
    assert found.t_s == pytest.approx(2.025)
    assert found.sigma_s == pytest.approx(math.hypot(0.03, 0.02) / 40.0)


def test_what_lies_on_the_line_in_one_of_the_frames_crosses_there():
    assert crossing_instant(0.0, 0.0, 0.1, 2.0).t_s == 0.0
    assert crossing_instant(0.0, -2.0, 0.1, 0.0).t_s == pytest.approx(0.1)
    nowhere = crossing_instant(0.0, 0.0, 0.1, 0.0)
    assert nowhere.sigma_s == pytest.approx(0.1 / math.sqrt(12.0))


def test_a_closing_gap_is_asked_for_from_one_of_its_frames_on():
    times, gaps, sigmas = [0.0, 0.1, 0.2], [3.0, 0.0, 0.0], [0.1] * 3
    assert 0.0 <= closing_instant(times, gaps, sigmas, 0).t_s <= 0.2
    last = closing_instant(times, gaps, sigmas, 2)
    assert (last.t_s, last.sigma_s) == (0.2, 0.0)
    for apart in (-1, 3):
        with pytest.raises(BadValue, match="apart"):
            closing_instant(times, gaps, sigmas, apart)
    with pytest.raises(BadValue, match="apart"):
        closing_instant(times, gaps[:2], sigmas, 0)


def meeting(apart, frames=5):
    """A base comes at 60 mm/s, nose to nose; it is there 0.05 s after the second frame."""
    times = np.arange(frames) * 0.1
    gaps = np.maximum(60.0 * (0.15 - times), 0.0)
    stands = np.zeros((frames, 3))
    comes = np.column_stack([27.8 + gaps, np.zeros(frames), np.full(frames, math.pi)])
    sigmas = np.full(frames, 0.05)
    return meeting_instant(STANDARD, STANDARD, times, stands, comes, gaps, sigmas, apart, 0.0)


@pytest.mark.parametrize("frames", [3, 5])
def test_two_frames_before_and_one_after_are_enough_for_a_meeting(frames):
    found = meeting(1, frames)
    assert found.t_s == pytest.approx(0.15, abs=found.sigma_s)
    assert found.sigma_s < 0.02


@pytest.mark.parametrize("apart", [0, 4])
def test_a_meeting_has_frames_before_and_after(apart):
    with pytest.raises(BadValue, match="apart"):
        meeting(apart)


@pytest.mark.parametrize(
    ("side", "part", "arm"),
    [
        (above_x(0.0), BasePart.FRONT, 8.3),
        (above_y(0.0), BasePart.LEFT, 11.9),
        (above_x(0.0).other_side, BasePart.BACK, 8.3),
        (above_y(0.0).other_side, BasePart.RIGHT, 11.9),
    ],
)
def test_a_flat_side_turns_about_its_ends(side, part, arm):
    reach = reach_beyond(STANDARD, at(0, 0, 0, 0, 0, 1.0), side)
    assert reach.part is part
    assert reach.sigma_mm == pytest.approx(arm * math.radians(1.0))


@pytest.mark.parametrize(
    ("before", "after", "turn"),
    [(0.0, 180.0, -180.0), (180.0, 0.0, -180.0), (350.0, 10.0, 20.0), (10.0, 350.0, -20.0)],
)
def test_turning_left_is_positive_and_half_a_turn_is_not(before, after, turn):
    assert turn_deg(before, after) == turn


def test_who_faces_the_other_goal_is_off_by_the_rest_of_half_a_turn():
    assert off_goal_deg(at(0, 0, 10), Direction.LEFT).value == pytest.approx(170.0)


def test_who_stands_has_moved_by_no_more_than_the_larger_error():
    assert moved_mm(at(1, 1, 0, 0.1, 0.3), at(1, 1, 0, 0.1, 0.4)).sigma == pytest.approx(0.5)
    assert moved_mm(at(1, 1, 0, 0.1, 0.3), at(1, 1, 0, 0.1, 0.4)).value == 0.0
    slanted = moved_mm(at(10, 10, 0, 0.5, 0.0), at(13, 14, 0))
    assert (slanted.value, slanted.sigma) == (pytest.approx(5.0), pytest.approx(0.3))


def test_gain_errs_as_both_ends_do():
    gain = gained_mm(at(10, 0, 0, 0.3, 9.0), at(30, 0, 0, 0.4, 9.0), Direction.RIGHT)
    assert (gain.value, gain.sigma) == (20.0, pytest.approx(0.5))
