"""Passing sticks: which one, and where the marker may lie. Lengths worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.passing.sticks import (
    marker_allowed,
    marker_refusals,
    p_pressed,
    sticks_for,
)
from referee.calls.phase_state import PassAttempt
from referee.calls.play_name import PassStick
from referee.core.geometry.marker import Marker
from tests.calls.stop_scenes import stop

INCH = 25.4


def at(league, apart_mm, **changes):
    """The passer at (100, 160), the receiver so far to the right of him, facing right."""
    places = {"H1": (100.0, 160.0, 180.0), "H5": (100.0 + apart_mm, 160.0, 0.0), "A1": (790, 20, 0)}
    return stop(league, places, **changes)


# EFHL in inches on the board; HEFL in yards, which are 8 mm on this field.
WHICH = [
    ("efhl", 5.60 * INCH, PassStick.RED, 1.6875 * INCH),
    ("efhl", 5.70 * INCH, PassStick.WHITE, 3.375 * INCH),
    ("efhl", 11.20 * INCH, PassStick.WHITE, 3.375 * INCH),
    ("efhl", 11.30 * INCH, PassStick.BLUE, 5.125 * INCH),
    ("hefl", 24 * 8.0, PassStick.RED, 6 * 8.0),
    ("hefl", 26 * 8.0, PassStick.GREEN, 9 * 8.0),
    ("hefl", 52 * 8.0, PassStick.WHITE, 12 * 8.0),
    ("hefl", 61 * 8.0, PassStick.YELLOW, 15 * 8.0),
    ("hefl", 76 * 8.0, PassStick.BLUE, 18 * 8.0),
]


@pytest.mark.parametrize(("league", "apart", "stick", "length"), WHICH)
def test_which_stick(league, apart, stick, length):
    found = sticks_for(at(league, apart), "H1", "H5")[0]
    assert found.stick is stick
    assert found.length_mm == pytest.approx(length)


def ball(league, apart, place, stick=None, **changes):
    said = PassAttempt("H5", Marker(*place, 4.5, 0.05), passer="H1", **changes)
    return marker_refusals(at(league, apart), said, stick)


# The receiver's front is at x = 213.9 where the heads are 100 mm apart; red is 42.9 or 48 mm.
LAID = [
    ("efhl", (256.8, 160.0), None),
    ("efhl", (259.3, 160.0), None),
    ("efhl", (260.2, 160.0), "EFHL-PAS-08"),
    ("efhl", (249.0, 160.0), "EFHL-PAS-08"),
    ("efhl", (213.9, 160.0 + 8.3 + 42.5), None),
    ("efhl", (190.0, 160.0 + 8.3 + 37.0), "EFHL-PAS-08"),
    ("hefl", (261.9, 160.0), None),
    ("hefl", (266.9, 160.0), "HEFL-SIM-02"),
    ("hefl", (190.0, 160.0 + 10.3 + 44.0), None),
]


@pytest.mark.parametrize(("league", "place", "rule"), LAID)
def test_where_the_marker_may_lie(league, place, rule):
    calls = ball(league, 100.0, place, PassStick.RED)
    assert [(c.kind, c.rule) for c in calls] == (
        [] if rule is None else [(CallKind.NOT_ALLOWED, rule)]
    )


def test_what_a_stick_has_measured_is_not_looked_at_again():
    """Its far end is at the limit by a picture's error; the coach has laid the stick there."""
    said = PassAttempt("H5", Marker(259.3, 160.0, 4.5, 0.5), passer="H1")
    here = at("efhl", 100.0)
    assert marker_refusals(here, said, PassStick.RED) == ()
    assert marker_allowed(here, said, PassStick.RED) == ()


def test_a_far_end_that_may_be_out_of_bounds_is_looked_at():
    """No stick measures that: the marker is on the sideline, known to half a millimetre."""
    places = {"H1": (100.0, 60.0, 180.0), "H5": (200.0, 42.9 + 13.9, -90.0)}
    said = PassAttempt("H5", Marker(200.0, 0.1, 4.5, 0.5), passer="H1")
    here = stop("efhl", places)
    assert marker_refusals(here, said, PassStick.RED) == ()
    assert [len(call.flag) for call in marker_allowed(here, said, PassStick.RED)] == [1]


def test_another_stick_is_refused():
    (call,) = ball("efhl", 100.0, (213.9 + 3.375 * INCH, 160.0), PassStick.WHITE)
    assert (call.kind, call.rule) == (CallKind.NOT_ALLOWED, "EFHL-PAS-05")


def test_the_far_end_stays_in_bounds():
    places = {"H1": (100.0, 60.0, 180.0), "H5": (200.0, 50.0, -90.0)}
    said = PassAttempt("H5", Marker(200.0, 36.1 - 42.9, 4.5, 0.05), passer="H1")
    (call,) = marker_refusals(stop("efhl", places), said, PassStick.RED)
    assert (call.kind, call.rule) == (CallKind.NOT_ALLOWED, "EFHL-PAS-08")


@pytest.mark.parametrize(("y_mm", "refused"), [(0.0, False), (-0.1, True)])
def test_a_far_end_on_the_sideline_is_in_bounds(y_mm, refused):
    # Red is 42.9 mm; the receiver's front is half his length of 27.8 mm ahead of his middle.
    places = {"H1": (100.0, 60.0, 180.0), "H5": (200.0, 42.9 + 13.9, -90.0)}
    said = PassAttempt("H5", Marker(200.0, y_mm, 4.5, 0.0), passer="H1")
    assert bool(marker_refusals(stop("efhl", places), said, PassStick.RED)) is refused


def test_a_backward_pass_goes_backward():
    places = {"H1": (240.0, 160.0, 180.0), "H5": (180.0, 100.0, 0.0)}
    said = PassAttempt("H5", Marker(193.9 + 42.9, 100.0, 4.5, 0.05), passer="H1", backward=True)
    assert marker_refusals(stop("efhl", places), said, PassStick.RED) == ()
    ahead = replace(said, passer="H1", target=Marker(193.9 + 42.9, 100.0, 4.5, 0.05))
    nearer = {**places, "H1": (232.0, 160.0, 180.0)}
    (call,) = marker_refusals(stop("efhl", nearer), ahead, PassStick.RED)
    assert call.rule == "EFHL-PIT-05"


def test_without_lengths_any_place_will_do():
    assert ball("vsefl", 100.0, (300.0, 100.0), PassStick.RED) == ()


def with_pressure(league, places):
    here = stop(league, places)
    sticks = here.context.rules.sticks
    rules = replace(
        here.context.rules, sticks=replace(sticks, pressure=replace(sticks.pressure, value=True))
    )
    return replace(here, context=replace(here.context, rules=rules))


# 2 3/16 in are 55.6 mm from head to head.
@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ({"A1": (240.0 + 54.6, 160.0, 180.0)}, True),
        ({"A1": (240.0 + 56.6, 160.0, 180.0)}, False),
        ({"H22": (240.0 + 40.0, 160.0, 180.0)}, False),
        ({"H1": (800.0 - 158.0, 160.0, 180.0)}, True),
        ({"H1": (800.0 - 162.0, 160.0, 180.0)}, False),
    ],
)
def test_pressure(places, wanted):
    here = with_pressure("efhl", {"H1": (240.0, 160.0, 180.0), **places})
    assert (p_pressed(here, "H1") > 0.5) is wanted
    assert p_pressed(stop("efhl", {"H1": (240.0, 160.0, 180.0), **places}), "H1") == 0.0


def test_under_pressure_the_stick_is_longer():
    places = {"H1": (100.0, 160.0, 180.0), "H5": (200.0, 160.0, 0.0), "A1": (100.0, 205.0, 0.0)}
    here = with_pressure("efhl", places)
    plain = PassAttempt("H5", Marker(213.9 + 1.6875 * INCH, 160.0, 4.5), passer="H1")
    longer = PassAttempt("H5", Marker(213.9 + 2.5 * INCH, 160.0, 4.5), passer="H1")
    assert [c.rule for c in marker_refusals(here, plain, PassStick.RED)] == ["EFHL-PAS-08"]
    assert marker_refusals(here, longer, PassStick.RED) == ()
