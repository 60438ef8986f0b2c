"""Stops on the way: which line each is at, who makes it, pulses, and the gain that is cut back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.phase_state import PlayPhase
from referee.calls.stops.gain_limit import GainLimit
from referee.calls.stops.place_stop import (
    KickKind,
    PlaceStop,
    ReturnStart,
    StopPlace,
    StopTrigger,
    stop_line_of,
    stop_trigger_of,
)
from referee.calls.stops.power_pulse import PowerPulse, PulseLimit, pulse_limit_of
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.settings.ruled import Ruled
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import BASE, film, situation
from tests.core.fields import EASY

MOVES = {"H1": [(0, 246.1, 160, 0), (2.0, 326.1, 160, 0)]}  # his front is at the line at 1.0 s
PLAY = situation(MOVES)
LEFT = replace(PLAY, plays=Direction.LEFT)
EFHL = load_rulebook("efhl").calls
HEFL = load_rulebook("hefl").calls
VSEFL = load_rulebook("vsefl").calls


@pytest.mark.parametrize(
    ("at", "way", "x_mm"),
    [
        (StopPlace.LINE, ReturnStart(), 300.0),
        (StopPlace.SCRAMBLE, ReturnStart(), 300.0),
        (StopPlace.PAST, ReturnStart(), 340.0),  # 5 yards of 8 mm
        (StopPlace.RETURNED, ReturnStart(gained_x_mm=100.0), 260.0),  # 20 yards
        (StopPlace.PICKED, ReturnStart(gained_x_mm=100.0), 260.0),
        (StopPlace.OWN, ReturnStart(), 160.0),
        (StopPlace.OWN, ReturnStart(kick=KickKind.PUNT, old_line_x_mm=420.0), 420.0),
        (StopPlace.OWN, ReturnStart(kick=KickKind.FREE_KICK), 560.0),  # the other side's 30
    ],
)
def test_each_stop_has_its_line_and_it_mirrors(at, way, x_mm):
    right = stop_line_of(HEFL.stops, EASY, at, PLAY, way)
    assert (right.direction, right.offset_mm) == ((1.0, 0.0), pytest.approx(x_mm))
    turned = ReturnStart(
        None if way.gained_x_mm is None else 800.0 - way.gained_x_mm,
        way.kick,
        None if way.old_line_x_mm is None else 800.0 - way.old_line_x_mm,
    )
    left = stop_line_of(HEFL.stops, EASY, at, replace(LEFT, scrimmage_x_mm=500.0), turned)
    assert (left.direction, left.offset_mm) == ((-1.0, 0.0), pytest.approx(-(800.0 - x_mm)))


@pytest.mark.parametrize(
    "at", [StopPlace.CUTBACK, StopPlace.SWEEP, StopPlace.CLEAR, StopPlace.ANYWHERE]
)
def test_what_is_no_line_has_none(at):
    assert stop_line_of(HEFL.stops, EASY, at, PLAY) is None


def test_a_return_of_which_nobody_knows_the_beginning_has_no_line():
    assert stop_line_of(HEFL.stops, EASY, StopPlace.RETURNED, PLAY) is None


@pytest.mark.parametrize(
    ("rules", "at", "kick", "made", "rule"),
    [
        (EFHL, StopPlace.LINE, KickKind.KICKOFF, StopTrigger.ALWAYS, "EFHL-RUN-04"),
        (EFHL, StopPlace.SCRAMBLE, KickKind.KICKOFF, StopTrigger.GOES_ON, "EFHL-SCM-02"),
        (EFHL, StopPlace.OWN, KickKind.KICKOFF, StopTrigger.ALWAYS, "EFHL-KO-19"),
        (EFHL, StopPlace.OWN, KickKind.PUNT, StopTrigger.ALWAYS, "EFHL-PUN-23"),
        (EFHL, StopPlace.OWN, KickKind.FREE_KICK, StopTrigger.ALWAYS, "EFHL-FKS-03"),
        (HEFL, StopPlace.CUTBACK, KickKind.KICKOFF, StopTrigger.ON_REQUEST, "HEFL-CUT-01"),
        (HEFL, StopPlace.RETURNED, KickKind.KICKOFF, StopTrigger.ALWAYS, "HEFL-PNT-07"),
        (VSEFL, StopPlace.PICKED, KickKind.KICKOFF, StopTrigger.ALWAYS, "VSEFL-INT-02"),
        (VSEFL, StopPlace.SWEEP, KickKind.KICKOFF, StopTrigger.ON_REQUEST, "VSEFL-RUN-02"),
        (VSEFL, StopPlace.PAST, KickKind.KICKOFF, StopTrigger.ON_REQUEST, "VSEFL-CUT-02"),
    ],
)
def test_each_book_says_who_makes_a_stop(rules, at, kick, made, rule):
    ruled = stop_trigger_of(rules.stops, at, kick)
    assert (ruled.value, ruled.rule) == (made, rule)


@pytest.mark.parametrize("at", [StopPlace.CLEAR, StopPlace.ANYWHERE])
def test_a_stop_by_the_procedure_alone_is_no_settings(at):
    assert stop_trigger_of(EFHL.stops, at) is None


def watched(moves, seconds=2.0, **changes):
    play = situation(moves)
    side = stop_line_of(EFHL.stops, EASY, StopPlace.LINE, play)
    watch = PlaceStop(StopPlace.LINE, side, "EFHL-RUN-04", BASE, Thresholds(), play, "H1")
    seen = ((b, watch.update(b, CallAction.HAND_OVER)) for b in film(moves, seconds, **changes))
    return [(b.t_ns, call) for b, call in seen if call is not None]


def test_a_stop_is_called_once_where_and_when_he_reached_the_line():
    ((_, call),) = watched(MOVES)
    assert (call.kind, call.action, call.rule) == (
        CallKind.STOP,
        CallAction.HAND_OVER,
        "EFHL-RUN-04",
    )
    assert call.t_ns / 1e9 == pytest.approx(1.0, abs=0.02)
    assert call.spot.x_mm == pytest.approx(300.0, abs=0.6)
    assert (call.players, call.flag, call.episode.text) == (("H1",), (), "stop:1:line of scrimmage")


def test_who_ends_a_millimetre_and_a_half_before_it_is_not_stopped():
    assert watched({"H1": [(0, 246.1, 160, 0), (1.0, 284.6, 160, 0)]}) == []


def test_who_may_be_somebody_else_is_flagged():
    play = situation(MOVES)
    watch = PlaceStop(
        StopPlace.LINE, stop_line_of(EFHL.stops, EASY, StopPlace.LINE, play), "EFHL-RUN-04",
        BASE, Thresholds(),
        play, "H1",
    )  # fmt: skip
    for board in film(MOVES, 2.0):
        seen = tuple(replace(each, doubtful=True) for each in board.seen)
        if (call := watch.update(replace(board, seen=seen))) is not None:
            assert call.flag == ("H1 may be somebody else",)
            return
    pytest.fail("no stop was called")


def test_a_pulse_is_over_at_its_limit_and_not_before():
    pulse = PowerPulse("snap", Ruled(0.25, "EFHL-SNP-01"), 1_000_000_000, 9_000_000)
    assert pulse.off_ns == 1_250_000_000
    assert [pulse.over(t) for t in (1_249_999_999, 1_250_000_000)] == [False, True]
    call = pulse.call(3, 1_266_000_000)
    assert (call.t_ns, call.sigma_ns, call.rule) == (1_250_000_000, 9_000_000, "EFHL-SNP-01")
    assert (call.kind, call.action, call.frames) == (
        CallKind.PULSE_OVER,
        CallAction.CUT,
        (1_266_000_000,),
    )
    assert (call.certainty, call.players, call.spot) == (1.0, (), None)


def test_a_pulse_without_a_limit_is_never_over():
    assert not PowerPulse("pass", Ruled(0.0, "HEFL-SNP-02"), 0, 0).over(10**12)


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        (PulseLimit.SNAP, 0.25),
        (PulseLimit.READ, 1.0),
        (PulseLimit.SCRAMBLE, 0.5),
        (PulseLimit.RECOVERY, 1.0),
    ],
)
def test_each_limit_is_its_own_setting(limit, seconds):
    assert pulse_limit_of(EFHL.pulse, limit).value == seconds


@pytest.mark.parametrize(("plays", "sign"), [(Direction.RIGHT, 1), (Direction.LEFT, -1)])
def test_a_gain_is_cut_back_past_five_yards_to_three(plays, sign):
    way = [(0, 400 + sign * 20.0, 160, 0 if sign > 0 else 180)]
    way += [(2.0, 400 + sign * 60.0, 160, way[0][3])]
    play = situation({"H1": way}, plays=plays, scrimmage_x_mm=400.0, to_gain_x_mm=None)
    limit = GainLimit(HEFL.gain_limit, EASY, BASE, Thresholds(), play, "H1", 400.0)
    calls = [c for b in film({"H1": way}, 2.0) if (c := limit.update(b)) is not None]
    (call,) = calls
    # His front is at 400 + 33.9 mm at first and goes 20 mm/s: 40 mm are reached after 0.305 s.
    assert call.t_ns / 1e9 == pytest.approx(0.305, abs=0.02)
    assert call.spot.x_mm == pytest.approx(400 + sign * 24.0)
    assert call.spot.y_mm == pytest.approx(160.0, abs=1.0)
    assert (call.kind, call.rule, call.dead) == (CallKind.GAIN_CUT_BACK, "HEFL-RUN-03", True)
    assert call.action is CallAction.CUT


def test_phases_do_not_matter_to_a_line():
    read = replace(PLAY, phase=PlayPhase.READ)
    assert stop_line_of(EFHL.stops, EASY, StopPlace.LINE, read) == stop_line_of(
        EFHL.stops, EASY, StopPlace.LINE, PLAY
    )
