"""What the motion before a touch tells of it."""

from __future__ import annotations

import math

import pytest

from referee.calls.call import CallKind
from referee.calls.contact.approach import (
    ApartFrame,
    approach_log_odds,
    p_bounced,
    predicted_contact,
)
from referee.calls.phase_state import PlayPhase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE, MS, film, judged, situation

# b comes along the x axis, nose to nose with a who stands: 27.8 mm between centres is a touch.
FPS = 60.0


def sights(speed_mm_s, last_gap_mm, count=5, heading=180.0, sigma=0.05):
    out = []
    for k in range(count):
        gap = last_gap_mm + speed_mm_s * (count - 1 - k) / FPS
        a, b = Pose(0.0, 0.0, 0.0), Pose(27.8 + gap, 0.0, heading)
        poses = (MeasuredPose.with_sigmas(pose, sigma, sigma, 0.2) for pose in (a, b))
        out.append(ApartFrame(k / FPS, sigma * math.sqrt(2), *poses))
    return out


def ahead(speed_mm_s, last_gap_mm, frames=1, **changes):
    seen = sights(speed_mm_s, last_gap_mm, **changes)
    return predicted_contact(BASE, BASE, seen, seen[-1].t_s + frames / FPS)


def test_who_comes_fast_would_have_met_and_who_creeps_would_not():
    assert ahead(90.0, 0.5).met > 0.99
    assert ahead(15.0, 1.5).met < 0.01


def test_the_gap_that_is_foreseen_is_that_of_the_motion_carried_on():
    found = ahead(60.0, 4.0)
    assert found.gap_mm == pytest.approx(3.0, abs=1e-6)
    assert 0.05 < found.sigma_mm < 0.5


def test_they_meet_when_the_gap_is_used_up():
    seen = sights(60.0, 0.5)
    found = predicted_contact(BASE, BASE, seen, seen[-1].t_s + 1 / 30)
    assert found.when.t_s == pytest.approx(seen[-1].t_s + 0.5 / 60.0, abs=1 / 30 / 8)
    centres = [row[:2] for row in found.poses]
    assert math.dist(*centres) == pytest.approx(27.8, abs=0.3)


def test_the_longer_nobody_saw_them_the_less_is_known():
    near, far = ahead(30.0, 6.0, frames=1), ahead(30.0, 6.0, frames=9)
    assert far.sigma_mm > 3 * near.sigma_mm
    assert ahead(30.0, 6.0, frames=30) is None
    assert ahead(30.0, 6.0, count=1) is None


def test_an_approach_speaks_for_a_touch_and_never_against_one():
    assert approach_log_odds(0.0) == approach_log_odds(0.5) == 0.0
    assert approach_log_odds(0.9) > 0.0
    # Somebody else may have held him up: twenty to one is the most.
    assert approach_log_odds(1.0) == pytest.approx(math.log(0.95 / 0.05))


def test_who_was_about_to_meet_and_is_a_little_apart_has_probably_bounced_off():
    assert 0.5 < p_bounced(1.0, 0.4) < 0.995
    assert p_bounced(0.2, 0.4) < 0.5
    assert p_bounced(1.0, 1.0) == 0.0  # too far for a bounce within a frame
    assert p_bounced(1.0, 1.0, inside_mm=3.0) > 0.5  # but not for one who came that fast
    assert p_bounced(1.0, 3.1, inside_mm=3.0) == 0.0  # nobody bounces back faster than he came
    assert p_bounced(1.0, -0.1) == 0.0  # shut


def test_who_was_not_seen_meanwhile_may_have_parted_any_way():
    assert (
        p_bounced(1.0, 1.9, inside_mm=20.0) < 0.5 < p_bounced(1.0, 1.9, inside_mm=20.0, unseen=True)
    )
    assert p_bounced(1.0, 20.1, inside_mm=20.0, unseen=True) == 0.0
    assert p_bounced(0.3, 1.9, inside_mm=20.0, unseen=True) < 0.5  # he need not have come so far


def test_how_far_they_would_have_got_into_each_other_is_told():
    seen = sights(90.0, 0.5)
    found = predicted_contact(BASE, BASE, seen, seen[-1].t_s + 1 / 30)
    assert found.inside_mm == pytest.approx(90.0 / 30 - 0.5, abs=90.0 / 30 / 8)


def test_without_power_they_get_less_far_than_they_came():
    seen = sights(90.0, 2.5)
    later = seen[-1].t_s + 1 / 30
    powered = predicted_contact(BASE, BASE, seen, later)
    rolling = predicted_contact(BASE, BASE, seen, later, power_s=seen[-1].t_s)
    assert powered.met > 0.8
    assert rolling.met < 0.6
    # Soon the frames themselves show how they slow down: nothing is carried on for long.
    assert predicted_contact(BASE, BASE, seen, seen[-1].t_s + 0.1, power_s=seen[-1].t_s) is None


STANDS = [(0.0, 310.0, 150.0, 0.0)]
# He comes at 90 mm/s, touches between two frames at 0.81 s, and rolls back at 20 mm/s.
BOUNCES = [(0.0, 410.7, 150.0, 180.0), (0.81, 337.8, 150.0, 180.0), (1.2, 345.6, 150.0, 180.0)]


@pytest.mark.parametrize("rulebook", ["efhl", "hefl", "vsefl", "simplified"])
def test_a_touch_that_no_frame_shows_is_flagged(rulebook):
    moves = {"H1": STANDS, "A1": BOUNCES}
    play = situation(moves, to_gain_x_mm=None)
    (call,) = judged(rulebook, film(moves, 1.2, seed=3, sigma_mm=0.05, sigma_deg=0.2), play)
    assert (call.kind, call.flagged) == (CallKind.UNCLEAR_TACKLE, True)
    assert call.t_ns == pytest.approx(810 * MS, abs=20 * MS)


def test_who_came_fast_may_have_touched_though_the_next_frame_shows_him_a_millimetre_off():
    # 130 mm/s, a touch at 0.81 s, and back at 60 mm/s: the frame at 0.833 s shows 1.4 mm.
    away = [(0.0, 443.1, 150.0, 180.0), (0.81, 337.8, 150.0, 180.0), (1.2, 361.2, 150.0, 180.0)]
    moves = {"H1": STANDS, "A1": away}
    play = situation(moves, to_gain_x_mm=None)
    (call,) = judged("hefl", film(moves, 1.2, seed=3, sigma_mm=0.05, sigma_deg=0.2), play)
    assert (call.kind, call.flagged) == (CallKind.UNCLEAR_TACKLE, True)


def test_who_rolls_out_and_rests_a_hair_short_has_not_surely_touched():
    # Without power since 0.7 s; unseen while he stops, 0.06 mm off, where he stays.
    rolls = [(0.0, 377.8, 150.0, 180.0), (0.72, 339.0, 150.0, 180.0), (0.8, 337.86, 150.0, 180.0)]
    moves = {"H1": STANDS, "A1": rolls}
    play = situation(moves, to_gain_x_mm=None)
    seen = film(
        moves,
        1.4,
        sigma_mm=0.06,
        sigma_deg=0.25,
        power=((0.0, True), (0.7, False)),
        hidden={"A1": (0.75, 0.82)},
    )
    (call,) = judged("efhl", seen, play)
    assert (call.kind, call.flagged) == (CallKind.UNCLEAR_TACKLE, True)


def test_a_corner_that_met_first_counts_though_a_push_has_turned_the_side_to_him():
    # The corner of A1's front meets the carrier's side; two frames later he lies flat along it.
    reach = 10.3 + 11.9 * math.sin(math.radians(25)) + 8.3 * math.cos(math.radians(25)) + 2.0
    moves = {
        "H1": STANDS,
        "A1": [
            (0.0, 305.0, 150.0 + reach + 40.0, 335.0),
            (0.8, 305.0, 150.0 + reach, 335.0),
            (0.85, 305.0, 170.6, 0.0),
            (1.4, 305.0, 170.6, 0.0),
        ],
    }
    play = situation(moves, phase=PlayPhase.RUN, scrimmage_x_mm=300.0, to_gain_x_mm=None)
    calls = judged("efhl", film(moves, 1.4, seed=2, sigma_mm=0.05, sigma_deg=0.2), play)
    assert [c.kind for c in calls] == [CallKind.TACKLE]
