"""What was switched has to be seen, and what was not switched must not be."""

from __future__ import annotations

import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.night.safety.board_motion import BoardMotion
from referee.night.safety.power_effect_check import PowerAlarm, PowerEffectCheck

MS = 1_000_000


def watched(
    proof: PowerEffectCheck, from_ms: int, until_ms: int, moving: bool | None, hands: bool = False
):
    """The alarms of the frames of a stretch, with their times."""
    found = [
        (t_ms, proof.update(t_ms * MS, moving, hands=hands))
        for t_ms in range(from_ms, until_ms, 33)
    ]
    return [(t_ms, alarm) for t_ms, alarm in found if alarm is not None]


def test_a_board_that_stops_after_the_cut_is_no_alarm():
    proof = PowerEffectCheck()
    proof.switched(0, closed=True)
    assert watched(proof, 100, 2000, True) == []
    proof.switched(2000 * MS, closed=False)
    assert watched(proof, 2000, 2500, True) == []
    assert watched(proof, 2500, 9000, False) == []


def test_a_board_that_runs_on_after_the_cut_is_one_alarm_within_a_second():
    proof = PowerEffectCheck()
    proof.switched(0, closed=True)
    watched(proof, 0, 1000, True)
    proof.switched(1000 * MS, closed=False)
    ((t_ms, alarm),) = watched(proof, 1000, 5000, True)
    assert alarm is PowerAlarm.STILL_MOVING
    assert t_ms <= 2000


def test_power_that_moves_nothing_is_one_alarm_within_a_second():
    proof = PowerEffectCheck()
    proof.switched(0, closed=True)
    ((t_ms, alarm),) = watched(proof, 0, 5000, False)
    assert alarm is PowerAlarm.NOT_MOVING
    assert t_ms <= 1000


def test_one_base_that_moves_is_enough_for_a_board_that_runs():
    """At the end of a long run the carrier creeps alone, and everybody else is jammed."""
    proof = PowerEffectCheck()
    proof.switched(0, closed=True)
    watched(proof, 0, 1000, True)
    alone = [
        proof.update(t_ms * MS, False, hands=False, any_moves=True)
        for t_ms in range(1000, 9000, 33)
    ]
    assert not any(alone)


def test_bases_that_start_by_themselves_are_an_alarm_unless_a_hand_moves_them():
    proof = PowerEffectCheck()
    watched(proof, 0, 3000, False)
    assert watched(proof, 3000, 4000, True, hands=True) == []
    ((_, alarm),) = watched(proof, 4000, 6000, True)
    assert alarm is PowerAlarm.MOVES_ALONE


def test_nothing_is_said_while_nothing_can_be_told():
    proof = PowerEffectCheck()
    proof.switched(0, closed=True)
    assert watched(proof, 0, 5000, None) == []


def boards(speed_mm_s: float, bases: int = 22, frames: int = 30, still: int = 0):
    for k in range(frames):
        seen = tuple(
            SeenBase(f"H{i + 1}", MeasuredPose.with_sigmas(pose, 0.1, 0.1, 0.3))
            for i in range(bases)
            for pose in [Pose(30.0 * i + (0 if i < still else speed_mm_s * k / 30), 50.0, 0.0)]
        )
        yield BoardFrame(k * 33 * MS, True, seen)


@pytest.mark.parametrize(
    ("speed_mm_s", "still", "moving"),
    [(0.0, 0, False), (10.0, 0, True), (60.0, 0, True), (300.0, 19, False), (40.0, 8, True)],
)
def test_most_bases_say_whether_the_board_runs(speed_mm_s, still, moving):
    motion = BoardMotion()
    for board in boards(speed_mm_s, still=still):
        motion.update(board)
    assert motion.moving is moving


def test_who_lies_and_is_measured_roughly_does_not_seem_to_move_the_board():
    motion = BoardMotion()
    for k in range(30):
        seen = tuple(
            # Seven of twenty lie, and are measured 2 mm to either side of where they rest.
            SeenBase(
                f"H{i + 1}",
                MeasuredPose.with_sigmas(
                    Pose(30.0 * i + 2.0 * (i < 7) * (-1) ** (k // 4), 50, 0), 2, 2, 5
                ),
                fallen=0.95 if i < 7 else 0.02,
            )
            for i in range(20)
        )
        motion.update(BoardFrame(k * 33 * MS, False, seen))
        assert not motion.moving


def test_too_few_bases_say_nothing():
    motion = BoardMotion()
    assert [motion.update(board) for board in boards(50.0, bases=3)][-1] is None


def test_a_few_frames_in_which_an_unseen_hand_sets_the_board_are_no_alarm():
    proof = PowerEffectCheck()
    assert watched(proof, 1000, 1250, True) == []
    assert watched(proof, 1250, 4000, False) == []
    ((t_ms, alarm),) = watched(proof, 4000, 6000, True)
    assert (alarm, t_ms <= 4400) == (PowerAlarm.MOVES_ALONE, True)


def test_after_a_person_has_looked_the_same_trouble_is_an_alarm_again():
    proof = PowerEffectCheck()
    assert len(watched(proof, 1000, 3000, True)) == 1
    proof.looked(3000 * MS)
    assert [alarm for _, alarm in watched(proof, 3000, 5000, True)] == [PowerAlarm.MOVES_ALONE]


def test_nothing_that_moves_under_a_hand_counts_from_before_it_left():
    proof = PowerEffectCheck()
    assert watched(proof, 1000, 3000, True, hands=True) == []
    assert watched(proof, 3000, 3250, True) == []


def test_one_of_many_that_moves_is_told_apart_from_none():
    motion = BoardMotion()
    for frame in range(12):
        seen = [
            SeenBase(
                f"H{k}", MeasuredPose(Pose(30.0 * k + (0.5 * frame if k == 3 else 0.0), 9.0, 0.0))
            )
            for k in range(12)
        ]
        motion.update(BoardFrame(frame * 33 * MS, True, tuple(seen)))
    assert motion.moving is False
    assert motion.any_moves
    still = BoardMotion()
    for frame in range(12):
        seen = [SeenBase(f"H{k}", MeasuredPose(Pose(30.0 * k, 9.0, 0.0))) for k in range(12)]
        still.update(BoardFrame(frame * 33 * MS, True, tuple(seen)))
    assert not still.any_moves
