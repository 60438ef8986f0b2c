"""A run that nobody saw anything end, and who may have ended it unseen."""

from __future__ import annotations

from referee.calls.call import CallKind
from referee.calls.engine.play_judge import PlayJudge
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import EASY, MS, ROSTER, film, situation

# The carrier stands. The opponent comes head on at 60 mm/s; the bases are 27.8 mm long.
CARRIER = [(0.0, 310.0, 150.0, 0.0)]
OFF_S = 1.2


def comes(until_s, gap_mm=0.0):
    """Until a moment at which so much is left between them, and stands from then on."""
    there_mm = 337.8 + gap_mm
    return [(0.0, there_mm + 60.0 * until_s, 150.0, 180.0), (until_s, there_mm, 150.0, 180.0)]


def asked(moves, hidden, until_s=OFF_S + 1.0):
    """What is called in which frame of a run that a coach stops, and at the end of the phase."""
    boards = film(moves, until_s, hidden=hidden, power=((0.0, True), (OFF_S, False)))
    judge = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    judge.begin(situation(moves, to_gain_x_mm=None))
    calls = [(b.t_ns // MS, call) for b in boards for call in judge.update(b).calls]
    return calls + [(None, call) for call in judge.close()]


def test_who_vanished_on_its_way_into_the_carrier_is_asked_about_after_the_run():
    moves = {"H1": CARRIER, "A1": comes(0.8)}
    ((when_ms, call),) = asked(moves, {"A1": (0.7, 9.0)})
    assert call.kind is CallKind.UNCLEAR_TACKLE
    assert call.players == ("A1", "H1")
    assert call.flag == ("A1 was not seen and may have touched H1",)
    assert call.certainty > 0.5
    assert 0.6 <= call.t_ns / 1e9 <= 0.7, "where it was seen last"
    assert OFF_S * 1000 + 250 <= when_ms <= OFF_S * 1000 + 400


def test_who_is_seen_again_where_it_had_turned_away_is_not():
    """It was 30 mm off when it was seen last, and is as far off half a second later."""
    moves = {"H1": CARRIER, "A1": comes(0.5, gap_mm=30.0)}
    assert asked(moves, {"A1": (0.55, 1.25)}) == []


def test_a_phase_that_is_over_before_asks_at_once():
    moves = {"H1": CARRIER, "A1": comes(0.8)}
    ((when_ms, call),) = asked(moves, {"A1": (0.7, 9.0)}, until_s=OFF_S + 0.1)
    assert (when_ms, call.kind) == (None, CallKind.UNCLEAR_TACKLE)


def test_who_was_asked_about_already_is_not_asked_about_twice():
    """It came back beside the carrier in the run: that was flagged then, as a touch."""
    moves = {"H1": CARRIER, "A1": [*comes(0.6), (0.7, 338.8, 150.0, 180.0)]}
    calls = [call for _, call in asked(moves, {"A1": (0.5, 0.68)})]
    assert [call.players for call in calls] == [("A1", "H1")]


def test_whom_a_hand_moves_right_after_the_run_is_no_doubt():
    """Seen all the time 60 mm off; a hand puts it beside the carrier 0.1 s after the run."""
    away = [(0.0, 370.0, 210.0, 180.0), (OFF_S + 0.1, 370.0, 210.0, 180.0)]
    moves = {"H1": CARRIER, "A1": [*away, (OFF_S + 0.15, 338.5, 150.0, 180.0)]}
    assert asked(moves, {}) == []


def test_who_vanished_stays_a_doubt_though_a_hand_moves_it_right_after_the_run():
    gone = [*comes(0.8), (OFF_S + 0.1, 337.8, 150.0, 180.0), (OFF_S + 0.15, 620.0, 250.0, 90.0)]
    ((_, call),) = asked({"H1": CARRIER, "A1": gone}, {"A1": (0.7, OFF_S + 0.2)})
    assert call.flag == ("A1 was not seen and may have touched H1",)


def test_who_was_never_seen_is_not_asked_about():
    assert asked({"H1": CARRIER, "A1": comes(0.8)}, {"A1": (0.0, 9.0)}) == []
