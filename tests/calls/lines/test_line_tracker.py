"""A base against a line, and against a marker it runs past: frames weighed, instants, holes."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

from referee.calls.lines.in_bounds import boundaries, p_in_bounds
from referee.calls.lines.line_tracker import LineTracker
from referee.calls.passing.marker_overrun import OverrunTracker
from referee.calls.thresholds import Thresholds
from referee.core.geometry.crossing import above_x
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.geometry.reach import BasePoint
from tests.calls.plays import BASE, MS
from tests.core.fields import EASY

LEVELS = Thresholds()
HALF = 13.9  # of the base's length
LINE = 100.0
STEP = 20 * MS


def at(beyond_mm, sigma_mm=0.0):
    """A base facing +x whose front is so far beyond the line."""
    return MeasuredPose.with_sigmas(Pose(LINE - HALF + beyond_mm, 0.0, 0.0), sigma_mm, sigma_mm, 0)


def watched(beyonds, sigma_mm=0.0, step=STEP):
    watch = LineTracker(BASE, above_x(LINE), LEVELS)
    found = [watch.update(k * step, at(b, sigma_mm)) for k, b in enumerate(beyonds)]
    return watch, found[-1]


def together(sigma_mm, count):
    """Sigma of a mean of errors a fifth of whose variance is common, and 0.02 mm on top."""
    errors = sigma_mm**2 * (0.8 * np.eye(count) + 0.2 * np.ones((count, count)))
    return math.sqrt(errors.sum() / count**2 + 0.02**2)


@pytest.mark.parametrize(("frames", "counted"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_up_to_three_frames_say_together_how_far_it_is(frames, counted):
    _, beyond = watched([0.3] * frames, 0.15)
    sigma = together(0.15, counted)
    assert beyond.sigma_mm == pytest.approx(sigma)
    assert beyond.beyond_mm == pytest.approx(0.3)
    assert beyond.probability == pytest.approx(NormalDist().cdf(0.3 / sigma))
    assert len(beyond.stands) == counted


def test_the_run_of_frames_that_says_most_counts():
    # The newest alone: 0.5 mm; with the one before the mean is 0.
    _, beyond = watched([-0.5, 0.5], 0.2)
    assert (beyond.beyond_mm, len(beyond.stands)) == (pytest.approx(0.5), 1)


def test_errors_of_unlike_frames_are_averaged():
    watch = LineTracker(BASE, above_x(LINE), LEVELS)
    watch.update(0, at(1.0, 0.3))
    beyond = watch.update(STEP, at(1.0, 0.4))
    # Both: variance (0.09 + 0.16) / 2, a fifth common, the rest halved: 0.6 of it.
    assert beyond.sigma_mm == pytest.approx(math.sqrt(0.125 * 0.6 + 0.0004))


def test_the_instant_is_on_the_straight_way_between_two_frames():
    watch, _ = watched([-3.0, -1.0, 3.0, 4.0])
    instant, before, after = watch.crossed()
    assert instant.t_s == pytest.approx(0.025)  # a quarter of the way from 20 to 40 ms
    assert (before.t_ns, after.t_ns) == (STEP, 2 * STEP)


def test_a_frame_exactly_on_the_line_is_the_one_before():
    watch, _ = watched([-2.0, 0.0, 2.0])
    instant, before, after = watch.crossed()
    # To the float: 86.1 + 13.9 is 100.
    assert (before.t_ns, after.t_ns) == (STEP, 2 * STEP)
    assert instant.t_s == pytest.approx(0.02)


def test_a_base_first_seen_beyond_was_there_by_then():
    watch, _ = watched([1.0, 2.0])
    instant, before, after = watch.crossed()
    assert (instant.t_s, instant.sigma_s) == (0.0, 0.0)
    assert before is after
    assert before.t_ns == 0


def test_the_last_time_it_crossed_counts():
    watch, _ = watched([-1.0, 1.0, -1.0, 1.0])
    assert watch.crossed()[0].t_s == pytest.approx(0.05)


@pytest.mark.parametrize(("gap_ms", "hole"), [(60, False), (61, True)])
def test_frames_more_than_sixty_milliseconds_apart_have_a_hole_between_them(gap_ms, hole):
    watch, beyond = watched([1.0, 1.0], 0.3, gap_ms * MS)
    assert len(beyond.stands) == (1 if hole else 2)
    instant, _, _ = watch.crossed()
    # Over a hole with both its ends beyond nobody knows when: its middle, evenly spread.
    wanted = (0.0305, 0.061 / math.sqrt(12.0)) if hole else (0.0, 0.0)
    assert (instant.t_s, instant.sigma_s) == pytest.approx(wanted)


def test_a_frame_that_does_not_show_it_is_a_hole_too():
    watch = LineTracker(BASE, above_x(LINE), LEVELS)
    watch.update(0, at(-1.0))
    assert watch.update(STEP, None) is None
    watch.update(2 * STEP, at(3.0))
    instant, before, after = watch.crossed()
    assert instant.t_s == pytest.approx(0.01)  # a quarter of 40 ms
    assert (before.t_ns, after.t_ns) == (0, 2 * STEP)


def test_in_a_hole_that_ends_short_the_middle_is_all_there_is():
    watch = LineTracker(BASE, above_x(LINE), LEVELS)
    watch.update(0, at(-3.0))
    watch.update(STEP, None)
    watch.update(2 * STEP, at(-1.0, 0.5))
    assert watch.crossed()[0].t_s == pytest.approx(0.02)


def test_twelve_frames_are_kept():
    watch, _ = watched([-1.0] + [1.0] * 11)
    assert watch.crossed()[1].t_ns == 0
    watch, _ = watched([-1.0] + [1.0] * 12)
    assert watch.crossed()[1].t_ns == STEP


def test_forgotten_frames_say_nothing_any_more():
    watch, _ = watched([-1.0, -1.0], 0.2)
    watch.reset()
    beyond = watch.update(2 * STEP, at(2.0, 0.2))
    assert len(beyond.stands) == 1
    assert watch.crossed()[1].t_ns == 2 * STEP


@pytest.mark.parametrize(("short_mm", "looked_at"), [(59.9, True), (60.1, False)])
def test_from_sixty_millimetres_off_a_line_is_not_looked_at(short_mm, looked_at):
    # However it is turned, no part of a base is further from its middle than its reach.
    watch = LineTracker(BASE, above_x(LINE), LEVELS)
    x_mm = LINE - BASE.reach_mm - short_mm
    beyond = watch.update(0, MeasuredPose(Pose(x_mm, 0.0, 0.0)))
    assert bool(beyond.stands) is looked_at
    assert beyond.probability == 0.0
    if not looked_at:
        assert beyond.beyond_mm == pytest.approx(-short_mm)


@pytest.mark.parametrize(("sigma_mm", "looked_at"), [(3.5, False), (3.6, True)])
def test_a_place_known_to_five_millimetres_only_is_always_looked_at(sigma_mm, looked_at):
    # x and y together: 3.5 of each is 4.95, 3.6 is 5.09.
    watch = LineTracker(BASE, above_x(LINE), LEVELS)
    pose = Pose(LINE - 200.0, 0.0, 0.0)
    beyond = watch.update(0, MeasuredPose.with_sigmas(pose, sigma_mm, sigma_mm, 0.0))
    assert bool(beyond.stands) is looked_at


def test_who_comes_from_afar_crossed_on_the_way():
    watch = LineTracker(BASE, above_x(LINE), LEVELS)
    watch.update(0, MeasuredPose(Pose(LINE - HALF - 90.0, 0.0, 0.0)))
    watch.update(STEP, at(10.0))
    instant, before, _ = watch.crossed()
    assert before.t_ns == 0
    assert instant.t_s == pytest.approx(0.018)  # nine tenths of the way


def test_of_the_hindmost_part_the_whole_base_has_to_be_beyond():
    watch = LineTracker(BASE, above_x(LINE), LEVELS, BasePoint.HINDMOST)
    assert watch.update(0, at(27.7)).beyond_mm == pytest.approx(-0.1)
    assert watch.update(STEP, at(27.9)).beyond_mm == pytest.approx(0.1)


MARKER = Marker(LINE, 0.0, 4.5)


def past(watch, t_ns, by_mm, sigma_mm=0.0):
    """The front is so far beyond 10 mm past the marker's far edge, which is at 104.5."""
    pose = Pose(104.5 + 10.0 - HALF + by_mm, 0.0, 0.0)
    return watch.update(t_ns, MeasuredPose.with_sigmas(pose, sigma_mm, sigma_mm, 0.0), MARKER)


def test_running_past_is_measured_from_the_markers_far_edge():
    watch = OverrunTracker(BASE, 10.0, LEVELS)
    assert past(watch, 0, -1.0) is None
    by = past(watch, STEP, 3.0)
    assert by.by_mm == pytest.approx(3.0)
    assert by.instant.t_s == pytest.approx(0.005)  # a quarter of 20 ms
    assert by.frames == (STEP,)  # with the one before it would be less sure


def test_who_was_never_short_does_not_run_past():
    watch = OverrunTracker(BASE, 10.0, LEVELS)
    assert past(watch, 0, 1.0) is None
    assert past(watch, STEP, 2.0) is None


def test_three_frames_past_it_are_surer_than_one():
    watch = OverrunTracker(BASE, 10.0, LEVELS)
    past(watch, 0, -0.3, 0.15)
    by = [past(watch, k * STEP, 0.3, 0.15) for k in range(1, 5)]
    for found, count in zip(by, (1, 2, 3, 3), strict=True):
        assert found.sigma_mm == pytest.approx(together(0.15, count))
        assert found.probability == pytest.approx(NormalDist().cdf(0.3 / found.sigma_mm))
        assert len(found.frames) == count
        assert found.instant.t_s == pytest.approx(0.01)


def test_short_of_it_again_nothing_is_said():
    watch = OverrunTracker(BASE, 10.0, LEVELS)
    past(watch, 0, -1.0)
    past(watch, STEP, 1.0)
    assert past(watch, 2 * STEP, -1.0) is None
    assert past(watch, 3 * STEP, 1.0).instant.t_s == pytest.approx(0.05)


def test_not_seen_it_is_not_past():
    watch = OverrunTracker(BASE, 10.0, LEVELS)
    past(watch, 0, -1.0)
    assert watch.update(STEP, None, MARKER) is None
    assert past(watch, 2 * STEP, 1.0) is not None


@pytest.mark.parametrize(("gap_ms", "frames"), [(60, 3), (61, 2)])
def test_of_what_was_before_a_hole_only_the_last_frame_counts(gap_ms, frames):
    watch = OverrunTracker(BASE, 10.0, LEVELS)
    past(watch, 0, -1.0, 0.3)
    past(watch, STEP, 0.5, 0.3)
    past(watch, 2 * STEP, 0.5, 0.3)
    by = past(watch, (40 + gap_ms) * MS, 0.5, 0.3)
    assert len(by.frames) == frames


def test_the_four_lines_that_bound_the_field():
    # Easy field: 320 wide, end zones of 80 and 90 mm at goal lines 0 and 800.
    lines = {name: (side.direction, side.offset_mm) for name, side in boundaries(EASY)}
    assert lines == {
        "near sideline": ((0.0, -1.0), 0.0),
        "far sideline": ((0.0, 1.0), 320.0),
        "left end line": ((-1.0, 0.0), 80.0),
        "right end line": ((1.0, 0.0), 890.0),
    }


@pytest.mark.parametrize(("y_mm", "wanted"), [(10.31, 1.0), (10.29, 0.0), (309.69, 1.0)])
def test_a_base_is_in_bounds_as_a_whole(y_mm, wanted):
    # Its side is 10.3 mm from its middle; a base at the sideline by rounding is in.
    assert p_in_bounds(EASY, BASE, MeasuredPose(Pose(400.0, y_mm, 0.0))) == wanted


def test_a_base_that_only_reaches_the_line_is_in_bounds():
    # 890 - 13.9 is exact enough for its front to be at 890 or a rounding short of it.
    assert p_in_bounds(EASY, BASE, MeasuredPose(Pose(876.1, 160.0, 0.0))) == 1.0


def test_half_a_chance_at_each_of_two_lines_is_a_quarter():
    measured = MeasuredPose.with_sigmas(Pose(876.1, 309.7, 0.0), 0.1, 0.1, 0.0)
    assert p_in_bounds(EASY, BASE, measured) == pytest.approx(0.25)


def test_one_sigma_inside():
    measured = MeasuredPose.with_sigmas(Pose(400.0, 10.5, 0.0), 0.2, 0.2, 0.0)
    assert p_in_bounds(EASY, BASE, measured) == pytest.approx(NormalDist().cdf(1.0))
