"""A carrier and a line: when it is sure, when it was close, when it is over again."""

from __future__ import annotations

import math

import pytest

from referee.calls.frame import SeenBase
from referee.calls.lines.boundary import Boundary
from referee.calls.lines.line_tracker import LineTracker
from referee.calls.thresholds import Thresholds
from referee.core.geometry.crossing import above_x
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE, MS

LEVELS = Thresholds()
LINE = above_x(500.0)


def stands(beyond_mm, sigma_mm=0.1):
    """His front, 13.9 mm ahead of his centre, is so far beyond the line."""
    pose = Pose(500.0 - 13.9 + beyond_mm, 100.0, 0.0)
    return MeasuredPose.with_sigmas(pose, sigma_mm, sigma_mm, 0.0)


def boundary(*reached, sigma_mm=0.1):
    """What each frame of 30 ms told, and the boundary after them."""
    line = Boundary("goal line", BASE, LINE, LEVELS)
    told = [
        line.update(30 * k * MS, None if mm is None else SeenBase("H1", stands(mm, sigma_mm)))
        for k, mm in enumerate(reached)
    ]
    return line, told


def test_a_crossing_is_told_once_and_when_it_was():
    line, told = boundary(-3.0, 1.0, 4.0, 8.0)
    assert [crossed is not None for crossed, _ in told] == [False, True, False, False]
    assert [missed for _, missed in told] == [None] * 4
    crossed = told[1][0]
    assert crossed.instant.t_s == pytest.approx(0.03 * 3 / 4)
    assert line.point_mm(crossed)[0] == pytest.approx(500.0)
    assert line.open_crossing is None


def test_the_closest_he_came_is_kept_until_he_is_back():
    line, told = boundary(-1.0, 0.0, 0.1, 0.05)
    assert told == [(None, None)] * 4
    # The frames with 0 and 0.1 say 0.05 together, the one with 0.1 alone says more.
    assert line.open_crossing.beyond.beyond_mm == pytest.approx(0.1)
    # Each of these is plainly back by itself, but the older ones may still be over with it.
    missed = [
        line.update(t_ms * MS, SeenBase("H1", stands(-3.0)))[1] for t_ms in (120, 150, 180, 210)
    ]
    (told,) = [each for each in missed if each is not None]
    assert told.beyond.beyond_mm == pytest.approx(0.1)
    assert line.open_crossing is None


def test_who_never_came_near_missed_nothing():
    _, told = boundary(-3.0, -1.0, -3.0)
    assert told == [(None, None)] * 3


def test_out_of_sight_nothing_is_told():
    line, told = boundary(0.05, None)
    assert told[1] == (None, None)
    assert line.open_crossing is not None


def test_one_frame_says_as_much_as_its_error_and_the_least_there_is():
    beyond = LineTracker(BASE, LINE, LEVELS).update(0, stands(0.1, 0.1))
    assert beyond.sigma_mm == pytest.approx(math.hypot(0.1, 0.02))
    assert beyond.probability == pytest.approx(
        0.5 * math.erfc(-0.1 / math.hypot(0.1, 0.02) / math.sqrt(2.0))
    )


def test_of_three_frames_a_fifth_of_the_error_stays():
    watch = LineTracker(BASE, LINE, LEVELS)
    for k in range(5):
        beyond = watch.update(30 * k * MS, stands(0.1))
    # No more than three count, and their errors repeat by a fifth of the variance.
    assert len(beyond.stands) == 3
    assert beyond.sigma_mm**2 == pytest.approx(0.01 * (0.2 + 0.8 / 3) + 0.02**2)


@pytest.mark.parametrize(("step_ms", "frames"), [(60, 2), (61, 1)])
def test_frames_with_a_hole_between_them_do_not_count_together(step_ms, frames):
    watch = LineTracker(BASE, LINE, LEVELS)
    watch.update(0, stands(0.1))
    assert len(watch.update(step_ms * MS, stands(0.1)).stands) == frames


@pytest.mark.parametrize(("before_mm", "frames"), [(61.0, 0), (59.0, 1)])
def test_who_is_far_off_takes_no_closer_look(before_mm, frames):
    # His base lies within a circle of 2 mm and the diagonal of 11.9 and 8.3 round his centre.
    reach_mm = 2.0 + math.hypot(11.9, 8.3)
    pose = Pose(500.0 - reach_mm - before_mm, 100.0, 0.0)
    rough = MeasuredPose.with_sigmas(pose, 4.0, 4.0, 0.0)
    fine = MeasuredPose.with_sigmas(pose, 3.0, 3.0, 0.0)
    assert len(LineTracker(BASE, LINE, LEVELS).update(0, fine).stands) == frames
    # Of a place known no better than to 5 mm nobody can say that it is far.
    assert len(LineTracker(BASE, LINE, LEVELS).update(0, rough).stands) == 1


def crossed(*reached, step_ms=30):
    watch = LineTracker(BASE, LINE, LEVELS)
    for k, mm in enumerate(reached):
        watch.update(step_ms * k * MS, None if mm is None else stands(mm))
    return watch.crossed()


def test_the_crossing_lies_between_the_last_frame_before_and_the_first_after():
    instant, before, after = crossed(-5.0, -1.0, 2.0, 3.0, 4.0)
    assert (before.t_ns, after.t_ns) == (30 * MS, 60 * MS)
    assert instant.t_s == pytest.approx(0.03 + 0.03 / 3)


def test_a_step_back_before_it_is_no_crossing():
    _, before, after = crossed(1.0, -1.0, 2.0)
    assert (before.t_ns, after.t_ns) == (30 * MS, 60 * MS)


def test_who_was_beyond_from_the_first_frame_on_crossed_at_no_known_time():
    instant, before, after = crossed(1.0, 2.0)
    assert (instant.t_s, instant.sigma_s, before) == (0.0, 0.0, after)


def test_who_crossed_out_of_sight_did_so_somewhere_on_the_way():
    instant, before, after = crossed(-2.0, None, 2.0)
    assert (before.t_ns, after.t_ns) == (0, 60 * MS)
    assert instant.t_s == pytest.approx(0.03)
    late, _, _ = crossed(2.0, None, 3.0)
    # Beyond on both sides of the hole: it may have been at any time between.
    assert late.t_s == pytest.approx(0.03)
    assert late.sigma_s == pytest.approx(0.06 / math.sqrt(12.0))


def test_who_came_from_afar_crossed_on_the_way_from_there():
    instant, before, _ = crossed(-100.0, 100.0, step_ms=40)
    assert before.t_ns == 0
    assert instant.t_s == pytest.approx(0.02)


def test_what_is_forgotten_is_gone():
    watch = LineTracker(BASE, LINE, LEVELS)
    watch.update(0, stands(-2.0))
    watch.reset()
    watch.update(30 * MS, stands(2.0))
    instant, before, after = watch.crossed()
    assert (before, instant.t_s) == (after, pytest.approx(0.03))
