"""Where a base was at an instant, who touched it lately, and how it ran onto a marker."""

from __future__ import annotations

import math

import pytest

from referee.calls.contact.neighbours import p_touched_since
from referee.calls.contact.touch import PairFrame
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.lines.spot import foremost_spot, pose_at, pose_between, pose_until, touch_spot
from referee.calls.passing.first_touching_parts import first_touching_parts
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.marker import disc
from referee.core.geometry.measured_instant import MeasuredInstant
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE, MS

RIGHT, LEFT = Direction.RIGHT, Direction.LEFT


def placed(x, y=100.0, heading=0.0, sigma=0.0, sigma_deg=0.0):
    return MeasuredPose.with_sigmas(Pose(x, y, heading), sigma, sigma, sigma_deg)


def test_between_two_frames_a_base_is_on_the_straight_way():
    there = pose_between(0, placed(10.0, 20.0, 350.0), 100 * MS, placed(18.0, 24.0, 30.0), 0.025)
    # A quarter of the way; of the headings the shorter turn, 40 degrees through zero.
    assert (there.pose.x_mm, there.pose.y_mm) == pytest.approx((12.0, 21.0))
    assert there.pose.heading_deg % 360.0 == pytest.approx(0.0)


@pytest.mark.parametrize(("t_s", "x_mm"), [(-0.1, 10.0), (0.0, 10.0), (0.1, 18.0), (0.2, 18.0)])
def test_it_never_leaves_the_way_between_them(t_s, x_mm):
    there = pose_between(0, placed(10.0), 100 * MS, placed(18.0), t_s)
    assert there.pose.x_mm == pytest.approx(x_mm)


@pytest.mark.parametrize(("t_s", "sigma"), [(0.049, 0.1), (0.05, 0.2), (0.051, 0.2)])
def test_its_error_is_that_of_the_nearer_frame(t_s, sigma):
    there = pose_between(0, placed(10.0, sigma=0.1), 100 * MS, placed(18.0, sigma=0.2), t_s)
    assert there.covariance[0][0] == pytest.approx(sigma**2)


def test_between_two_frames_of_one_time_it_is_at_the_second():
    assert pose_between(5, placed(10.0), 5, placed(18.0), 0.0).pose.x_mm == 18.0


FRAMES = [(k * 20 * MS, placed(10.0 * k)) for k in range(6)]


@pytest.mark.parametrize(
    ("t_s", "x_mm"), [(-1.0, 0.0), (0.0, 0.0), (0.03, 15.0), (0.04, 20.0), (0.1, 50.0), (9.0, 50.0)]
)
def test_before_the_first_frame_and_after_the_last_it_stays(t_s, x_mm):
    assert pose_at(FRAMES, t_s).pose.x_mm == pytest.approx(x_mm)


def test_a_touch_cuts_no_corner():
    # Straight on until 100 ms, then aside: at 110 ms it was still going straight.
    turned = [*FRAMES, (120 * MS, placed(50.0, 130.0))]
    there = pose_until(turned, 0.11)
    assert (there.pose.x_mm, there.pose.y_mm) == pytest.approx((55.0, 100.0), abs=0.01)
    assert there.covariance[0][0] == pytest.approx(0.0)
    assert pose_at(turned, 0.11).pose.y_mm == pytest.approx(115.0)


def test_a_turn_is_carried_on_through_zero():
    frames = [(k * 20 * MS, placed(10.0 * k, heading=(350.0 + 4 * k) % 360)) for k in range(6)]
    # 350, 354 ... 370 at 100 ms: two degrees more half a frame later.
    heading = pose_until(frames, 0.11).pose.heading_deg
    assert (heading + 180.0) % 360.0 - 180.0 == pytest.approx(12.0, abs=0.05)


@pytest.mark.parametrize(("frames", "x_mm"), [(3, 55.0), (2, 50.0)])
def test_a_motion_is_carried_on_from_three_frames(frames, x_mm):
    there = pose_until(FRAMES[-frames:], 0.11)
    assert there.pose.x_mm == pytest.approx(x_mm, abs=0.01)


@pytest.mark.parametrize(("t_s", "carried"), [(0.139, True), (0.141, False)])
def test_frames_of_the_last_fifteen_hundredths_say_how_it_moves(t_s, carried):
    # Three frames up to 40 ms; the first of them counts until 150 ms, the last is carried 100 ms.
    there = pose_until(FRAMES[:3], t_s)
    assert (there.pose.x_mm > 21.0) is carried


def test_the_spot_is_under_the_foremost_part():
    frames = [(0, placed(300.0, 100.0))]
    now = MeasuredInstant(0.0, 0.0)
    spot = foremost_spot(BASE, frames, now, RIGHT)
    assert (spot.x_mm, spot.y_mm, spot.sigma_mm) == pytest.approx((313.9, 100.0, 0.0))
    spot = foremost_spot(BASE, frames, now, LEFT)
    assert (spot.x_mm, spot.y_mm) == pytest.approx((286.1, 100.0))


def test_a_spot_is_as_sure_as_its_place_and_its_time():
    # 10 mm each 20 ms is 500 mm/s, a hundredth of a second of it 5 mm; 12 of the place: 13.
    frames = [(k * 20 * MS, placed(10.0 * k, sigma=12.0)) for k in range(6)]
    spot = foremost_spot(BASE, frames, MeasuredInstant(0.05, 0.01), RIGHT)
    assert spot.sigma_mm == pytest.approx(13.0)


def test_only_frames_around_an_instant_say_how_fast_he_was():
    # At 200 ms: frames from 50 to 350 ms. What he did before and after does not matter.
    ways = {0: 0.0, 49: 0.0, 51: 100.0, 349: 129.8, 351: 900.0}
    frames = [(t * MS, placed(x)) for t, x in ways.items()]
    spot = foremost_spot(BASE, frames, MeasuredInstant(0.2, 0.1), RIGHT)
    assert spot.sigma_mm == pytest.approx(10.0)  # 29.8 mm in 298 ms: 100 mm/s
    alone = foremost_spot(BASE, frames[:1], MeasuredInstant(0.0, 0.1), RIGHT)
    assert alone.sigma_mm == 0.0


@pytest.mark.parametrize(("turned_deg", "middle"), [(0.5, True), (3.5, False)])
def test_an_edge_that_may_lie_flat_is_foremost_as_a_whole(turned_deg, middle):
    # Known to one degree: within three of flat either corner may be the foremost part.
    spot = foremost_spot(
        BASE,
        [(0, placed(300.0, heading=turned_deg, sigma_deg=1.0))],
        MeasuredInstant(0.0, 0.0),
        RIGHT,
    )
    # The corners' centres are 8.3 mm to either side of the middle and 11.9 ahead.
    corner = 100.0 - 8.3 + 11.9 * math.sin(math.radians(turned_deg))
    assert spot.y_mm == pytest.approx(100.0 if middle else corner, abs=0.3)


def test_a_touch_is_spotted_where_he_was_going():
    turned = [*FRAMES, (120 * MS, placed(50.0, 130.0))]
    spot = touch_spot(BASE, turned, MeasuredInstant(0.11, 0.0), RIGHT)
    assert (spot.x_mm, spot.y_mm) == pytest.approx((55.0 + 13.9, 100.0), abs=0.01)


def boards(xs, each=20 * MS):
    """H1 stands at 100; A1 faces him from further right at these places."""
    return [
        BoardFrame(
            k * each,
            True,
            (
                SeenBase("H1", placed(100.0, sigma=0.05, sigma_deg=0.1)),
                *(() if x is None else (SeenBase("A1", placed(x, 100.0, 180.0, 0.05, 0.1)),)),
            ),
        )
        for k, x in enumerate(xs)
    ]


TOUCHING = 127.8


def knocked(xs, since_ns=0):
    return p_touched_since(boards(xs), "H1", {"A1": BASE}, BASE, Thresholds(), since_ns)


def test_who_touches_him_knocked_him():
    assert knocked([TOUCHING] * 8)["A1"] > 0.99
    assert knocked([TOUCHING + 2.0] * 8)["A1"] < 0.01


def test_who_touched_him_before_that_time_is_not_asked():
    xs = [TOUCHING] * 8 + [TOUCHING + 3.0] * 8
    assert knocked(xs)["A1"] > 0.99
    assert knocked(xs, 8 * 20 * MS)["A1"] < 0.01
    assert knocked(xs, 7 * 20 * MS)["A1"] > 0.99  # that very frame counts


@pytest.mark.parametrize(("off_mm", "near"), [(3.9, True), (4.1, False)])
def test_who_never_came_near_is_left_out(off_mm, near):
    far = 100.0 + 2 * BASE.reach_mm
    assert ("A1" in knocked([far + 50.0, far + off_mm, far + 50.0])) is near


def test_a_frame_that_does_not_show_him_is_passed_over():
    assert "A1" in knocked([None, TOUCHING, None])
    assert knocked([None, None]) == {}


def ran(before, after):
    """With which part a base got onto a marker at (400, 100) between two frames."""
    marker, ball = disc(4.5), placed(400.0)
    looks = [PairFrame(k, 0.0, 0.1, ball, pose, None) for k, pose in enumerate((before, after))]
    found = first_touching_parts(marker, BASE, *looks, 0.0)
    return None if found is None else max(BasePart, key=found.of_b)


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        ((370.0, 100.0, 0.0), (400.0, 100.0, 0.0), BasePart.FRONT),
        ((430.0, 100.0, 0.0), (400.0, 100.0, 0.0), BasePart.BACK),
        ((400.0, 80.0, 0.0), (400.0, 100.0, 0.0), BasePart.LEFT),
        ((400.0, 120.0, 0.0), (400.0, 100.0, 0.0), BasePart.RIGHT),
        # Over it and beyond in one step: what came first counts.
        ((370.0, 100.0, 0.0), (430.0, 100.0, 0.0), BasePart.FRONT),
        # Turned by ten degrees through zero, the front stays ahead.
        ((370.0, 100.0, 355.0), (400.0, 100.0, 5.0), BasePart.FRONT),
        ((370.0, 100.0, 5.0), (400.0, 100.0, 355.0), BasePart.FRONT),
    ],
)
def test_with_what_a_base_ran_onto_a_marker(before, after, part):
    assert ran(placed(*before), placed(*after)) is part


def test_a_marker_that_is_only_neared_is_not_run_onto():
    # Its edge is at 395.5, his front stops at 395.4; a fifth of a millimetre on it is there.
    assert ran(placed(370.0), placed(381.5)) is None
    assert ran(placed(370.0), placed(381.7)) is BasePart.FRONT
