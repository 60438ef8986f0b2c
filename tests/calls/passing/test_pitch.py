"""Hand-offs, pitches and laterals at a stop, by each rulebook."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.passing.pitch import exchange
from referee.calls.passing.rules.pitch_rules import ExchangeKind
from tests.calls.stop_scenes import stop

# The carrier faces left at (240, 160): a base is 27.8 long and 20.6 wide, two of them 55.6.
CARRIER = {"H1": (240.0, 160.0, 180.0), "A1": (600.0, 40.0, 180.0)}
TACKLES = {"H71": (285.0, 60.0, 0.0), "H76": (285.0, 260.0, 0.0)}


def to(league, how, place, more=None, name="H22", **changes):
    places = {**CARRIER, name: place, **(more or {})}
    return exchange(stop(league, places, **changes), how, name)


def ruled(found):
    return [(call.kind, call.rule) for call in found.calls]


# Straight across the field from him, so that the gap is between the sides.
def across(gap_mm, dx=0.0):
    return (240.0 + dx, 160.0 - 20.6 - gap_mm, 0.0)


NO = CallKind.NOT_ALLOWED
DISTANCES = [
    ("efhl", ExchangeKind.HANDOFF, 27.0, None),
    ("efhl", ExchangeKind.HANDOFF, 28.6, "EFHL-RUN-01"),
    ("efhl", ExchangeKind.PITCH, 54.8, None),
    ("efhl", ExchangeKind.PITCH, 56.4, "EFHL-PIT-01"),
    ("efhl", ExchangeKind.SHOVEL, 54.8, None),
    ("efhl", ExchangeKind.SHOVEL, 56.4, "EFHL-PAS-03"),
    ("hefl", ExchangeKind.PITCH, 54.8, None),
    ("hefl", ExchangeKind.PITCH, 56.4, "HEFL-PIT-01"),
    ("hefl", ExchangeKind.DELAY, 54.8, None),
    ("hefl", ExchangeKind.DELAY, 56.4, "HEFL-DLY-01"),
    ("hefl", ExchangeKind.HANDOFF, 50.0, None),
    ("hefl", ExchangeKind.HANDOFF, 90.0, "HEFL-RUN-01"),
    ("vsefl", ExchangeKind.PITCH, 54.8, None),
    ("vsefl", ExchangeKind.PITCH, 56.4, "VSEFL-RD-02"),
    ("vsefl", ExchangeKind.DELAY, 56.4, "VSEFL-DLY-01"),
    ("simplified", ExchangeKind.LATERAL, 27.0, None),
    ("simplified", ExchangeKind.LATERAL, 28.6, "SIMP-LAT-01"),
    ("simplified", ExchangeKind.PITCH, 28.6, None),
    ("simplified", ExchangeKind.PITCH, 27.0, "SIMP-PIT-01"),
]


@pytest.mark.parametrize(("league", "how", "gap", "rule"), DISTANCES)
def test_how_far_the_ball_goes(league, how, gap, rule):
    found = to(league, how, across(gap, -3.0), TACKLES)
    assert ruled(found) == ([] if rule is None else [(NO, rule)])
    assert found.allowed is (rule is None)
    assert found.flag == ()


# How far ahead of the carrier's the target's middle may be; both bases lie the same way.
LEVELS = [
    ("efhl", ExchangeKind.PITCH, -1.0, True),
    ("efhl", ExchangeKind.PITCH, 1.0, False),
    ("efhl", ExchangeKind.LATERAL, 1.0, False),
    ("simplified", ExchangeKind.LATERAL, -1.0, True),
    ("simplified", ExchangeKind.LATERAL, 1.0, False),
    ("simplified", ExchangeKind.PITCH, 1.0, False),
    ("hefl", ExchangeKind.PITCH, 1.0, True),
    ("vsefl", ExchangeKind.PITCH, 1.0, True),
]


@pytest.mark.parametrize(("league", "how", "dx", "allowed"), LEVELS)
def test_level_or_behind(league, how, dx, allowed):
    gap = 20.0 if how is ExchangeKind.LATERAL else 40.0
    assert to(league, how, across(gap, dx), TACKLES).allowed is allowed


def test_level_is_by_the_middle_in_efhl_and_by_the_front_in_simplified():
    # Turned by 90 degrees his foremost part is 10.3 mm ahead of his middle and not 13.9.
    turned = (242.0, 160.0 - 10.3 - 13.9 - 20.0, 90.0)
    assert not to("efhl", ExchangeKind.PITCH, turned).allowed
    assert to("simplified", ExchangeKind.LATERAL, turned).allowed


def test_who_touches_an_opponent_takes_no_pitch():
    held = {"A2": (240.0 - 27.8, 160.0 - 60.6, 0.0)}
    for league, rule in (("efhl", "EFHL-PIT-01"), ("vsefl", "VSEFL-RD-02")):
        assert ruled(to(league, ExchangeKind.PITCH, across(40.0), held)) == [(NO, rule)]
    assert to("hefl", ExchangeKind.PITCH, across(40.0), {**held, **TACKLES}).allowed


def test_who_touches_a_team_mate_takes_no_lateral_in_simplified():
    mate = {"H33": (240.0 - 27.8, 160.0 - 40.6, 0.0)}
    assert ruled(to("simplified", ExchangeKind.LATERAL, across(20.0), mate)) == [
        (NO, "SIMP-LAT-03")
    ]


@pytest.mark.parametrize(("league", "rule"), [("efhl", "EFHL-FAL-02"), ("vsefl", "VSEFL-FAL-01")])
def test_a_fallen_back_takes_no_pitch(league, rule):
    found = to(league, ExchangeKind.PITCH, across(40.0), filmed={"fallen": {"H22": 0.0}})
    assert ruled(found) == [(NO, rule)]


BETWEEN = (240.0, 160.0 - 40.0, 90.0)
BLOCKED = [
    ("efhl", "A2", CallKind.FUMBLE, "EFHL-PIT-02"),
    ("efhl", "H33", None, None),
    ("vsefl", "H33", NO, "VSEFL-RD-02"),
    ("vsefl", "A2", NO, "VSEFL-RD-02"),
    ("hefl", "A2", None, None),
]


@pytest.mark.parametrize(("league", "who", "kind", "rule"), BLOCKED)
def test_somebody_stands_in_the_way(league, who, kind, rule):
    found = to(league, ExchangeKind.PITCH, across(52.0, -3.0), {who: BETWEEN, **TACKLES})
    assert ruled(found) == ([] if kind is None else [(kind, rule)])


def test_a_team_mate_in_the_way_of_a_lateral():
    # 27 mm of way are less than a base is wide: he lies across it, turned.
    place = (230.0, 160.0 - 20.6 - 26.0, 0.0)
    found = to("simplified", ExchangeKind.LATERAL, place, {"H33": (212.0, 137.0, 0.0)})
    assert found.allowed
    found = to("simplified", ExchangeKind.LATERAL, place, {"H33": (222.5, 137.0, 0.0)})
    assert ruled(found) == [(NO, "SIMP-LAT-02")]


def test_the_way_is_as_wide_as_the_ball_in_efhl():
    # The defender's side is 3.7 or 4.3 mm from the line between the two middles.
    near = {"A2": (240.0 + 10.3 + 3.4, 160.0 - 40.0, 90.0)}
    wide = {"A2": (240.0 + 10.3 + 4.6, 160.0 - 40.0, 90.0)}
    assert ruled(to("efhl", ExchangeKind.PITCH, across(52.0), near)) == [
        (CallKind.FUMBLE, "EFHL-PIT-02")
    ]
    assert to("efhl", ExchangeKind.PITCH, across(52.0), wide).allowed


def test_both_behind_the_line_and_within_the_tackles_in_hefl():
    assert to("hefl", ExchangeKind.PITCH, across(40.0), TACKLES).allowed
    over = to("hefl", ExchangeKind.PITCH, (290.0, 160.0 - 45.0, 0.0), TACKLES)
    assert ruled(over) == [(NO, "HEFL-PIT-01")]
    # The outer edges of the tackles' bases are at y = 109.7 then.
    narrow = {"H71": (285.0, 120.0, 0.0), "H76": (285.0, 260.0, 0.0)}
    outside = to("hefl", ExchangeKind.PITCH, across(40.0), narrow)
    assert ruled(outside) == [(NO, "HEFL-PIT-01")]


def test_a_hand_off_beyond_the_line_in_efhl():
    places = {"H1": (310.0, 160.0, 0.0), "H22": (310.0, 130.0, 0.0)}
    found = exchange(stop("efhl", places), ExchangeKind.HANDOFF, "H22")
    assert ruled(found) == [(NO, "EFHL-RUN-01")]


def test_a_lineman_takes_a_pitch_but_no_shovel_pass():
    assert to("efhl", ExchangeKind.PITCH, across(40.0), name="H66").allowed
    assert ruled(to("efhl", ExchangeKind.SHOVEL, across(40.0), name="H66")) == [(NO, "EFHL-PAS-03")]


def test_what_has_to_be_thrown():
    assert to("simplified", ExchangeKind.PITCH, across(40.0)).throw
    assert not to("efhl", ExchangeKind.PITCH, across(40.0)).throw
    ahead = (262.0, 160.0 - 60.0, 0.0)
    assert not to("vsefl", ExchangeKind.PITCH, ahead, TACKLES).throw
    narrow = {"H71": (285.0, 140.0, 0.0), "H76": (285.0, 260.0, 0.0)}
    assert to("vsefl", ExchangeKind.PITCH, ahead, narrow).throw


def test_a_pitch_to_a_back_ahead_that_is_thrown_is_a_forward_pass():
    narrow = {"H71": (285.0, 140.0, 0.0), "H76": (285.0, 260.0, 0.0)}
    ahead = to("vsefl", ExchangeKind.PITCH, (262.0, 160.0 - 60.0, 0.0), narrow)
    assert (ahead.throw, ahead.forward) == (True, True)
    behind = to("simplified", ExchangeKind.PITCH, across(40.0))
    assert (behind.throw, behind.forward) == (True, False)


def test_who_is_level_by_the_last_bits_is_not_ahead():
    narrow = {"H71": (285.0, 140.0, 0.0), "H76": (285.0, 260.0, 0.0)}
    for noise in (-1e-10, 0.0, 1e-10):
        found = to("vsefl", ExchangeKind.PITCH, (240.0 + noise, 160.0 - 60.0, 0.0), narrow)
        assert (found.allowed, found.throw) == (True, False)


def test_too_close_to_tell_is_said():
    found = to("efhl", ExchangeKind.PITCH, across(55.6))
    assert found.flag


def test_who_is_not_seen_gets_nothing():
    found = to("efhl", ExchangeKind.PITCH, across(40.0), filmed={"hidden": {"H22": (0.0, 9.0)}})
    assert not found.allowed
    assert found.calls[0].flagged


def test_an_opponent_who_is_not_seen_may_hold_him():
    near = {"A2": (240.0 - 30.0, 160.0 - 60.6, 0.0)}
    found = to(
        "efhl", ExchangeKind.PITCH, across(40.0), near, filmed={"hidden": {"A2": (0.2, 9.0)}}
    )
    assert any("A2 is not seen" in reason for reason in found.flag)


def test_to_an_opponent_or_to_himself():
    assert not to("efhl", ExchangeKind.PITCH, across(40.0), name="A2").allowed
    assert not exchange(stop("efhl", CARRIER), ExchangeKind.PITCH, "H1").allowed
