"""The referee's own numbers, and the odds they make."""

from __future__ import annotations

import dataclasses
import math

import pytest

from referee.calls.contact.approach import approach_log_odds, p_bounced, predicted_contact
from referee.calls.contact.touch_likelihood import MOST_FRAMES, TouchPrior, touch_log_odds
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from tests.calls.contact.test_approach import sights
from tests.calls.plays import BASE, MS


def test_a_bounce_lies_between_shut_and_seven_tenths_of_a_millimetre():
    assert p_bounced(1.0, 0.0) == p_bounced(1.0, 0.7) > 0.5
    assert p_bounced(1.0, 0.71) == p_bounced(1.0, -0.01) == 0.0
    # Nothing was about to meet: 0.05 of touches, 3 in 10 of them rebound over 0.7 mm.
    touched, stopped = 0.05 * 0.3 / 0.7, 0.9 / 0.7 + 0.05 / 3.0
    assert p_bounced(0.0, 0.4) == pytest.approx(touched / (touched + stopped))
    assert approach_log_odds(0.75) == pytest.approx(
        math.log((0.9 * 0.75 + 0.05) / (0.9 * 0.25 + 0.05))
    )


def test_a_motion_takes_two_frames_and_is_carried_on_for_two_fifths_of_a_second():
    two = sights(60.0, 4.0, count=2)
    last_s = two[-1].t_s
    assert predicted_contact(BASE, BASE, two, last_s + 0.399) is not None
    assert predicted_contact(BASE, BASE, two, last_s + 0.401) is None
    assert predicted_contact(BASE, BASE, two[:1], last_s) is None


def test_what_lies_more_than_six_frames_back_says_nothing():
    new = sights(60.0, 4.0, count=7)
    odd = [dataclasses.replace(new[0], a=new[0].b), *new[1:]]
    there = [predicted_contact(BASE, BASE, each, new[-1].t_s + 0.02).gap_mm for each in (new, odd)]
    assert there[0] == there[1]


def test_odds():
    times = [k / 30 for k in range(MOST_FRAMES)]
    full = touch_log_odds(times, [0.0] * MOST_FRAMES, [0.1] * MOST_FRAMES, TouchPrior())
    assert len(full) == MOST_FRAMES
    assert full[0] > full[-1] > 0.0


@pytest.mark.parametrize(
    "odd",
    [
        {"doubt": 0.49},
        {"sure": 1.0},
        {"doubt": 0.995},
        {"line_sure": 1.0},
        {"line_sure": 0.5},
        {"wait_ns": 0},
        {"hole_ns": 10_000 * MS + 1},
        {"closing_mm_s": 0.0},
        {"runs_mm_s": 0.0},
        {"faster_mm_s": 0.0},
    ],
)
def test_levels_that_make_no_sense(odd):
    with pytest.raises(BadValue):
        Thresholds(**odd)


def test_levels_that_just_do():
    assert Thresholds(doubt=0.5, sure=0.51, line_sure=0.51, window_ns=1, wait_ns=10_000 * MS)


@pytest.mark.parametrize(
    ("key", "low", "high", "step"),
    [
        ("widest_mm", 0.1, 50.0, 0.01),
        ("drift_mm_s", 0.1, 500.0, 0.01),
        ("shared", 0.0, 0.95, 0.01),
        ("least_sigma_mm", 0.001, 1.0, 0.0001),
    ],
)
def test_beliefs_have_a_range(key, low, high, step):
    for value in (low, high):
        assert getattr(TouchPrior(**{key: value}), key) == value
    for value in (low - step, high + step):
        with pytest.raises(BadValue, match=key):
            TouchPrior(**{key: value})
