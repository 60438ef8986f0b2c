"""A frame of tracks becomes a board: nothing is added, nothing is lost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calls.frame import SeenBase
from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.record.board_frames import ball_marker, board_frame_of
from referee.record.observation import Observation, ObservedGap, ObservedMarker
from referee.sim.board_state import MarkerKind
from referee.sim.physics.marker_shapes import MARKER_SHAPES

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PLACE = MeasuredPose.with_sigmas(Pose(100.0, 50.0, 90.0), 0.1, 0.2, 0.5)
BASE = SeenBase("H1", PLACE, corners_px=CORNERS, team=Team.HOME, score=0.9)
FRAME = Observation(7, (BASE,), t_ns=5_000_000, power=True)


def test_time_power_and_pose_are_those_of_the_frame():
    board = board_frame_of(FRAME)
    (seen,) = board.seen
    pose = seen.measured.pose
    assert (board.t_ns, board.power) == (5_000_000, True)
    assert (seen.player, pose.x_mm, pose.y_mm, pose.heading_deg) == ("H1", 100.0, 50.0, 90.0)
    sigmas = np.sqrt(np.diag(seen.measured.matrix))
    assert sigmas == pytest.approx([0.1, 0.2, np.radians(0.5)])


def test_what_was_not_judged_is_taken_as_it_looks():
    (seen,) = board_frame_of(FRAME).seen
    assert (seen.fallen, seen.p_front, seen.doubtful) == (0.0, 1.0, False)


def test_doubts_are_kept():
    base = replace(BASE, fallen=0.4, front=0.7, doubtful=True)
    (seen,) = board_frame_of(replace(FRAME, bases=(base,))).seen
    assert (seen.fallen, seen.front, seen.doubtful) == (0.4, 0.7, True)


def test_a_base_that_is_nobodys_is_left_out():
    assert board_frame_of(replace(FRAME, bases=(replace(BASE, player=""),))).seen == ()


def test_gaps_are_there_only_where_somebody_measured_them():
    assert board_frame_of(FRAME).gaps == ()
    board = board_frame_of(replace(FRAME, gaps=(ObservedGap("H1", "A2", 0.3, 0.1),)))
    assert board.gap("A2", "H1").gap_mm == 0.3


def test_of_the_markers_the_balls_count():
    markers = (
        ObservedMarker("green magnet", 1.0, 2.0, 0.0, 0.9),
        ObservedMarker("ball magnet", 3.0, 4.0, 0.0, 0.9, 0.2),
        ObservedMarker("felt ball", 5.0, 6.0, 0.0, 0.9),
    )
    magnet, felt = board_frame_of(replace(FRAME, markers=markers)).markers
    assert (magnet.place_mm, magnet.sigma_mm) == ((3.0, 4.0), 0.2)
    assert felt.place_mm == (5.0, 6.0)
    assert felt.sigma_mm > 0.2


def test_a_frame_without_a_time_is_none_of_a_play():
    with pytest.raises(BadValue, match="t_ns"):
        board_frame_of(replace(FRAME, t_ns=None))


@pytest.mark.parametrize("kind", ["ball magnet", "felt ball"])
def test_a_ball_is_a_circle_between_the_half_lengths_of_the_simulated_one(kind):
    shape = MARKER_SHAPES[MarkerKind(kind)]
    ball = ball_marker(kind, 0.0, 0.0, 0.1)
    assert ball.radius_mm + ball.uneven_mm == pytest.approx(shape.length_mm / 2)
    assert ball.radius_mm - ball.uneven_mm == pytest.approx(shape.width_mm / 2)
