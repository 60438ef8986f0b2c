"""Carriers who fall, by each rulebook: knocked over, alone, from the tackle, in the end zone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.phase_state import PlayPhase
from referee.core.field.direction import Direction
from tests.calls.plays import BASE, MS, film, judged, mirrored, situation

HALF_MM = BASE.length_mm / 2
RUNS = [(0.0, 300.0, 150.0, 0.0), (2.0, 360.0, 150.0, 0.0)]
FAR = [(0.0, 600.0, 280.0, 180.0)]
# A side that brushes his side from 0.6 s on and goes along with him; a front that meets his front.
SIDE = [(0.0, 318.0, 190.6, 0.0), (0.6, 318.0, 170.6, 0.0), (2.0, 360.0, 170.6, 0.0)]
FRONT = [(0.0, 375.8, 150.0, 180.0), (0.6, 345.8, 150.0, 180.0)]
# The fall is seen between two frames, 33 ms apart.
LIES_S = 0.75


def falls(rulebook, others=None, lies_s=LIES_S, seconds=1.2, **changes):
    moves = {"H1": RUNS, "A3": FAR, **(others or {})}
    play = situation(moves, **{"to_gain_x_mm": None, **changes})
    return judged(rulebook, film(moves, seconds, fallen={"H1": lies_s}), play)


ALONE = [
    ("efhl", CallKind.FALL, "EFHL-FUM-07"),
    ("hefl", CallKind.CARRIER_DOWN, "HEFL-DED-01"),
    ("vsefl", CallKind.FUMBLE, "VSEFL-FUM-01"),
    ("simplified", CallKind.CARRIER_DOWN, "SIMP-TKL-03"),
]


@pytest.mark.parametrize(("rulebook", "kind", "rule"), ALONE)
def test_a_fall_with_nobody_near(rulebook, kind, rule):
    (call,) = falls(rulebook)
    assert (call.kind, call.rule, call.action) == (kind, rule, CallAction.CUT)
    assert (call.players, call.flag) == (("H1",), ())
    assert call.t_ns == pytest.approx(LIES_S * 1000 * MS, abs=20 * MS)
    assert call.spot.x_mm == pytest.approx(300.0 + 30.0 * LIES_S + HALF_MM, abs=1.5)


@pytest.mark.parametrize(("rulebook", "kind", "rule"), ALONE)
@pytest.mark.parametrize(
    "phase", [PlayPhase.READ, PlayPhase.SCRAMBLE, PlayPhase.AFTER_CATCH, PlayPhase.RETURN]
)
def test_a_fall_in_every_phase_in_which_somebody_carries_the_ball(rulebook, kind, rule, phase):
    (call,) = falls(rulebook, phase=phase, scrimmage_x_mm=380.0)
    assert (call.kind, call.rule) == (kind, rule)


@pytest.mark.parametrize("name", ["A1", "H2"])
def test_in_efhl_friend_and_foe_knock_the_ball_out(name):
    calls = falls("efhl", {name: SIDE})
    assert [(c.kind, c.rule, c.players) for c in calls] == [
        (CallKind.FUMBLE, "EFHL-FUM-04", (name, "H1"))
    ]


def test_a_touch_that_was_over_a_while_ago_knocks_nobody_over():
    gone = [*SIDE[:2], (0.65, 318.0, 190.6, 0.0), (2.0, 318.0, 230.0, 0.0)]
    calls = falls("efhl", {"A1": gone}, lies_s=1.1, seconds=1.5)
    assert [c.rule for c in calls if c.kind is not CallKind.UNCLEAR_TACKLE][-1] == "EFHL-FUM-07"


def test_in_hefl_only_a_defender_does():
    assert [c.kind for c in falls("hefl", {"H2": SIDE})] == [CallKind.CARRIER_DOWN]
    near = {"scrimmage_x_mm": 320.0}
    assert [c.rule for c in falls("hefl", {"A1": SIDE}, **near)] == ["HEFL-FUM-01"]


TOPPLED = [
    ("efhl", 0.75, CallKind.FUMBLE, "EFHL-FUM-04"),
    ("efhl", 1.0, CallKind.TACKLE, "EFHL-TKL-01"),
    ("hefl", 1.0, CallKind.FUMBLE, "HEFL-FUM-01"),
    ("hefl", 1.3, CallKind.TACKLE, "HEFL-TKL-01"),
    ("vsefl", 0.75, CallKind.TACKLE, "VSEFL-TKL-01"),
    ("simplified", 0.75, CallKind.TACKLE, "SIMP-TKL-01"),
]


@pytest.mark.parametrize(("rulebook", "lies_s", "kind", "rule"), TOPPLED)
def test_a_tackle_that_topples_him(rulebook, lies_s, kind, rule):
    calls = falls(rulebook, {"A1": FRONT}, lies_s, seconds=1.8, scrimmage_x_mm=320.0)
    assert [(c.kind, c.rule) for c in calls] == [(kind, rule)]


def test_what_followed_from_a_tackle_falls_with_it():
    calls = falls("hefl", {"A1": FRONT}, 0.9, scrimmage_x_mm=300.0, to_gain_x_mm=320.0)
    assert [c.kind for c in calls] == [CallKind.FUMBLE]


IN_END_ZONE = [
    ("efhl", [CallKind.FALL]),
    ("hefl", [CallKind.CARRIER_DOWN, CallKind.SAFETY]),
    ("vsefl", [CallKind.FUMBLE]),
    ("simplified", [CallKind.CARRIER_DOWN, CallKind.SAFETY]),
]


@pytest.mark.parametrize(("rulebook", "kinds"), IN_END_ZONE)
def test_a_fall_in_his_own_end_zone(rulebook, kinds):
    moves = {"H1": [(0.0, -60.0, 150.0, 0.0), (1.0, -40.0, 150.0, 0.0)], "A3": FAR}
    play = situation(moves, to_gain_x_mm=None, scrimmage_x_mm=20.0)
    assert [c.kind for c in judged(rulebook, film(moves, 1.2, fallen={"H1": 0.75}), play)] == kinds


def test_one_misread_frame_is_no_fall():
    moves = {"H1": RUNS, "A3": FAR}
    boards = film(moves, 1.2)
    boards[20] = film(moves, 1.2, fallen={"H1": 0.0})[20]
    assert judged("efhl", boards, situation(moves, to_gain_x_mm=None)) == []


def half_lying(boards, share):
    return [
        replace(b, seen=tuple(replace(s, fallen=min(s.fallen, share)) for s in b.seen))
        for b in boards
    ]


def test_who_may_have_fallen_is_flagged():
    moves = {"H1": RUNS, "A3": FAR}
    boards = half_lying(film(moves, 1.2, fallen={"H1": 0.75}), 0.8)
    (call,) = judged("efhl", boards, situation(moves, to_gain_x_mm=None))
    assert call.flag == ("too close to tell whether the carrier fell",)


def test_who_was_out_of_sight_may_have_knocked_him_over():
    moves = {"H1": RUNS, "A3": FAR, "A1": SIDE}
    boards = film(moves, 1.2, fallen={"H1": 0.75}, hidden={"A1": (0.0, 9.0)})
    (call,) = judged("efhl", boards, situation(moves, to_gain_x_mm=None))
    assert call.kind is CallKind.FALL
    assert call.flagged


@pytest.mark.parametrize(("gone_s", "flagged"), [((0.6, 9.0), True), ((0.1, 0.5), False)])
def test_out_of_sight_as_he_fell_counts_and_before_that_it_does_not(gone_s, flagged):
    moves = {"H1": RUNS, "A3": FAR, "A1": [(0.0, 318.0, 180.6, 0.0), (2.0, 378.0, 180.6, 0.0)]}
    boards = film(moves, 1.2, fallen={"H1": 0.75}, hidden={"A1": gone_s})
    (call,) = judged("efhl", boards, situation(moves, to_gain_x_mm=None))
    assert (call.kind, call.flagged) == (CallKind.FALL, flagged)


def test_who_was_out_of_sight_too_far_away_did_not_knock_him_over():
    # 300 mm away: nobody comes that far in the half second that he is not seen.
    moves = {"H1": RUNS, "A3": FAR}
    boards = film(moves, 1.2, fallen={"H1": 0.75}, hidden={"A3": (0.6, 9.0)})
    (call,) = judged("efhl", boards, situation(moves, to_gain_x_mm=None))
    assert (call.kind, call.flag) == (CallKind.FALL, ())


def test_who_has_scored_before_has_scored():
    moves = {"H1": [(0.0, 770.0, 150.0, 0.0), (1.0, 800.0, 150.0, 0.0)], "A3": FAR}
    play = situation(moves, to_gain_x_mm=None, scrimmage_x_mm=700.0)
    (call,) = judged("efhl", film(moves, 1.5, fallen={"H1": 0.9}), play)
    assert call.kind is CallKind.TOUCHDOWN


def gist(calls):
    return sorted((c.kind, c.players, c.rule, c.flag, c.action) for c in calls)


@pytest.mark.parametrize("rulebook", ["efhl", "hefl", "vsefl", "simplified"])
@pytest.mark.parametrize("touch", [SIDE, FRONT, FAR])
def test_mirror_order_and_repeated_frames_change_nothing(rulebook, touch):
    moves = {"H1": RUNS, "A3": FAR, "A1": touch}
    play = situation(moves, to_gain_x_mm=None, scrimmage_x_mm=320.0)
    boards = film(moves, 1.2, fallen={"H1": LIES_S}, seed=4)
    plain = judged(rulebook, boards, play)
    turned = replace(play, plays=Direction.LEFT, scrimmage_x_mm=480.0)
    assert gist(judged(rulebook, mirrored(boards, along=False), play)) == gist(plain)
    assert gist(judged(rulebook, mirrored(boards, along=True), turned)) == gist(plain)
    mixed = [replace(b, seen=b.seen[::-1]) for b in boards for _ in range(2)]
    assert judged(rulebook, mixed, replace(play, on_field=play.on_field[::-1])) == plain
