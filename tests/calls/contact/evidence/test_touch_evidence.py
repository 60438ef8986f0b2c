"""What least gap, motion before and kick say of bases that touch, pass, or stop short."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.calls.contact.evidence.touch_evidence import (
    K_MOST,
    ROUGH_MM,
    Z_MOST,
    PairMotion,
    touch_evidence,
)
from referee.calls.contact.evidence.unevenness import Unevenness
from tests.calls.contact.evidence.pairs import comes_and_goes, pair_motion, passes, stops_short
from tests.calls.plays import BASE


def evidence(place_b, about_s=0.0, cut_s=math.inf, *, alone=True, uneven=None, **motion):
    given = {} if uneven is None else {"uneven": uneven}
    made = pair_motion(place_b, **motion)
    return touch_evidence(BASE, BASE, made, about_s, cut_s, alone=alone, **given)


@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_who_bounces_off_was_led_inside_and_kicked(fps):
    found = evidence(comes_and_goes, fps=fps)
    assert found.c > 2.0
    assert found.k > 3.0
    assert abs(found.gap_mm) < 0.6
    assert found.met_s == pytest.approx(0.0, abs=0.02)


def test_who_passes_is_plainly_apart_and_led_nowhere():
    found = evidence(lambda t: passes(t, 0.6))
    assert found.gap_mm == pytest.approx(0.6, abs=0.01)
    assert found.z == Z_MOST
    assert found.c < 0.0
    assert abs(found.k) < 0.1


def test_who_stops_short_was_led_inside_but_not_kicked_as_hard():
    short = evidence(lambda t: stops_short(t, 0.3))
    bounced = evidence(comes_and_goes)
    assert short.k < bounced.k
    # What came after never was inside: who bounces off was, seen backward.
    assert short.back < 0.0
    assert bounced.back > 1.0
    assert short.z > 2.0


def test_the_evidence_of_a_bounce_does_not_hang_on_where_the_frames_fall():
    for off in (0.0, 0.3, 0.6, 0.9):
        found = evidence(comes_and_goes, fps=30.0, off=off)
        assert found.c > 2.0
        assert found.k > 2.0


def test_a_gap_known_too_roughly_says_nothing():
    made = pair_motion(comes_and_goes)
    rough = PairMotion(
        made.times_s, made.rows_a, made.rows_b, 40.0 * made.variances_a, 40.0 * made.variances_b
    )
    found = touch_evidence(BASE, BASE, rough, 0.0, math.inf)
    assert found.sigma_mm > ROUGH_MM
    assert found.z is None


def test_beside_a_third_base_a_kick_means_nothing():
    assert evidence(comes_and_goes, alone=False).k is None


def test_with_too_few_frames_nothing_is_known():
    assert evidence(comes_and_goes, before_s=0.01, after_s=0.02) is None
    # Frames from the touch on only: nobody knows how they came.
    assert evidence(comes_and_goes, before_s=0.0).c is None


def test_an_uneven_board_makes_every_number_smaller():
    def near(t):
        return comes_and_goes(t, speed=30.0, back=15.0)

    plain, uneven = evidence(near), evidence(near, uneven=Unevenness(400.0, 3.0))
    assert uneven.k < plain.k
    assert uneven.c <= plain.c
    assert uneven.k < K_MOST


def test_after_a_cut_bases_are_led_less_far():
    # 2 mm to go at 80 mm/s as the power goes off: 90 ms of slowing down lead 3.6 mm at the most.
    def rolls(t):
        gone = min(max(t - 0.004, 0.0), 0.09)
        x = 27.8 + 2.4 - 80.0 * (t if t < 0.004 else 0.004 + gone - gone * gone / 0.18)
        return x, 0.0

    kept = evidence(rolls, about_s=0.03, after_s=0.03)
    cut = evidence(rolls, about_s=0.03, after_s=0.03, cut_s=0.0)
    assert cut.c < kept.c
    # And who merely slows down was not kicked.
    slowed = evidence(rolls, about_s=0.02, cut_s=0.0)
    unaware = evidence(rolls, about_s=0.02)
    assert slowed.k < unaware.k


def test_of_near_misses_few_look_like_touches_and_of_touches_few_like_misses():
    rng = np.random.default_rng(11)
    touched = [evidence(comes_and_goes, noise=rng, off=rng.random()) for _ in range(40)]
    missed = [evidence(lambda t: passes(t, 0.4), noise=rng, off=rng.random()) for _ in range(40)]

    def score(e):
        return -1.07 * e.z + 1.3 * e.c + 0.81 * e.k

    assert min(map(score, touched)) > max(map(score, missed))
