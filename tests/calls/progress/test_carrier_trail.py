"""The way of a carrier, his furthest advance, and coming back from it."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest

from referee.calls.frame import SeenBase
from referee.calls.progress.carrier_trail import CarrierTrail, FurthestAdvance, TrailPoint
from referee.calls.progress.drift import SpeedPrior
from referee.calls.progress.reversal import came_back, turned_round
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE, MS

LEVELS = Thresholds()
EXACT = MeasuredPose(Pose(0.0, 0.0, 0.0))


def step(k, along, sigma=0.0, reach=None, each=10 * MS):
    return TrailPoint(k * each, EXACT, along, 0.0, sigma, along + 13.9 if reach is None else reach)


def trail(poses, plays=Direction.RIGHT, sigma_mm=0.0, sigma_deg=0.0, each=20 * MS, keep=10**10):
    """A trail from x, y and heading, or x alone, frame by frame."""
    made = CarrierTrail(BASE, plays, SpeedPrior(), keep, FurthestAdvance())
    for k, pose in enumerate(poses):
        x, y, heading = pose if isinstance(pose, tuple) else (pose, 100.0, 0.0)
        measured = MeasuredPose.with_sigmas(Pose(x, y, heading), sigma_mm, sigma_mm, sigma_deg)
        made.take(k * each, SeenBase("H1", measured))
    return made


def test_nobody_has_gained_before_the_first_frame():
    assert FurthestAdvance().gained_mm == 0.0
    assert FurthestAdvance().spot(BASE, Direction.RIGHT) is None


def test_a_gain_is_counted_from_where_he_took_the_ball():
    furthest = FurthestAdvance()
    for last in (2, 3):
        furthest.take([step(k, 50.0 + k) for k in range(last - 2, last + 1)])
    # The middle of 51, 52, 53 is the furthest that two neighbours bear out.
    assert furthest.began_mm == 50.0
    assert furthest.along_mm == pytest.approx(52.0)
    assert furthest.gained_mm == pytest.approx(2.0)


@pytest.mark.parametrize(("ahead", "counts"), [(5.9, True), (6.1, False)])
def test_no_frame_is_further_ahead_than_he_runs_and_its_error_allows(ahead, counts):
    # 100 mm/s for the 20 ms from the frame before to the one after, and four sigmas of 1 mm.
    furthest = FurthestAdvance()
    furthest.take([step(0, 10.0), step(1, 12.0 + ahead, 1.0), step(2, 12.0)])
    assert (furthest.along_mm == 12.0 + ahead) is counts


def test_his_reach_is_the_mean_of_three_frames():
    furthest = FurthestAdvance()
    steps = [step(k, 0.0, reach=reach) for k, reach in enumerate((20.0, 21.0, 25.0))]
    furthest.take(steps[:2])
    assert furthest.reach_mm == -math.inf
    furthest.take(steps)
    assert furthest.reach_mm == pytest.approx(22.0)
    furthest.take([step(k, 0.0, reach=22.0) for k in (3, 4, 5)])
    assert furthest.steps == tuple(steps)  # as far is no further


@pytest.mark.parametrize(("plays", "x_mm"), [(Direction.RIGHT, 123.9), (Direction.LEFT, 76.1)])
def test_the_spot_of_his_furthest_advance_is_under_his_foremost_part(plays, x_mm):
    sign = plays.sign
    face = 0.0 if sign > 0 else 180.0
    way = [(100 + sign * x, 100.0, face) for x in (8.0, 9.0, 10.0, 11.0, 10.0, 9.0)]
    spot = trail(way, plays).furthest.spot(BASE, plays)
    # The three frames 10, 11, 10 reach furthest; the middle one of them says where.
    assert spot.x_mm == pytest.approx(x_mm + sign * 1.0)
    assert spot.y_mm == pytest.approx(100.0)


def test_a_step_is_seen_from_the_goal_he_plays_toward():
    made = trail([(300.0, 80.0, 180.0)], Direction.LEFT)
    (only,) = made.steps
    assert (only.along_mm, only.across_mm) == (-300.0, 80.0)
    assert only.reach_mm == pytest.approx(-286.1)


def test_a_steps_sigma_is_that_of_the_worse_direction():
    made = CarrierTrail(BASE, Direction.RIGHT, SpeedPrior(), 10**10, FurthestAdvance())
    for x, y in ((0.1, 0.3), (0.3, 0.1)):
        measured = MeasuredPose.with_sigmas(Pose(0.0, 0.0, 0.0), x, y, 7.0)
        assert made.take(0, SeenBase("H1", measured)).sigma_mm == pytest.approx(0.3)


def test_frames_older_than_they_are_kept_are_let_go():
    # 100 ms are kept: of 0, 20, ... 140 ms those from 40 on.
    made = trail([0.0] * 8, keep=100 * MS)
    assert [s.t_ns // MS for s in made.steps] == [40, 60, 80, 100, 120, 140]


def test_a_window_is_the_fewest_frames_that_span_its_time():
    made = trail([0.0] * 10)  # 0 to 180 ms
    assert [s.t_ns // MS for s in made.window(0.1, 0)] == [80, 100, 120, 140, 160, 180]
    assert len(made.window(0.18, 0)) == 10
    assert made.window(0.19, 0) == []
    # Stamps that come two milliseconds early are still even steps, three are not.
    assert len(made.window(0.102, 0)) == 6
    assert len(made.window(0.103, 0)) == 7


def test_no_window_reaches_back_before_its_beginning():
    made = trail([0.0] * 10)
    assert made.window(0.1, 80 * MS)
    assert made.window(0.1, 81 * MS) == []
    assert trail([]).window(0.1, 0) == []


@pytest.mark.parametrize(("hole_ms", "found"), [(20, False), (19, True)])
def test_a_hole_is_a_step_longer_than_allowed(hole_ms, found):
    made = trail([0.0] * 4)
    assert made.hole(made.steps, hole_ms * MS) is found


def test_how_he_moved_is_a_slope_from_four_frames_on():
    made = trail([(2.0 * k, 100.0 - k, 0.0) for k in range(4)])
    assert made.drift(made.steps[:3]) is None
    found = made.drift(made.steps)
    # 2 mm on and 1 mm aside in each 20 ms.
    assert (found.along_mm_s, found.across_mm_s) == pytest.approx((100.0, -50.0))
    assert found.span_s == pytest.approx(0.06)


UP = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]
DOWN = [9.0, 8.0, 7.0, 6.0]


def test_he_has_come_back_once_he_is_so_far_behind_his_furthest_advance():
    assert came_back(trail(UP + DOWN), 4.1, LEVELS) is None
    found = came_back(trail(UP + DOWN), 3.5, LEVELS)
    # 3 mm behind at frame 13, 4 at frame 14: half a frame of 20 ms after frame 13.
    assert found.instant.t_s == pytest.approx(0.27)
    assert found.probability == 1.0
    assert found.frames == (14 * 20 * MS,)
    assert found.since_ns == 14 * 20 * MS
    assert found.gain_mm == pytest.approx(-4.0)
    assert found.flag == ()


def test_exactly_so_far_behind_is_there():
    found = came_back(trail([*UP, *DOWN, 5.0]), 4.0, LEVELS)
    assert found.frames == (14 * 20 * MS, 15 * 20 * MS)
    assert found.instant.t_s == pytest.approx(0.28)


def test_the_newest_frames_say_it_together():
    back = [*UP, *[6.0] * 6]
    # Four behind, one asked for. His furthest is a frame of the same error, on top of it.
    found = came_back(trail(back, sigma_mm=0.5), 1.0, LEVELS)
    sigma = 0.5 * math.sqrt(1.0 + 0.2 + 0.8 / 3)
    assert found.sigma_mm == pytest.approx(sigma)
    assert found.probability == pytest.approx(NormalDist().cdf(3.0 / sigma))
    assert found.gain_mm == pytest.approx(-4.0)
    assert len(found.frames) == 6


def test_who_has_no_furthest_advance_has_not_come_back():
    assert came_back(trail([10.0, 0.0]), 1.0, LEVELS) is None


def test_out_of_sight_as_he_came_back_is_said():
    made = CarrierTrail(BASE, Direction.RIGHT, SpeedPrior(), 10**10, FurthestAdvance())
    times = [0, 20, 40, 60, 160, 180]
    for t, x in zip(times, (10.0, 10.0, 10.0, 10.0, 5.0, 5.0), strict=True):
        made.take(t * MS, SeenBase("H1", MeasuredPose(Pose(x, 100.0, 0.0))))
    found = came_back(made, 2.0, LEVELS)
    assert found.flag == ("the carrier was out of sight for a moment",)
    assert found.frames == (160 * MS, 180 * MS)


def turning(headings, **about):
    return trail([(100.0 - k, 100.0, h) for k, h in enumerate(headings)], **about)


def test_a_touch_turns_him_once_he_faces_his_own_goal():
    made = turning([60.0, 80.0, 100.0, 120.0])
    found = turned_round(made, [30 * MS], 1.0, LEVELS)
    # From 80 to 100 degrees he passes 90 half way from 20 to 40 ms.
    assert found.instant.t_s == pytest.approx(0.03)
    assert found.frames == (40 * MS, 60 * MS)
    assert found.gain_mm == pytest.approx(-1.0)
    assert found.probability == 1.0


def test_ninety_degrees_is_not_yet_toward_his_own_goal():
    assert turned_round(turning([60.0, 80.0, 90.0]), [30 * MS], 1.0, LEVELS) is None
    found = turned_round(turning([60.0, 80.0, 90.0, 91.0]), [30 * MS], 1.0, LEVELS)
    assert found.frames == (60 * MS,)


def test_two_frames_are_enough():
    found = turned_round(turning([85.0, 95.0]), [0], 1.0, LEVELS)
    assert found.instant.t_s == pytest.approx(0.01)
    assert turned_round(turning([95.0]), [0], 1.0, LEVELS) is None


def test_who_faced_it_all_the_time_was_not_turned():
    assert turned_round(turning([100.0, 110.0, 120.0]), [0], 1.0, LEVELS) is None


@pytest.mark.parametrize(("turn", "counts"), [(60.0, True), (61.0, False)])
def test_no_base_turns_by_more_than_sixty_degrees_at_once(turn, counts):
    found = turned_round(turning([80.0, 80.0 + turn, 80.0 + turn]), [0], 1.0, LEVELS)
    assert (found is not None) is counts


@pytest.mark.parametrize(
    ("met_ms", "counts"), [(99, False), (100, True), (600, True), (601, False)]
)
def test_a_touch_counts_from_half_a_second_before_he_has_turned(met_ms, counts):
    headings = [0.0] * 29 + [60.0, 100.0]  # he has turned at 600 ms
    made = turning(headings)
    assert made.steps[-1].t_ns == 600 * MS
    found = turned_round(made, [met_ms * MS], 1.0, LEVELS)
    assert (found is not None) is counts


def test_half_a_second_of_frames_is_looked_at():
    # Turned 29 frames ago is seen; 30 ago the frame before it is gone.
    assert turned_round(turning([80.0] + [100.0] * 29), [0], 1.0, LEVELS) is not None
    assert turned_round(turning([80.0] + [100.0] * 30), [0], 1.0, LEVELS) is None


def test_which_end_is_his_front_has_to_be_sure_too():
    made = turning([80.0, 100.0, 100.0])
    assert turned_round(made, [0], 0.9985, LEVELS) is None
    assert turned_round(made, [0], 0.9995, LEVELS).probability == pytest.approx(0.9995)


def test_three_frames_average_their_headings():
    made = turning([80.0, 92.0, 93.0, 94.0], sigma_deg=1.0)
    found = turned_round(made, [0], 1.0, LEVELS)
    # Three degrees beyond on average, each known to one.
    assert found.probability == pytest.approx(NormalDist().cdf(3.0 * math.sqrt(3.0)))


def test_the_other_way_round_for_the_other_team():
    made = trail([(100.0, 100.0, h) for h in (100.0, 80.0)], Direction.LEFT)
    assert turned_round(made, [0], 1.0, LEVELS) is not None
