"""What a touch of the marker is by the rules, and what begins with a catch."""

from __future__ import annotations

import dataclasses

import pytest

from referee.calls.after_catch import carried_on, caught_behind
from referee.calls.call import Kind, Spot
from referee.calls.catching import Facts, Man, man_of, outcome
from referee.calls.pass_rules import CatchWith, Fouls, Missed
from referee.calls.situation import Pass, Phase
from referee.core.direction import Direction
from referee.core.roster import Team
from tests.calls.making import call, passes
from tests.calls.plays import situation
from tests.calls.stops import PLAYERS

SURE = Facts(front=1.0, inside=1.0, upright=1.0, engaged=0.0)


def facts(**changes):
    return dataclasses.replace(SURE, **changes)


OUTCOMES = [
    (Man.INTENDED, {}, {}, Kind.CATCH, 1.0),
    (Man.INTENDED, {"front": 0.5}, {}, Kind.CATCH, 0.5),
    (Man.INTENDED, {"front": 0.4}, {}, Kind.INCOMPLETE, 0.6),
    (Man.INTENDED, {"front": 0.4}, {"catch_with": CatchWith.ANY_PART}, Kind.CATCH, 1.0),
    (Man.INTENDED, {"front": 0.4}, {"wrong_part": False}, None, None),
    (Man.INTENDED, {"inside": 0.4}, {"wrong_part": False}, Kind.INCOMPLETE, 0.6),
    (Man.INTENDED, {"inside": 0.4}, {"in_bounds": False}, Kind.CATCH, 1.0),
    (Man.INTENDED, {"upright": 0.2}, {}, Kind.INCOMPLETE, 0.8),
    (Man.RECEIVER, {"upright": 0.2}, {}, None, None),
    (Man.INTENDED, {"upright": 0.2}, {"fallen_catches": True}, Kind.CATCH, 1.0),
    (Man.INTENDED, {"engaged": 0.9}, {}, Kind.CATCH, 1.0),
    (Man.INTENDED, {"engaged": 0.9}, {"engaged_catches": False}, Kind.INCOMPLETE, 0.9),
    (Man.INTENDED, {"front": 0.8, "inside": 0.7}, {}, Kind.CATCH, 0.56),
    (Man.RECEIVER, {}, {}, Kind.CATCH, 1.0),
    (Man.RECEIVER, {}, {"others_catch": False}, Kind.INCOMPLETE, 1.0),
    (Man.INTENDED, {}, {"others_catch": False}, Kind.CATCH, 1.0),
    (Man.DEFENDER, {}, {}, Kind.INTERCEPTION, 1.0),
    (Man.DEFENDER, {"upright": 0.4}, {}, None, None),
    (Man.DEFENDER, {"upright": 0.5}, {}, Kind.INTERCEPTION, 0.5),
    (Man.DEFENDER, {"front": 0.4}, {}, None, None),
    (Man.DEFENDER, {"front": 0.5}, {}, Kind.INTERCEPTION, 0.5),
    (Man.DEFENDER, {"front": 0.4}, {"catch_with": CatchWith.ANY_PART}, Kind.INTERCEPTION, 1.0),
    (Man.DEFENDER, {}, {"intercepts": False}, None, None),
    (Man.DEFENDER, {"engaged": 0.5}, {}, Kind.BATTED_DOWN, 0.5),
    (Man.DEFENDER, {"engaged": 0.4}, {}, Kind.INTERCEPTION, 0.6),
    (Man.DEFENDER, {"engaged": 0.9}, {"engaged_bats": False}, Kind.INTERCEPTION, 1.0),
    (Man.DEFENDER, {"inside": 0.4}, {}, Kind.INCOMPLETE, 0.6),
    (Man.DEFENDER, {"inside": 0.5}, {}, Kind.INTERCEPTION, 0.5),
    (Man.DEFENDER, {"inside": 0.4}, {"in_bounds": False}, Kind.INTERCEPTION, 1.0),
    (Man.LINEMAN, {}, {}, Kind.ILLEGAL_TOUCHING, 1.0),
    (Man.LINEMAN, {"upright": 0.5}, {}, Kind.ILLEGAL_TOUCHING, 0.5),
    (Man.LINEMAN, {"upright": 0.4}, {}, None, None),
    (Man.LINEMAN, {}, {"fouls": Fouls.NOBODY}, Kind.INCOMPLETE, 1.0),
    (Man.LINEMAN, {}, {"fouls": Fouls.INELIGIBLE}, Kind.ILLEGAL_TOUCHING, 1.0),
    (Man.BARRED, {}, {}, Kind.INCOMPLETE, 1.0),
    (Man.BARRED, {}, {"fouls": Fouls.INELIGIBLE}, Kind.ILLEGAL_TOUCHING, 1.0),
]


@pytest.mark.parametrize(("man", "stood", "rules", "kind", "share"), OUTCOMES)
def test_what_a_touch_is_and_how_likely(man, stood, rules, kind, share):
    found = outcome(passes(**rules), man, facts(**stood))
    if kind is None:
        assert found is None
    else:
        assert (found.kind, found.share) == (kind, pytest.approx(share))


BACKWARD = [
    (Man.INTENDED, {}, Missed.STAYS_LIVE, Kind.CATCH),
    (Man.RECEIVER, {}, Missed.STAYS_LIVE, Kind.RECOVERED),
    (Man.DEFENDER, {"upright": 0.4}, Missed.STAYS_LIVE, None),
    (Man.DEFENDER, {"upright": 0.5}, Missed.STAYS_LIVE, Kind.RECOVERED),
    (Man.INTENDED, {}, Missed.FUMBLE, Kind.CATCH),
    (Man.INTENDED, {"front": 0.1}, Missed.FUMBLE, Kind.FUMBLE),
    (Man.DEFENDER, {}, Missed.FUMBLE, Kind.INTERCEPTION),
    (Man.DEFENDER, {"front": 0.1}, Missed.FUMBLE, None),
]


@pytest.mark.parametrize(("man", "stood", "missed", "kind"), BACKWARD)
def test_what_a_touch_of_a_backward_pass_is(man, stood, missed, kind):
    found = outcome(passes(backward=missed), man, facts(**stood), backward=True)
    assert (None if found is None else found.kind) is kind


@pytest.mark.parametrize(("front", "open_"), [(0.981, 0), (0.979, 1), (0.021, 1), (0.019, 0)])
def test_from_98_in_a_hundred_on_it_is_plain_which_part_it_was(front, open_):
    assert len(outcome(passes(), Man.INTENDED, facts(front=front)).flag) == open_


def test_of_whom_nobody_can_tell_that_is_said():
    (word,) = outcome(passes(), Man.INTENDED, facts(unsure=True)).flag
    assert "nobody can tell" in word


def test_who_is_what_to_a_pass():
    forward = Pass("H1", passer="H8", linemen=("H55",), ineligible=("H2",))
    names = {"H1": Man.INTENDED, "H5": Man.RECEIVER, "H8": Man.BARRED, "H2": Man.BARRED}
    names["H55"] = Man.LINEMAN
    for name, man in names.items():
        assert man_of(name, Team.HOME, Team.HOME, forward) is man
        assert man_of(name, Team.AWAY, Team.HOME, forward) is Man.DEFENDER
    backward = dataclasses.replace(forward, backward=True)
    for name in ("H8", "H2", "H55"):
        assert man_of(name, Team.HOME, Team.HOME, backward) is Man.RECEIVER


def caught(x_mm, sigma_mm=0.0, plays=Direction.RIGHT):
    spot = Spot(x_mm, 150.0, sigma_mm)
    return caught_behind(call(spot=spot), situation({"H1": ()}, plays=plays))


def test_the_line_of_scrimmage_itself_is_behind_it():
    assert (caught(300.0), caught(300.1), caught(299.9)) == (1.0, 0.0, 1.0)
    assert (caught(300.1, plays=Direction.LEFT), caught(299.9, plays=Direction.LEFT)) == (1.0, 0.0)
    assert caught(300.0, 1.0) == pytest.approx(0.5)
    assert caught(301.0, 1.0) == pytest.approx(0.158655, abs=1e-6)  # one sigma past


def test_who_catches_goes_on_and_who_intercepts_turns_about():
    play = situation({"H1": (), "A1": ()}, carrier=None, thrown=Pass("H1"), phase=Phase.IN_THE_AIR)
    spot = Spot(299.0, 150.0, 0.0)
    own = carried_on(call(kind=Kind.CATCH, players=("A1", "H1"), spot=spot), play, PLAYERS)
    assert (own.phase, own.carrier, own.plays) == (Phase.AFTER_CATCH, "H1", Direction.RIGHT)
    assert (own.caught_behind, own.thrown, own.scrimmage_x_mm) == (True, None, 300.0)
    theirs = carried_on(call(kind=Kind.INTERCEPTION, players=("A1",), spot=spot), play, PLAYERS)
    assert (theirs.phase, theirs.carrier, theirs.team) == (Phase.RETURN, "A1", Team.AWAY)
    assert (theirs.plays, theirs.scrimmage_x_mm) == (Direction.LEFT, None)
    assert (theirs.to_gain_x_mm, theirs.caught_behind, theirs.thrown) == (None, False, None)
