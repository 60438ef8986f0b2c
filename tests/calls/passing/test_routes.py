"""Who was out of bounds on the way to a pass, and whether he may still catch it."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.passing.pass_play import PassPlay
from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import PassAttempt, PlayPhase
from referee.calls.play_name import MissedThrow
from referee.core.roster import Team
from tests.calls.plays import film, situation
from tests.calls.stop_scenes import book

THROWS = [(0.0, 240.0, 160.0, 180.0)]
# Down to 7 mm from the near sideline, 3.3 mm over it with his side, and back.
OUT = [(0.0, 400.0, 30.0, 0.0), (0.5, 420.0, 7.0, 0.0), (1.0, 440.0, 30.0, 0.0)]
STAYS_OUT = [(0.0, 400.0, 30.0, 0.0), (0.5, 420.0, 7.0, 0.0)]
INSIDE = [(0.0, 400.0, 30.0, 0.0), (0.5, 420.0, 11.3, 0.0), (1.0, 440.0, 30.0, 0.0)]
FAR = [(0.0, 700.0, 200.0, 180.0)]
# A defender at his side who pushes him over the line and lets go of him.
PUSHES = [(0.0, 400.0, 50.6, 0.0), (0.5, 420.0, 27.6, 0.0), (0.7, 420.0, 70.0, 0.0)]


def played(league, moves, **filmed):
    boards = film(moves, 1.2, **filmed)
    play = PassPlay(book(league), Team.HOME)
    for board in boards:
        play.update(board)
    return play, situation(moves, phase=PlayPhase.READ)


def barred(league, moves, **filmed):
    play, now = played(league, moves, **filmed)
    said = play.aimed(now, PassAttempt("H5"))
    return said.ineligible, said.unsure


LEAGUES = ["efhl", "hefl", "vsefl", "simplified"]


@pytest.mark.parametrize("league", LEAGUES)
def test_out_by_himself(league):
    assert barred(league, {"H1": THROWS, "H5": OUT, "A1": FAR}) == (("H5",), ())


@pytest.mark.parametrize("league", LEAGUES)
def test_along_the_sideline(league):
    assert barred(league, {"H1": THROWS, "H5": INSIDE, "A1": FAR}) == ((), ())


@pytest.mark.parametrize(
    ("league", "wanted"),
    [("efhl", ()), ("simplified", ()), ("hefl", ("H5",)), ("vsefl", ("H5",))],
)
def test_forced_out_and_wholly_back(league, wanted):
    assert barred(league, {"H1": THROWS, "H5": OUT, "A1": PUSHES}) == (wanted, ())


@pytest.mark.parametrize("league", ["efhl", "simplified"])
def test_forced_out_and_not_back(league):
    assert barred(league, {"H1": THROWS, "H5": STAYS_OUT, "A1": PUSHES}) == (("H5",), ())


def test_what_happens_with_the_power_off_does_not_count():
    off = [(0.0, False)]
    assert barred("hefl", {"H1": THROWS, "H5": OUT, "A1": FAR}, power=off) == ((), ())


def test_an_opponent_out_of_sight_may_have_forced_him():
    moves = {"H1": THROWS, "H5": OUT, "A1": PUSHES}
    _, unsure = barred("efhl", moves, hidden={"A1": (0.0, 9.0)})
    assert unsure == ("H5",)


def test_a_pass_to_who_was_out_is_refused():
    play, now = played("hefl", {"H1": THROWS, "H5": OUT, "A1": FAR})
    (call,) = play.named(now, PassAttempt("H5"))
    assert (call.kind, call.rule, call.players) == (CallKind.NOT_ALLOWED, "HEFL-SIM-07", ("H5",))


@pytest.mark.parametrize("league", LEAGUES)
def test_a_pass_to_a_lineman_is_refused(league):
    play, now = played(league, {"H1": THROWS, "H66": [(0.0, 290.0, 160.0, 0.0)], "A1": FAR})
    (call,) = play.named(now, PassAttempt("H66"))
    assert call.kind is CallKind.NOT_ALLOWED


def test_a_fallen_man_is_refused_where_he_cannot_catch():
    moves = {"H1": THROWS, "H5": [(0.0, 420.0, 100.0, 0.0)], "A1": FAR}
    play, now = played("efhl", moves, fallen={"H5": 0.3})
    assert [call.rule for call in play.named(now, PassAttempt("H5"))] == ["EFHL-FAL-02"]
    play, now = played("vsefl", moves, fallen={"H5": 0.3})
    assert play.named(now, PassAttempt("H5")) == ()


def test_a_pass_from_beyond_the_line_is_refused():
    moves = {"H1": [(0.0, 300.0, 160.0, 0.0)], "H5": [(0.0, 420.0, 100.0, 0.0)], "A1": FAR}
    play, now = played("efhl", moves)
    assert [call.kind for call in play.named(now, PassAttempt("H5"))] == [CallKind.NOT_ALLOWED]
    assert [call.kind for call in play.thrown(now, PassAttempt("H5"), "H5")] == [
        CallKind.NOT_ALLOWED
    ]


def test_the_play_answers_for_throws_and_pitches():
    moves = {"H1": THROWS, "H22": [(0.0, 230.0, 100.0, 0.0)], "A1": FAR}
    play, now = played("efhl", moves)
    assert play.exchange(now, ExchangeKind.PITCH, "H22").allowed
    # Nobody's number is a lineman's: where the tackles stood is not known.
    assert [c.kind for c in play.throw_away(now)] == [CallKind.GROUNDING]
    play, now = played("hefl", moves)
    assert [c.kind for c in play.thrown(now, PassAttempt("H22"), MissedThrow.OUT)] == [
        CallKind.INCOMPLETE
    ]


def test_the_figure_throws_ten_yards_or_more_in_efhl():
    # A yard is 8 mm; from head to head it is 79 or 81.
    for apart, wanted in ((79.0, CallKind.NOT_ALLOWED), (81.0, CallKind.CATCH)):
        moves = {"H1": THROWS, "H5": [(0.0, 240.0, 160.0 - apart, 0.0)], "A1": FAR}
        play, now = played("efhl", moves)
        assert play.thrown(now, PassAttempt("H5"), "H5")[0].kind is wanted
        play, now = played("hefl", moves)
        assert play.thrown(now, PassAttempt("H5"), "H5")[0].kind is CallKind.CATCH
