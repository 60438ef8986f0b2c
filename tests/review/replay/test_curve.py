"""The length behind a call over time, against what two straight motions must give."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.marker import Marker
from referee.core.roster import Roster
from referee.review.replay.curve import curves_of
from tests.calls.plays import film
from tests.core.fields import EASY
from tests.official.evenings import ROSTER
from tests.review.boards import SIGMA_DEG, SIGMA_MM, STRAIGHT_HALF_MM, boards, gap_mm
from tests.review.games import RULEBOOK, S, call


def judged_curves(made, frames):
    return curves_of(made, frames, RULEBOOK, EASY, ROSTER)


def test_the_gap_closes_as_the_two_come_together():
    (curve,) = judged_curves(call(CallKind.TACKLE, 1.0), boards())
    assert curve.players == ("A50", "H22")
    assert len(curve.points) == 61
    for point in curve.points:
        # Frames are stamped to the millisecond: half of one is 0.012 mm.
        assert point.mm == pytest.approx(gap_mm(point.t_ns / S), abs=0.013)


def test_the_band_holds_what_two_poses_in_error_leave_open():
    # Head on, each middle counts once along the field; edges that lie flat turn about their ends.
    turn_mm = STRAIGHT_HALF_MM * math.radians(SIGMA_DEG)
    wanted = math.sqrt(2 * SIGMA_MM**2 + 2 * turn_mm**2)
    (curve,) = judged_curves(call(CallKind.TACKLE, 1.0), boards(noise=1.0))
    sigmas = [point.sigma_mm for point in curve.points]
    # A heading that is off by an error leaves one end of the edge in front: a little more or less.
    assert sum(sigmas) / len(sigmas) == pytest.approx(wanted, rel=0.15)
    point = curve.points[0]
    assert point.band_mm == pytest.approx(
        (point.mm - 1.96 * point.sigma_mm, point.mm + 1.96 * point.sigma_mm)
    )
    outside = [p for p in curve.points if not p.band_mm[0] <= gap_mm(p.t_ns / S) <= p.band_mm[1]]
    assert len(outside) <= 6


def test_a_touch_is_unlikely_before_and_certain_after_they_met():
    (curve,) = judged_curves(call(CallKind.TACKLE, 1.0), boards(noise=1.0))
    chances = {point.t_ns / S: point.chance for point in curve.points}
    assert max(chance for t, chance in chances.items() if t < 0.8) < 0.01
    assert chances[2.0] > curve.sure


def test_frames_that_miss_one_of_the_two_leave_a_hole():
    (curve,) = judged_curves(call(CallKind.TACKLE, 1.0), boards(hidden={"A50": (0.5, 0.9)}))
    times = [point.t_ns / S for point in curve.points]
    assert not [t for t in times if 0.5 <= t < 0.9]
    assert len(times) == 61 - 12


def test_each_of_the_two_has_the_outline_of_his_own_base():
    # A narrow base stands across the carrier's way: half its width and half his length are between.
    narrow = rounded_rectangle("narrow", 28.6, 17.4, 2.0)
    roster = Roster(tuple(replace(p, base=narrow) if p.id == "A50" else p for p in ROSTER))
    moves = {"H22": [(0, 400, 160, 0)], "A50": [(0, 427, 160, 90)]}
    frames = film(moves, 0.2, sigma_mm=1e-6, sigma_deg=1e-6)
    (curve,) = curves_of(call(CallKind.TACKLE, 0.1), frames, RULEBOOK, EASY, roster)
    assert curve.points[0].mm == pytest.approx(27.0 - 13.9 - 8.7, abs=1e-3)


def test_two_tacklers_have_a_curve_each():
    made = call(CallKind.TACKLE, 1.0, ("A50", "A90", "H22"))
    one, other = judged_curves(made, boards())
    assert (one.players[0], other.players[0]) == ("A50", "A90")
    assert other.points == ()  # never near him


@pytest.mark.parametrize("episode", ["line:1:H22:far sideline:5", ""])
def test_the_way_past_a_line_is_that_of_the_foremost_part(episode):
    moves = {"H22": [(0, 400, 300, 90), (1, 400, 312, 90)]}
    made = call(CallKind.OUT_OF_BOUNDS, 0.5, ("H22",), episode=episode)
    (curve,) = judged_curves(made, film(moves, 1.0, sigma_mm=1e-6, sigma_deg=1e-6))
    assert not curve.touch
    assert "far sideline" in curve.title
    for point in curve.points:
        # Half a base ahead of a middle that runs at 12 mm/s toward the line at 320.
        assert point.mm == pytest.approx(300 + 12 * point.t_ns / S + 13.9 - 320, abs=7e-3)


def test_players_nobody_knows_and_calls_without_a_length_have_no_curve():
    assert judged_curves(call(CallKind.TACKLE, 1.0, ("X1", "H22")), boards()) == ()
    assert judged_curves(call(CallKind.STOP, 1.0, ()), boards()) == ()
    assert judged_curves(call(CallKind.TACKLE, 1.0), [])[0].points == ()


def with_marker(frames, x_mm):
    laid = Marker(x_mm, 160.0, 4.5, 1e-6)
    return [replace(frame, markers=(laid,)) for frame in frames]


def test_a_catch_is_the_gap_to_the_marker_that_lies_nearest():
    # H22 runs at 20 mm/s toward a ball of 4.5 mm: his front is there when 463.9 - 4.5 is reached.
    moves = {"H22": [(0, 420, 160, 0), (2, 460, 160, 0)]}
    frames = with_marker(film(moves, 1.0, sigma_mm=1e-6, sigma_deg=1e-6), 463.9)
    far = Marker(100.0, 100.0, 4.5, 0.1)
    frames = [replace(frame, markers=(far, *frame.markers)) for frame in frames]
    (curve,) = judged_curves(call(CallKind.UNCLEAR_TOUCH, 0.9, ("H22",)), frames)
    assert curve.players == ("H22", "the ball")
    for point in curve.points:
        wanted = 463.9 - 4.5 - (420 + 20 * point.t_ns / S + 13.9)
        # The disc of the calls is a square of 0.02 mm grown round.
        assert point.mm == pytest.approx(wanted, abs=0.03)


def test_without_a_marker_in_the_frames_there_is_nothing_to_plot():
    assert judged_curves(call(CallKind.CATCH, 0.9, ("H22",)), boards()) == ()
