"""What a touch of the marker is by the rules, and what begins with a catch."""

from __future__ import annotations

import dataclasses

import pytest

from referee.calls.call import BallSpot, CallKind
from referee.calls.passing.catch import (
    CatchFacts,
    PassRole,
    marker_touch_of,
    pass_role_of,
    possible_kinds,
)
from referee.calls.passing.catch_result import p_caught_behind, state_after_gain
from referee.calls.passing.rules.pass_rules import CatchWith, IllegalTouchBy, MissedBackwardPass
from referee.calls.phase_state import PassAttempt, PlayPhase
from referee.core.field.direction import Direction
from referee.core.roster import Team
from tests.calls.making import call, passes
from tests.calls.plays import situation
from tests.calls.stop_scenes import PLAYERS

SURE = CatchFacts(front=1.0, inside=1.0, upright=1.0, engaged=0.0)


def facts(**changes):
    return dataclasses.replace(SURE, **changes)


OUTCOMES = [
    (PassRole.INTENDED, {}, {}, CallKind.CATCH, 1.0),
    (PassRole.INTENDED, {"front": 0.5}, {}, CallKind.CATCH, 0.5),
    (PassRole.INTENDED, {"front": 0.4}, {}, CallKind.INCOMPLETE, 0.6),
    (PassRole.INTENDED, {"front": 0.4}, {"catch_with": CatchWith.ANY_PART}, CallKind.CATCH, 1.0),
    (PassRole.INTENDED, {"front": 0.4}, {"wrong_part": False}, None, None),
    (PassRole.INTENDED, {"inside": 0.4}, {"wrong_part": False}, CallKind.INCOMPLETE, 0.6),
    (PassRole.INTENDED, {"inside": 0.4}, {"in_bounds": False}, CallKind.CATCH, 1.0),
    (PassRole.INTENDED, {"upright": 0.2}, {}, CallKind.INCOMPLETE, 0.8),
    (PassRole.RECEIVER, {"upright": 0.2}, {}, None, None),
    (PassRole.INTENDED, {"upright": 0.2}, {"fallen_catches": True}, CallKind.CATCH, 1.0),
    (PassRole.INTENDED, {"engaged": 0.9}, {}, CallKind.CATCH, 1.0),
    (PassRole.INTENDED, {"engaged": 0.9}, {"engaged_catches": False}, CallKind.INCOMPLETE, 0.9),
    (PassRole.INTENDED, {"front": 0.8, "inside": 0.7}, {}, CallKind.CATCH, 0.56),
    (PassRole.RECEIVER, {}, {}, CallKind.CATCH, 1.0),
    (PassRole.RECEIVER, {}, {"others_catch": False}, CallKind.INCOMPLETE, 1.0),
    (PassRole.INTENDED, {}, {"others_catch": False}, CallKind.CATCH, 1.0),
    (PassRole.DEFENDER, {}, {}, CallKind.INTERCEPTION, 1.0),
    (PassRole.DEFENDER, {"upright": 0.4}, {}, None, None),
    (PassRole.DEFENDER, {"upright": 0.5}, {}, CallKind.INTERCEPTION, 0.5),
    (PassRole.DEFENDER, {"front": 0.4}, {}, None, None),
    (PassRole.DEFENDER, {"front": 0.5}, {}, CallKind.INTERCEPTION, 0.5),
    (
        PassRole.DEFENDER,
        {"front": 0.4},
        {"catch_with": CatchWith.ANY_PART},
        CallKind.INTERCEPTION,
        1.0,
    ),
    (PassRole.DEFENDER, {}, {"intercepts": False}, None, None),
    (PassRole.DEFENDER, {"engaged": 0.5}, {}, CallKind.BATTED_DOWN, 0.5),
    (PassRole.DEFENDER, {"engaged": 0.4}, {}, CallKind.INTERCEPTION, 0.6),
    (PassRole.DEFENDER, {"engaged": 0.9}, {"engaged_bats": False}, CallKind.INTERCEPTION, 1.0),
    (PassRole.DEFENDER, {"inside": 0.4}, {}, CallKind.INCOMPLETE, 0.6),
    (PassRole.DEFENDER, {"inside": 0.5}, {}, CallKind.INTERCEPTION, 0.5),
    (PassRole.DEFENDER, {"inside": 0.4}, {"in_bounds": False}, CallKind.INTERCEPTION, 1.0),
    (PassRole.LINEMAN, {}, {}, CallKind.ILLEGAL_TOUCHING, 1.0),
    (PassRole.LINEMAN, {"upright": 0.5}, {}, CallKind.ILLEGAL_TOUCHING, 0.5),
    (PassRole.LINEMAN, {"upright": 0.4}, {}, None, None),
    (PassRole.LINEMAN, {}, {"fouls": IllegalTouchBy.NOBODY}, CallKind.INCOMPLETE, 1.0),
    (PassRole.LINEMAN, {}, {"fouls": IllegalTouchBy.INELIGIBLE}, CallKind.ILLEGAL_TOUCHING, 1.0),
    (PassRole.BARRED, {}, {}, CallKind.INCOMPLETE, 1.0),
    (PassRole.BARRED, {}, {"fouls": IllegalTouchBy.INELIGIBLE}, CallKind.ILLEGAL_TOUCHING, 1.0),
]


@pytest.mark.parametrize(("man", "stood", "rules", "kind", "share"), OUTCOMES)
def test_what_a_touch_is_and_how_likely(man, stood, rules, kind, share):
    found = marker_touch_of(passes(**rules), man, facts(**stood))
    if kind is None:
        assert found is None
    else:
        assert (found.kind, found.share) == (kind, pytest.approx(share))


BACKWARD = [
    (PassRole.INTENDED, {}, MissedBackwardPass.STAYS_LIVE, CallKind.CATCH),
    (PassRole.RECEIVER, {}, MissedBackwardPass.STAYS_LIVE, CallKind.RECOVERED),
    (PassRole.DEFENDER, {"upright": 0.4}, MissedBackwardPass.STAYS_LIVE, None),
    (PassRole.DEFENDER, {"upright": 0.5}, MissedBackwardPass.STAYS_LIVE, CallKind.RECOVERED),
    (PassRole.INTENDED, {}, MissedBackwardPass.FUMBLE, CallKind.CATCH),
    (PassRole.INTENDED, {"front": 0.1}, MissedBackwardPass.FUMBLE, CallKind.FUMBLE),
    (PassRole.DEFENDER, {}, MissedBackwardPass.FUMBLE, CallKind.INTERCEPTION),
    (PassRole.DEFENDER, {"front": 0.1}, MissedBackwardPass.FUMBLE, None),
]


@pytest.mark.parametrize(("man", "stood", "missed", "kind"), BACKWARD)
def test_what_a_touch_of_a_backward_pass_is(man, stood, missed, kind):
    found = marker_touch_of(passes(backward=missed), man, facts(**stood), backward=True)
    assert (None if found is None else found.kind) is kind


@pytest.mark.parametrize(("front", "open_"), [(0.981, 0), (0.979, 1), (0.021, 1), (0.019, 0)])
def test_from_98_in_a_hundred_on_it_is_plain_which_part_it_was(front, open_):
    assert len(marker_touch_of(passes(), PassRole.INTENDED, facts(front=front)).flag) == open_


def test_of_whom_nobody_can_tell_that_is_said():
    (word,) = marker_touch_of(passes(), PassRole.INTENDED, facts(unsure=True)).flag
    assert "nobody can tell" in word


def test_who_is_what_to_a_pass():
    forward = PassAttempt("H1", passer="H8", linemen=("H55",), ineligible=("H2",))
    names = {
        "H1": PassRole.INTENDED,
        "H5": PassRole.RECEIVER,
        "H8": PassRole.BARRED,
        "H2": PassRole.BARRED,
    }
    names["H55"] = PassRole.LINEMAN
    for name, man in names.items():
        assert pass_role_of(name, Team.HOME, Team.HOME, forward) is man
        assert pass_role_of(name, Team.AWAY, Team.HOME, forward) is PassRole.DEFENDER
    backward = dataclasses.replace(forward, backward=True)
    for name in ("H8", "H2", "H55"):
        assert pass_role_of(name, Team.HOME, Team.HOME, backward) is PassRole.RECEIVER


def caught(x_mm, sigma_mm=0.0, plays=Direction.RIGHT):
    spot = BallSpot(x_mm, 150.0, sigma_mm)
    return p_caught_behind(call(spot=spot), situation({"H1": ()}, plays=plays))


def test_the_line_of_scrimmage_itself_is_behind_it():
    assert (caught(300.0), caught(300.1), caught(299.9)) == (1.0, 0.0, 1.0)
    assert (caught(300.1, plays=Direction.LEFT), caught(299.9, plays=Direction.LEFT)) == (1.0, 0.0)
    assert caught(300.0, 1.0) == pytest.approx(0.5)
    assert caught(301.0, 1.0) == pytest.approx(0.158655, abs=1e-6)  # one sigma past


def test_who_catches_goes_on_and_who_intercepts_turns_about():
    play = situation(
        {"H1": (), "A1": ()}, carrier=None, thrown=PassAttempt("H1"), phase=PlayPhase.IN_THE_AIR
    )
    spot = BallSpot(299.0, 150.0, 0.0)
    own = state_after_gain(
        call(kind=CallKind.CATCH, players=("A1", "H1"), spot=spot), play, PLAYERS
    )
    assert (own.phase, own.carrier, own.plays) == (PlayPhase.AFTER_CATCH, "H1", Direction.RIGHT)
    assert (own.caught_behind, own.thrown, own.scrimmage_x_mm) == (True, None, 300.0)
    theirs = state_after_gain(
        call(kind=CallKind.INTERCEPTION, players=("A1",), spot=spot), play, PLAYERS
    )
    assert (theirs.phase, theirs.carrier, theirs.team) == (PlayPhase.RETURN, "A1", Team.AWAY)
    assert (theirs.plays, theirs.scrimmage_x_mm) == (Direction.LEFT, None)
    assert (theirs.to_gain_x_mm, theirs.caught_behind, theirs.thrown) == (None, False, None)


@pytest.mark.parametrize(
    ("man", "changes", "kinds"),
    [
        (PassRole.RECEIVER, {"others_catch": False}, {CallKind.INCOMPLETE}),
        (PassRole.INTENDED, {}, {CallKind.CATCH, CallKind.INCOMPLETE}),
        (PassRole.BARRED, {"fouls": IllegalTouchBy.LINEMEN}, {CallKind.INCOMPLETE}),
        (PassRole.LINEMAN, {"fouls": IllegalTouchBy.LINEMEN}, {CallKind.ILLEGAL_TOUCHING}),
        (PassRole.DEFENDER, {"intercepts": False, "engaged_bats": False}, set()),
    ],
)
def test_what_a_touch_may_be_at_all(man, changes, kinds):
    assert possible_kinds(passes(**changes), man) == kinds


@pytest.mark.parametrize(
    ("front", "kinds"),
    [
        (0.0, {CallKind.BATTED_DOWN}),
        (1.0, {CallKind.BATTED_DOWN, CallKind.INTERCEPTION, CallKind.INCOMPLETE}),
        (0.5, {CallKind.BATTED_DOWN, CallKind.INTERCEPTION, CallKind.INCOMPLETE}),
    ],
)
def test_which_part_touched_says_what_it_may_have_been(front, kinds):
    rules = passes(engaged_bats=True, intercepts=True, in_bounds=True)
    assert possible_kinds(rules, PassRole.DEFENDER, front) == kinds
