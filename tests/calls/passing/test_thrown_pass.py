"""Passes with the passing figure: what was hit is said, how he stood is seen."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.passing.thrown_pass import throw_calls, throw_refusals
from referee.calls.phase_state import PassAttempt
from referee.calls.play_name import MissedThrow
from tests.calls.stop_scenes import stop

# The line of scrimmage is x = 300; a yard is 8 mm. H5 was named.
PLACES = {"H1": (240.0, 160.0, 180.0), "H5": (420.0, 100.0, 0.0), "H8": (360.0, 240.0, 0.0)}
A_FAR = {"A1": (700.0, 40.0, 180.0)}


def hit(league, what, more=None, filmed=None, **changes):
    places = {**PLACES, **A_FAR, **(more or {})}
    said = PassAttempt("H5", passer="H1", linemen=("H66", "H71", "H76"), **changes)
    return throw_calls(stop(league, places, filmed=filmed), said, what)


def kinds(calls):
    return [call.kind for call in calls]


LEAGUES = ["efhl", "hefl", "vsefl", "simplified"]


@pytest.mark.parametrize(
    ("league", "rule"),
    [
        ("efhl", "EFHL-ACT-04"),
        ("hefl", "HEFL-TTQ-01"),
        ("vsefl", "VSEFL-PAS-01"),
        ("simplified", "SIMP-PAS-03"),
    ],
)
def test_the_receiver_it_was_thrown_to(league, rule):
    (call,) = hit(league, "H5")
    assert (call.kind, call.rule, call.players) == (CallKind.CATCH, rule, ("H5",))
    assert (call.dead, call.flag) == (False, ())
    assert call.spot.x_mm == pytest.approx(433.9, abs=0.3)


@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize("what", list(MissedThrow))
def test_nobody_is_hit(league, what):
    assert kinds(hit(league, what)) == [CallKind.INCOMPLETE]


@pytest.mark.parametrize(
    ("league", "dead"), [("efhl", False), ("hefl", True), ("vsefl", True), ("simplified", False)]
)
def test_another_eligible_man(league, dead):
    catch = hit(league, "H8")[0]
    assert (catch.kind, catch.dead) == (CallKind.CATCH, dead)


HELD = {"A2": (420.0 + 27.8, 100.0, 180.0)}


@pytest.mark.parametrize(
    ("league", "wanted"),
    [
        ("efhl", [CallKind.CATCH, CallKind.LINE_TO_GAIN, CallKind.TACKLE]),
        ("hefl", [CallKind.CATCH, CallKind.LINE_TO_GAIN, CallKind.TACKLE]),
        ("vsefl", [CallKind.INCOMPLETE]),
        ("simplified", [CallKind.INCOMPLETE]),
    ],
)
def test_a_receiver_whose_front_a_defenders_front_touches(league, wanted):
    assert sorted(kinds(hit(league, "H5", HELD))) == sorted(wanted)


def test_a_receiver_who_touches_his_own_man():
    mate = {"H22": (420.0, 120.6, 0.0)}
    assert kinds(hit("simplified", "H5", mate)) == [CallKind.INCOMPLETE]
    assert kinds(hit("vsefl", "H5", mate)) == [CallKind.CATCH]


@pytest.mark.parametrize("league", LEAGUES)
def test_a_free_defender_intercepts(league):
    (call,) = hit(league, "A2", {"A2": (330.0, 160.0, 180.0)})
    assert (call.kind, call.players, call.dead, call.flag) == (
        CallKind.INTERCEPTION,
        ("A2",),
        False,
        (),
    )


# His nearest part is 3.5 or 6 yards past the line of scrimmage, and H33 holds him.
def engaged(yards):
    x = 300.0 + 8.0 * yards + 13.9
    return {"A2": (x, 200.0, 180.0), "H33": (x, 200.0 + 20.6, 0.0)}


@pytest.mark.parametrize(
    ("league", "yards", "kind"),
    [
        ("hefl", 3.5, CallKind.BATTED_DOWN),
        ("hefl", 4.9, CallKind.BATTED_DOWN),
        ("hefl", 5.1, CallKind.INTERCEPTION),
        ("vsefl", 3.5, CallKind.BATTED_DOWN),
        ("vsefl", 5.1, CallKind.INTERCEPTION),
        ("efhl", 3.5, CallKind.INTERCEPTION),
        ("simplified", 20.0, CallKind.INCOMPLETE),
    ],
)
def test_an_engaged_defender(league, yards, kind):
    calls = hit(league, "A2", engaged(yards))
    assert (calls[0].kind, calls[0].flag) == (kind, ())


def test_an_engaged_interceptor_is_down_in_vsefl():
    (call,) = hit("vsefl", "A2", engaged(12.0))
    assert (call.rule, call.dead) == ("VSEFL-INT-01", True)
    # He plays to the left: his foremost part is the nearer one.
    assert call.spot.x_mm == pytest.approx(396.0, abs=0.3)


@pytest.mark.parametrize(
    ("league", "kind"),
    [
        ("efhl", CallKind.ILLEGAL_TOUCHING),
        ("hefl", CallKind.ILLEGAL_TOUCHING),
        ("vsefl", CallKind.ILLEGAL_TOUCHING),
        ("simplified", CallKind.ILLEGAL_TOUCHING),
    ],
)
def test_a_lineman_is_hit(league, kind):
    assert kinds(hit(league, "H66", {"H66": (290.0, 160.0, 0.0)})) == [kind]


def test_an_engaged_lineman_is_no_foul_in_simplified():
    places = {"H66": (290.0, 160.0, 0.0), "A2": (317.8, 160.0, 180.0)}
    assert kinds(hit("simplified", "H66", places)) == [CallKind.INCOMPLETE]
    assert kinds(hit("efhl", "H66", places)) == [CallKind.ILLEGAL_TOUCHING]


def test_a_fallen_receiver_is_down_where_he_fell_in_vsefl():
    lies = {"fallen": {"H5": 0.0}}
    catch = hit("vsefl", "H5", filmed=lies)[0]
    assert (catch.kind, catch.rule, catch.dead) == (CallKind.CATCH, "VSEFL-PAS-03", True)
    assert kinds(hit("efhl", "H5", filmed=lies)) == [CallKind.INCOMPLETE]


@pytest.mark.parametrize(("share", "dead"), [(0.3, False), (0.7, True)])
def test_a_receiver_who_may_lie_is_down_no_more_surely_than_that(share, dead):
    catch = hit("vsefl", "H5", filmed={"fallen": {"H5": (0.0, share)}})[0]
    assert (catch.kind, catch.dead) == (CallKind.CATCH, dead)
    assert catch.flag == ("too close to tell: whether H5 stands",)
    assert catch.certainty == pytest.approx(0.7, abs=1e-3)


@pytest.mark.parametrize(
    ("share", "kind"), [(0.3, CallKind.INTERCEPTION), (0.7, CallKind.INCOMPLETE)]
)
def test_a_defender_who_may_lie_intercepts_no_more_surely_than_he_stands(share, kind):
    near = {"A2": (330.0, 160.0, 180.0)}
    call = hit("simplified", "A2", near, filmed={"fallen": {"A2": (0.0, share)}})[0]
    assert call.kind is kind
    assert call.flag == ("too close to tell: whether A2 stands",)
    assert call.certainty == pytest.approx(0.7, abs=1e-3)


@pytest.mark.parametrize("league", LEAGUES)
def test_who_was_out_of_bounds_on_his_route(league):
    assert kinds(hit(league, "H5", ineligible=("H5",))) == [CallKind.INCOMPLETE]


def test_a_touchdown_where_he_stands():
    # The front of his base is at 799.9 or 800.1.
    for league, x, wanted in (
        ("simplified", 787.1, [CallKind.CATCH, CallKind.TOUCHDOWN]),
        ("simplified", 785.1, [CallKind.CATCH]),
        ("hefl", 787.1, [CallKind.CATCH, CallKind.TOUCHDOWN]),
    ):
        assert kinds(hit(league, "H5", {"H5": (x, 100.0, 0.0)})) == wanted


def test_too_close_to_tell_whether_he_is_engaged():
    # A gap of 0.1 mm, seen once, may be none.
    near = {"A2": (420.0 + 27.9, 100.0, 180.0)}
    calls = hit("vsefl", "H5", near, filmed={"seconds": 0.0, "seed": 3})
    assert calls[0].flagged


def test_a_pitchout_that_is_thrown():
    assert hit("simplified", "H5", backward=True) == ()
    (call,) = hit("simplified", MissedThrow.BOARD, backward=True)
    assert (call.kind, call.rule) == (CallKind.FUMBLE, "SIMP-PIT-02")
    assert kinds(hit("simplified", "A2", {"A2": (330.0, 160.0, 180.0)}, backward=True)) == [
        CallKind.FUMBLE
    ]
    assert kinds(hit("simplified", "H5", HELD, backward=True)) == [CallKind.FUMBLE]


# The foremost part of the passer, who faces left, is 13.9 mm ahead of his middle.
@pytest.mark.parametrize(
    ("league", "x", "allowed"),
    [
        ("efhl", 285.0, True),
        ("efhl", 287.0, False),
        ("hefl", 287.0, False),
        ("vsefl", 287.0, False),
        ("simplified", 313.0, True),
        ("simplified", 315.0, False),
    ],
)
def test_from_where_he_may_throw(league, x, allowed):
    calls = throw_refusals(stop(league, {**PLACES, "H1": (x, 160.0, 180.0)}), "H1")
    assert (calls == ()) is allowed
    assert all(call.kind is CallKind.NOT_ALLOWED for call in calls)
