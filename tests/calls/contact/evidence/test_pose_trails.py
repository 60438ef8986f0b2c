"""Where everybody was seen lately, by a time that stands still without power."""

from __future__ import annotations

import math

import pytest

from referee.calls.contact.evidence.pose_trails import KEPT_S, PoseTrails
from referee.calls.frame import BoardFrame, SeenBase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose

MS = 1_000_000


def fed(*frames):
    """Of (ms, power, x mm): one base; without a place it is out of sight."""
    trails = PoseTrails()
    for ms, power, x_mm in frames:
        pose = MeasuredPose.with_sigmas(Pose(x_mm or 0.0, 0.0, 90.0), 0.1, 0.1, 0.5)
        seen = () if x_mm is None else (SeenBase("A1", pose),)
        trails.update(BoardFrame(ms * MS, power, seen))
    return trails


def test_time_goes_on_with_power():
    trails = fed((0, True, 0.0), (500, True, 1.0), (1000, True, 2.0))
    assert [s.board_s for s in trails.of("A1")] == pytest.approx([0.0, 0.5, 1.0])
    assert trails.board_s_at(750 * MS, "A1") == pytest.approx(0.75)


def test_without_power_it_rolls_out_and_stands():
    """0.09 s of slowing evenly are 0.045 s at full speed."""
    off = [(ms, False, 0.0) for ms in range(10, 2000, 10)]
    assert fed((0, True, 0.0), *off).board_s == pytest.approx(0.045)
    assert fed((0, True, 0.0), *off, (2000, True, 0.0)).board_s == pytest.approx(0.055)


def test_who_was_moved_by_hand_at_rest_begins_anew():
    off = [(ms, False, 0.0) for ms in range(10, 300, 10)]
    assert [s.row[0] for s in fed((0, True, 0.0), *off, (300, False, 9.0)).of("A1")] == [9.0]
    nudged = fed((0, True, 0.0), *off, (300, False, 1.0)).of("A1")
    assert [s.row[0] for s in nudged][-2:] == [0.0, 1.0]


def test_who_was_out_of_sight_as_the_board_stopped_rolled_out_and_was_not_moved():
    """Seen at 100 mm/s until 33 ms, not until 200 ms after the cut at 133 ms: 14.5 mm further."""
    ran = ((0, True, 0.0), (33, True, 3.3))
    gone = [(ms, ms < 134, None) for ms in range(66, 330, 33)]
    steps = fed(*ran, *gone, (333, False, 17.8)).of("A1")
    assert [step.row[0] for step in steps] == [0.0, 3.3, 17.8]
    by_hand = fed(*ran, *gone, (333, False, 90.0)).of("A1")
    assert [step.row[0] for step in by_hand] == [90.0]


def test_a_run_is_asked_about_by_the_rest_before_it():
    off = [(ms, False, 0.0) for ms in (1000, 1033, 3000)]
    trails = fed((0, True, 0.0), *off, (3033, True, 0.0), (4000, False, 0.0))
    assert [trails.rested_before(ms * MS) for ms in (500, 3033, 4000)] == [0, 1000 * MS, 4000 * MS]


def test_what_is_old_is_forgotten_by_the_boards_time():
    trails = fed(*((ms, True, 0.0) for ms in range(0, 5000, 100)))
    assert trails.of("A1")[0].board_s >= 4.9 - KEPT_S - 0.05
    assert trails.of("A2") == ()


def test_a_long_rest_keeps_few_frames():
    off = [(ms, False, 0.0) for ms in range(10, 5000, 10)]
    assert len(fed((0, True, 0.0), *off).of("A1")) < 30


def test_a_step_is_rough_unless_it_lies():
    pose = MeasuredPose.with_sigmas(Pose(0.0, 0.0, 0.0), 1.0, 1.0, 3.0)
    trails = PoseTrails()
    trails.update(BoardFrame(0, True, (SeenBase("A1", pose), SeenBase("A2", pose, 1.0))))
    assert trails.of("A1")[0].rough
    assert not trails.of("A2")[0].rough
    assert trails.of("A1")[0].row[2] == pytest.approx(math.radians(0.0))
