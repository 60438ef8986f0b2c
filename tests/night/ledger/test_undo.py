"""Taking back: the last thing with its notes, then the one before it, never the beginning."""

from __future__ import annotations

import pytest

from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import Noted, PlayEnded, QuarterEnded, Score, Scored
from referee.night.command_handlers import handle_command
from referee.night.commands import EnterEvent, OverturnCommand, UndoLastEntry
from tests.night.lined import BEGUN, night_of

S = 1_000_000_000
FIRST = PlayEnded("tackle", Team.HOME, 320.0, 160.0)
SECOND = PlayEnded("tackle", Team.HOME, 340.0, 160.0)
NOTES = (Noted("broken tackle H1 A2"), Noted("engaged"))


def test_a_play_is_taken_back_with_the_notes_that_came_with_it():
    night = night_of(events=(*BEGUN, FIRST, SECOND, *NOTES))
    orders = handle_command(night, UndoLastEntry(), S)
    assert (night.state.down, night.state.x_mm) == (2, 320.0)
    assert len(orders.entries) == 3
    assert orders.says == ("Taken back: 2nd and 7.5 at the own 40.",)


def test_done_again_it_goes_back_across_plays():
    night = night_of(events=(*BEGUN, FIRST, *NOTES, SECOND, *NOTES))
    handle_command(night, UndoLastEntry(), S)
    handle_command(night, UndoLastEntry(), 2 * S)
    assert (night.state.down, night.state.x_mm) == (1, 300.0)
    handle_command(night, UndoLastEntry(), 3 * S)
    assert night.state.phase.value == "kickoff"
    assert handle_command(night, UndoLastEntry(), 4 * S).refused


def test_a_verdict_is_taken_back_like_anything_else():
    night = night_of(events=(*BEGUN, FIRST))
    handle_command(
        night, OverturnCommand(3, "short", PlayEnded("tackle", Team.HOME, 310.0, 160.0)), S
    )
    assert night.state.x_mm == 310.0
    handle_command(night, UndoLastEntry(), 2 * S)
    assert night.state.x_mm == 320.0


def test_what_is_entered_after_it_is_what_is_taken_back_next():
    night = night_of(events=(*BEGUN, FIRST))
    handle_command(night, UndoLastEntry(), S)
    handle_command(night, EnterEvent(Scored(Score.TOUCHDOWN, Team.HOME)), 2 * S)
    handle_command(night, UndoLastEntry(), 3 * S)
    assert (night.state.home_score, night.state.down, night.state.x_mm) == (0, 1, 300.0)


@pytest.mark.parametrize("events", [BEGUN[:1], (BEGUN[0], *NOTES)])
def test_the_beginning_of_a_game_stays(events):
    night = night_of(events=events)
    assert handle_command(night, UndoLastEntry(), S).refused
    assert night.state.home_plays is Direction.RIGHT


def test_the_end_of_a_quarter_is_said_before_down_and_distance():
    night = night_of(events=(*BEGUN, FIRST))
    (said,) = handle_command(night, EnterEvent(QuarterEnded()), S).says
    assert said.startswith("End of quarter 1. 2nd and 7.5")
