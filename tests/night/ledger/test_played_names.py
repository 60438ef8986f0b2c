"""After a play the page asks about one uncertain name; nothing waits for the answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.errors import BadValue
from referee.game.events import NamesCorrected, Noted, QuarterEnded
from referee.game.name_at_stake import PlayPart
from referee.night.command_handlers import handle_command
from referee.night.commands import AddNote, EnterEvent, SayWhoPlayed, UndoLastEntry
from referee.night.eyes.names_put_right import NamesPutRight
from referee.night.ledger.played_names import WhoPlayed
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import film
from tests.night.driving import drive
from tests.night.test_names_put_right import MIXED, runners
from tests.night.test_night import RUN_AND_TACKLE, S, night_of, put
from tests.official.evenings import FAR, LINEMEN

ASKED = WhoPlayed(3, PlayPart.CARRIER, "H22", "H75", 2)
OTHER = SayWhoPlayed(3, "H22", "H75")


SURE = (1.0, "")


def guessed(boards, uncertain):
    """The frames, with names that were given to the line-up by a guess."""
    for board in boards:
        names = [uncertain.get(base.player, SURE) for base in board.seen]
        seen = tuple(
            replace(base, name_probability=likely, other_name=other)
            for base, (likely, other) in zip(board.seen, names, strict=True)
        )
        yield replace(board, seen=seen)


def next_play(night, seconds):
    """What follows: H22 is said to have the ball, and stands; then it is all as before."""
    boards = film({**LINEMEN, **FAR, **RUN_AND_TACKLE}, seconds)
    later = [replace(board, t_ns=board.t_ns + 6 * S) for board in boards]
    drive(night, later, put(PlayStep.AFTER_THE_LINE, "H22", at=6.0))


def tackled(uncertain=None):
    """The tackle of H22 by A50 was counted; ``uncertain`` are probabilities and other names."""
    night = night_of()
    names = {"H22": (0.7, "H75")} if uncertain is None else uncertain
    boards = film({**LINEMEN, **FAR, **RUN_AND_TACKLE}, 5.0)
    drive(night, guessed(boards, names), put(PlayStep.AFTER_THE_LINE, "H22"))
    return night


def answered(night, said, *, new_line_up=False):
    asked = night.played.asked_by(said, night.ledger.journal)
    return night.say_who_played(asked, said, NamesPutRight({}, new_line_up), 6 * S)


def test_the_carrier_is_asked_about_before_the_tackler():
    night = tackled({"H22": (0.7, "H75"), "A50": (0.5, "A90")})
    assert night.who_played == ASKED


def test_the_tackler_is_asked_about_where_the_carrier_is_known():
    asked = tackled({"A50": (0.5, "A90")}).who_played
    assert (asked.part, asked.shown, asked.other) == (PlayPart.TACKLER, "A50", "A90")


@pytest.mark.parametrize(
    "uncertain",
    [{}, {"H22": (0.95, "H75")}, {"H22": (0.7, "")}, {"H55": (0.5, "H75")}],
    ids=["all known", "sure enough", "nobody else", "not in the play"],
)
def test_nobody_is_asked_about_without_need(uncertain):
    assert tackled(uncertain).who_played is None


def test_nothing_waits_for_the_answer():
    open_, plain = tackled(), tackled({})
    assert open_.who_played is not None
    assert open_.reasons == plain.reasons
    assert open_.notice == plain.notice
    assert open_.not_set_because == plain.not_set_because


def test_the_other_name_puts_the_play_right():
    night = tackled()
    output = answered(night, OTHER)
    assert [entry.what for entry in output.entries] == [
        NamesCorrected(2, ("H22", "H75"), ("H75", "H22"))
    ]
    assert runners(night) == {"H75"}
    assert night.who_played is None


@pytest.mark.parametrize("said", ["H22", None])
def test_the_shown_name_or_none_writes_nothing_and_ends_the_question(said):
    night = tackled()
    assert answered(night, replace(OTHER, player=said)).entries == ()
    assert runners(night) == {"H22"}
    assert night.who_played is None


@pytest.mark.parametrize(
    "said", [replace(OTHER, number=2), replace(OTHER, shown="H1"), replace(OTHER, player="H1")]
)
def test_an_answer_to_something_else_changes_nothing(said):
    night = tackled()
    with pytest.raises(BadValue):
        answered(night, said)
    assert night.who_played == ASKED


def test_a_second_answer_is_refused():
    night = tackled()
    answered(night, OTHER)
    with pytest.raises(BadValue, match="still open"):
        answered(night, OTHER)


@pytest.mark.parametrize("new_line_up", [False, True])
def test_an_answer_in_a_new_line_up_names_nobody_there_otherwise(new_line_up):
    night = tackled()
    next_play(night, 0.4)
    assert night.notice.carrier == "H22"
    answered(night, OTHER, new_line_up=new_line_up)
    assert night.notice.carrier == ("H22" if new_line_up else "H75")
    assert runners(night) == {"H75"}


@pytest.mark.parametrize("command", [UndoLastEntry(), EnterEvent(QuarterEnded())])
def test_the_question_goes_with_the_next_entry(command):
    night = tackled()
    handle_command(night, command, 6 * S)
    assert night.who_played is None


def test_a_note_leaves_the_question_open():
    night = tackled()
    handle_command(night, AddNote(Noted("a nice run")), 6 * S)
    assert night.who_played == ASKED


def test_a_correction_of_the_played_names_ends_the_question():
    night = tackled()
    night.put_names_right(NamesPutRight(MIXED), 6 * S)
    assert night.who_played is None


def test_a_correction_of_the_next_line_up_leaves_it_open():
    night = tackled()
    night.put_names_right(NamesPutRight(MIXED, new_line_up=True), 6 * S)
    assert night.who_played == ASKED


def test_the_question_goes_when_the_board_runs_again():
    night = tackled()
    next_play(night, 0.4)
    assert night.who_played == ASKED
    night = tackled()
    next_play(night, 1.9)
    assert night.power
    assert night.who_played is None
