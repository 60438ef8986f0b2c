"""The error of a gap: against drawn poses, against shapely, and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.gap import FLAT_MM, edges_of, pair_gaps_mm, pose_row, signed_gap
from referee.core.geometry.gap_slopes import gap_and_sigma_mm, slopes
from referee.core.geometry.measured_pose import MeasuredPose, joint_covariance
from referee.core.geometry.pose import Pose
from tests.core.strategies import poses, shapes

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
LONGEST_MM = 34.0  # of any outline
UNHEARD_OF_MM = 5.0  # no base stands so deep inside another


def at(x, y, heading, sx=0.0, sy=0.0, sh=0.0):
    return MeasuredPose.with_sigmas(Pose(x, y, heading), sx, sy, sh)


def slopes_of(shape_a, a, shape_b, b):
    out = np.empty((2, 6))
    radii = shape_a.radius_mm + shape_b.radius_mm
    edges_a, edges_b = edges_of(shape_a), edges_of(shape_b)
    gap = slopes(edges_a, pose_row(a), edges_b, pose_row(b), radii, FLAT_MM, out)
    return gap, out


def nearly_parallel(shape_a, a, shape_b, b, turn_rad):
    """Whether some edge of one outline lies within a turn of parallel to one of the other."""

    def directions(shape, pose):
        corners = np.array(pose.to_board(shape.skeleton_mm))
        along = np.roll(corners, -1, axis=0) - corners
        return np.arctan2(along[:, 1], along[:, 0])

    apart = directions(shape_a, a)[:, None] - directions(shape_b, b)[None]
    return bool((abs(np.sin(apart)) <= math.sin(turn_rad)).any())


def polygon_gap(shape_a, a, shape_b, b):
    one = shapely.Polygon(a.to_board(shape_a.outline_mm(0.0005)))
    return one.distance(shapely.Polygon(b.to_board(shape_b.outline_mm(0.0005))))


@given(shapes, poses(), shapes, poses())
@example(STANDARD, Pose(0.0, 22.0, 0.0), STANDARD, Pose(0.0, 0.0, 0.0625))
@settings(max_examples=80, deadline=None)
def test_slopes_predict_what_shapely_measures_after_a_small_step(sa, a, sb, b):
    gap, rows = slopes_of(sa, a, sb, b)
    if gap < 0.5:
        return  # shapely knows no negative distance
    step = np.array([0.02, -0.03, 0.001, -0.02, 0.01, -0.0015])
    moved_a = Pose(a.x_mm + step[0], a.y_mm + step[1], a.heading_deg + math.degrees(step[2]))
    moved_b = Pose(b.x_mm + step[3], b.y_mm + step[4], b.heading_deg + math.degrees(step[5]))
    measured = polygon_gap(sa, moved_a, sb, moved_b)
    predicted = gap + rows @ step
    # Two edges that the step turns past parallel: the other end of the edge is nearest afterwards,
    # nearer than the slope says by the edge's length times the turn, at most.
    turn = abs(step[2] - step[5])
    passed = LONGEST_MM * turn if nearly_parallel(sa, a, sb, b, turn) else 0.0
    assert predicted.min() - passed - 0.01 < measured < predicted.max() + 0.01


@given(shapes, poses(), shapes, poses())
@settings(max_examples=80, deadline=None)
def test_the_gap_is_that_of_signed_gap(sa, a, sb, b):
    assert slopes_of(sa, a, sb, b)[0] == pytest.approx(signed_gap(sa, a, sb, b).gap_mm, abs=1e-9)


@given(shapes, poses(), shapes, poses(), st.floats(-50, 50), st.floats(-50, 50))
@settings(max_examples=80, deadline=None)
def test_moving_both_bases_together_changes_nothing(sa, a, sb, b, dx, dy):
    _, rows = slopes_of(sa, a, sb, b)
    assert rows @ [dx, dy, 0, dx, dy, 0] == pytest.approx(0.0, abs=1e-6)


@given(shapes, poses(), shapes, poses())
@settings(max_examples=80, deadline=None)
def test_turning_both_bases_together_changes_nothing(sa, a, sb, b):
    # Turning the board about its origin by one radian per second moves a centre at right angles.
    _, rows = slopes_of(sa, a, sb, b)
    together = [-a.y_mm, a.x_mm, 1.0, -b.y_mm, b.x_mm, 1.0]
    assert rows @ together == pytest.approx(0.0, abs=1e-6)


@given(shapes, poses(), shapes, poses())
@settings(max_examples=60, deadline=None)
def test_sigma_does_not_ask_who_is_first(sa, a, sb, b):
    one, other = (
        MeasuredPose(a, ((0.04, 0.01, 0.0), (0.01, 0.02, 0.0), (0.0, 0.0, 1e-4))),
        MeasuredPose(b, ((0.01, 0.0, 1e-4), (0.0, 0.09, 0.0), (1e-4, 0.0, 2e-4))),
    )
    forth = gap_and_sigma_mm(sa, one, sb, other)
    # Deep inside each other two ways out can be equally short, and the gap has no one slope there.
    assume(forth[0] > -UNHEARD_OF_MM)
    assert gap_and_sigma_mm(sb, other, sa, one) == pytest.approx(forth, abs=1e-9)


def test_sigma_is_the_spread_of_gaps_of_drawn_poses():
    rng = np.random.default_rng(5)
    joint = np.diag([0.12, 0.1, math.radians(0.8), 0.15, 0.08, math.radians(0.5)]) ** 2
    a, b = Pose(0, 0, 20), Pose(33, 9, 250)
    draws = rng.multivariate_normal(np.zeros(6), joint, 20_000)
    rows_a, rows_b = pose_row(a) + draws[:, :3], pose_row(b) + draws[:, 3:]
    gaps = pair_gaps_mm(STANDARD, rows_a, STANDARD, rows_b)
    one, two = MeasuredPose(a, _rows(joint[:3, :3])), MeasuredPose(b, _rows(joint[3:, 3:]))
    assert gap_and_sigma_mm(STANDARD, one, STANDARD, two)[1] == pytest.approx(gaps.std(), rel=0.05)


def test_errors_that_two_poses_share_do_not_count():
    # Both are off by the same shift of the camera: the gap knows nothing of it.
    one, two = at(0, 0, 0, 0.5, 0.5), at(40, 3, 180, 0.5, 0.5)
    shared = np.diag([0.25, 0.25, 0.0])
    assert gap_and_sigma_mm(STANDARD, one, STANDARD, two, shared)[1] == pytest.approx(0.0, abs=1e-6)
    assert gap_and_sigma_mm(STANDARD, one, STANDARD, two)[1] == pytest.approx(0.5 * math.sqrt(2))


def test_nose_to_nose_only_the_distance_along_counts():
    gap, sigma = gap_and_sigma_mm(STANDARD, at(0, 0, 0, 0.3, 9, 0), STANDARD, at(28.8, 0, 180, 0.4))
    assert (gap, sigma) == (pytest.approx(1.0), pytest.approx(0.5))


def test_flat_edges_turn_about_the_ends_of_what_they_share():
    # Straight fronts of 16.6 mm: an error of the heading lifts one end by 8.3 mm times the angle.
    _, sigma = gap_and_sigma_mm(STANDARD, at(0, 0, 0, 0, 0, 1.0), STANDARD, at(28.8, 0, 180))
    assert sigma == pytest.approx(8.3 * math.radians(1.0))


def test_what_is_no_covariance_is_refused():
    with pytest.raises(BadValue, match="covariance"):
        MeasuredPose(Pose(0, 0, 0), ((1, 2, 0), (2, 1, 0), (0, 0, 1)))
    with pytest.raises(BadValue, match="covariance"):
        MeasuredPose(Pose(0, 0, 0), ((math.nan, 0, 0), (0, 1, 0), (0, 0, 1)))
    with pytest.raises(BadValue, match="cross"):
        joint_covariance(at(0, 0, 0, 1, 1, 1), at(0, 0, 0, 1, 1, 1), 2 * np.eye(3))


def _rows(matrix):
    return tuple(tuple(float(v) for v in row) for row in matrix)
