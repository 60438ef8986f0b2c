"""Penalties entered by hand: before the snap, or in the play that is just over."""

from __future__ import annotations

from referee.core.roster import Team
from referee.game.events import DownRepeated, PlayEnded, Score, Scored
from referee.game.journal import OverturnEntry
from referee.night.command_handlers import handle_command
from referee.night.commands import EnforcePenalty, UndoLastEntry
from tests.night.lined import BEGUN, night_of

S = 1_000_000_000
# 1st and 10 at 300 mm; a yard is 8 mm.
RUN = PlayEnded("tackle", Team.HOME, 324.0, 160.0)


def test_a_foul_before_the_snap_moves_the_ball_from_where_it_lies():
    night = night_of(events=(*BEGUN, RUN))
    handle_command(night, EnforcePenalty(Team.AWAY, 5.0), S)
    assert (night.state.down, night.state.x_mm) == (2, 364.0)


def test_a_foul_in_the_play_that_is_over_wipes_it_out():
    night = night_of(events=(*BEGUN, RUN))
    plays = night.state.plays
    handle_command(night, EnforcePenalty(Team.AWAY, 5.0, in_play=True), S)
    assert (night.state.down, night.state.x_mm, night.state.plays) == (1, 340.0, plays)
    (ruling,) = [e.what for e in night.ledger.journal.entries if isinstance(e.what, OverturnEntry)]
    assert ruling.instead == DownRepeated(340.0, None, fouled=True)


def test_a_touchdown_on_which_the_offense_fouled_is_none():
    night = night_of(events=(*BEGUN, Scored(Score.TOUCHDOWN, Team.HOME)))
    handle_command(night, EnforcePenalty(Team.HOME, 10.0, in_play=True), S)
    assert (night.state.home_score, night.state.down, night.state.x_mm) == (0, 1, 220.0)


def test_taken_back_the_play_stands_again():
    night = night_of(events=(*BEGUN, RUN))
    handle_command(night, EnforcePenalty(Team.AWAY, 5.0, in_play=True), S)
    handle_command(night, UndoLastEntry(), 2 * S)
    assert (night.state.down, night.state.x_mm) == (2, 324.0)


def test_of_no_play_nothing_can_be_wiped_out():
    night = night_of(events=BEGUN[:1])
    refused = handle_command(night, EnforcePenalty(Team.HOME, 5.0, in_play=True), S).refused
    assert "a play that is over" in refused
