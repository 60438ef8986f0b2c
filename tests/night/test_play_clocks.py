"""The coaches' clocks of a night: started by what happens at the board, shown, said, offered."""

from __future__ import annotations

import pytest

from referee.game.frame_rules import ClockEnd
from referee.game.order.coach_clocks import ClockKind, ClockSide
from referee.night.command_handlers import handle_command
from referee.night.commands import ReportReady, SideDone, UndoLastEntry
from referee.night.play_clocks import ShownClock
from referee.night.screen.clock_offers import clock_offers
from referee.night.screen.questions import OfferKind
from referee.night.sound.clock_utterances import clock_utterances
from tests.night.driving import drive
from tests.night.lined import frames, night_of

S = 1_000_000_000


def left_s(night, at_s):
    """The clocks that are on, with whole seconds that are left."""
    shown = night.clocks.showing(round(at_s * S))
    return [(each.kind, each.side, round(each.left_ms / 1000)) for each in shown]


def test_the_offense_has_45_seconds_from_the_last_entry():
    night = night_of("hefl")
    drive(night, frames(1.0))
    assert left_s(night, 20.0) == [(ClockKind.SET_UP, ClockSide.OFFENSE, 25)]
    handle_command(night, SideDone(), 30 * S)
    assert left_s(night, 34.0) == [(ClockKind.SET_UP, ClockSide.DEFENSE, 6)]


def test_an_entry_that_is_taken_back_starts_the_set_up_anew():
    night = night_of("hefl")
    drive(night, frames(0.2))
    handle_command(night, UndoLastEntry(), 20 * S)
    drive(night, frames(0.2, start_s=20.1))
    assert left_s(night, 21.0) == []  # a kickoff is due, which nobody has to set up in 45 s


@pytest.mark.parametrize("rulebook", ["efhl", "vsefl", "simplified"])
def test_no_clock_runs_where_the_book_has_none(rulebook):
    night = night_of(rulebook)
    drive(night, frames(0.5))
    assert left_s(night, 60.0) == []


def test_at_the_stop_after_the_snap_each_side_has_its_time():
    night = night_of("hefl")
    drive(night, frames(4.0), wishes=[(0.5, ReportReady())])
    assert not night.power
    stop = left_s(night, 6.0)
    assert [each[:2] for each in stop] == [(ClockKind.TURNS, ClockSide.OFFENSE)]
    assert 20 <= stop[0][2] < 25


def clock(left_ms, end=ClockEnd.NOTHING, kind=ClockKind.SET_UP, side=ClockSide.OFFENSE):
    return ShownClock(kind, side, 45.0, left_ms, 5.0, "HEFL-CLK-04", end)


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ([], [clock(45_000)], ["Offense: 45 seconds to set up."]),
        ([clock(45_000)], [clock(44_000)], []),
        ([clock(5_100)], [clock(5_000)], ["5 seconds."]),
        ([clock(5_000)], [clock(4_900)], []),
        ([clock(100)], [clock(0, ClockEnd.DELAY)], ["Time. Delay of game may be called."]),
        ([clock(0)], [clock(0)], []),
        ([clock(3_000)], [clock(45_000)], ["Offense: 45 seconds to set up."]),
        ([clock(3_000)], [], []),
    ],
)
def test_a_start_a_warning_and_the_end_are_said_once(before, now, said):
    assert [each.words for each in clock_utterances(before, now)] == said


def test_only_a_clock_that_is_over_offers_what_the_book_says():
    night = night_of("hefl")
    offense = night.state.team
    assert clock_offers([clock(1, ClockEnd.DELAY)], offense, 2) == ()
    (offer,) = clock_offers([clock(0, ClockEnd.DELAY)], offense, 2)
    assert (offer.kind, offer.team) == (OfferKind.CLOCK, offense)
    handle_command(night, offer.command, S)
    (foul,) = night.state.fouls
    assert (foul.called.foul, foul.called.rule) == ("delay of game", "HEFL-CLK-04")
    drive(night, frames(0.2, start_s=2.0))
    assert left_s(night, 3.0) == []  # the flag is settled first


def test_a_pass_that_nobody_throws_may_be_called_incomplete():
    night = night_of("hefl")
    over = clock(0, ClockEnd.INCOMPLETE, ClockKind.PASSING)
    (offer,) = clock_offers([over], night.state.team, 2)
    handle_command(night, offer.command, S)
    assert night.state.down == 2
