"""The arc of the due stick: every point of it is a stick's length from the receiver's front."""

from __future__ import annotations

import math

import pytest

from referee.calls.context import JudgingContext
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.passing.stick_arc import stick_arc
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.play_name import PassStick
from referee.calls.stops.stopped_board import StoppedBoard
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.core.units import mm_from_inches
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import BASE
from tests.core.fields import EASY

PASSER, RECEIVER, RUSHER = "H12", "H88", "A90"


def stop(league, **poses):
    players = {
        name: Player(name, Team.HOME if name[0] == "H" else Team.AWAY, int(name[1:]), BASE)
        for name in poses
    }
    context = JudgingContext(load_rulebook(league).calls, EASY, players, Thresholds())
    seen = tuple(
        SeenBase(name, MeasuredPose.with_sigmas(pose, 0.1, 0.1, 0.5))
        for name, pose in poses.items()
    )
    state = PhaseState(
        play=1,
        phase=PlayPhase.READ,
        team=Team.HOME,
        plays=Direction.RIGHT,
        carrier=PASSER,
        on_field=tuple(poses),
        scrimmage_x_mm=300.0,
    )
    return StoppedBoard(context, state, (BoardFrame(t_ns=1, power=False, seen=seen),))


def test_a_short_pass_of_hefl_is_for_the_red_stick_of_six_yards():
    """HEFL-SIM-01: red up to 25 yards, 6 yards long; a yard is 8 mm."""
    at = stop("hefl", H12=Pose(200.0, 160.0, 0.0), H88=Pose(320.0, 160.0, 0.0))
    arc = stick_arc(at, PASSER, RECEIVER)
    assert (arc.stick, arc.pressed) == (PassStick.RED, False)
    assert arc.length_mm == pytest.approx(48.0)
    front_x, side = 320.0 + BASE.length_mm / 2.0, BASE.width_mm / 2.0
    for x, y in (point for part in arc.parts for point in part):
        nearest_y = min(max(y, 160.0 - side), 160.0 + side)
        assert math.hypot(x - front_x, y - nearest_y) == pytest.approx(48.0, abs=0.01)


def test_the_stick_points_forward_in_efhl():
    """EFHL-PAS-08: no further than 90 degrees from the receiver's heading."""
    at = stop("efhl", H12=Pose(250.0, 160.0, 0.0), H88=Pose(320.0, 160.0, 90.0))
    arc = stick_arc(at, PASSER, RECEIVER)
    assert arc.length_mm == pytest.approx(mm_from_inches(1.6875))
    front_y = 160.0 + BASE.length_mm / 2.0
    assert all(y >= front_y - 0.01 for part in arc.parts for _, y in part)


def test_its_end_stays_in_bounds():
    at = stop("hefl", H12=Pose(200.0, 160.0, 0.0), H88=Pose(320.0, 290.0, 90.0))
    points = [point for part in stick_arc(at, PASSER, RECEIVER).parts for point in part]
    assert points
    assert all(0.0 <= y <= EASY.width_mm for _, y in points)


def test_without_printed_lengths_nothing_is_drawn():
    """VSEFL prints no lengths of its sticks."""
    at = stop("vsefl", H12=Pose(200.0, 160.0, 0.0), H88=Pose(320.0, 160.0, 0.0))
    assert stick_arc(at, PASSER, RECEIVER) is None
