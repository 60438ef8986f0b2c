"""Names that a person puts right: the ball stays with its base, and what was written follows."""

from __future__ import annotations

import pytest

from referee.core.roster import Team
from referee.game.events import NamesCorrected
from referee.game.fold import Fold
from referee.game.sheet_line import sheet_lines
from referee.game.statistics import statistics_of
from referee.loaders.rulebooks import load_rulebook
from referee.night.command_handlers import handle_command
from referee.night.commands import UndoLastEntry
from referee.night.eyes.names_put_right import NamesPutRight
from referee.rulebooks.play_step import PlayStep
from tests.core.fields import EASY
from tests.night.test_night import RUN_AND_TACKLE, STILL, S, night_of, put, run
from tests.official.evenings import ROSTER

MIXED = {"H22": "H75", "H75": "H22"}
FOLD = Fold(load_rulebook("efhl").game, EASY)


def runners(night) -> set[str]:
    """Whoever has a run in the statistics."""
    players = statistics_of(sheet_lines(FOLD, night.ledger.journal), ROSTER).players
    return {name for name, numbers in players.items() if numbers.runs}


def tackled():
    night = night_of()
    run(night, RUN_AND_TACKLE, 5.0, put(PlayStep.AFTER_THE_LINE, "H22"))
    return night


def test_after_a_play_its_runner_is_the_other_one():
    night = tackled()
    assert runners(night) == {"H22"}
    output = night.put_names_right(NamesPutRight(MIXED), 6 * S)
    assert [entry.what for entry in output.entries] == [
        NamesCorrected(2, ("H22", "H75"), ("H75", "H22"))
    ]
    assert runners(night) == {"H75"}
    assert night.state.team is Team.HOME


def test_a_runner_who_came_in_unknown_is_the_runner():
    """H75 waited beside the board, for all that anybody had said; nobody was called H75."""
    night = tackled()
    output = night.put_names_right(NamesPutRight({"H22": "H75"}), 6 * S)
    assert [entry.what for entry in output.entries] == [
        NamesCorrected(2, ("H22", "H75"), ("H75", "H22"))
    ]
    assert runners(night) == {"H75"}


def test_names_of_a_new_line_up_change_nothing_that_was_written():
    night = tackled()
    output = night.put_names_right(NamesPutRight(MIXED, new_line_up=True), 6 * S)
    assert output.entries == ()
    assert runners(night) == {"H22"}


def test_before_the_first_play_nothing_is_written():
    night = night_of()
    output = night.put_names_right(NamesPutRight(MIXED), S)
    assert output.entries == ()


def test_names_that_were_right_write_nothing():
    night = tackled()
    assert night.put_names_right(NamesPutRight(), 6 * S).entries == ()


@pytest.mark.parametrize("new_line_up", [False, True])
def test_the_ball_stays_with_its_base(new_line_up):
    night = night_of()
    run(night, STILL, 0.4, put(PlayStep.AFTER_THE_LINE, "H22")[:1])
    assert night.notice.carrier == "H22"
    night.put_names_right(NamesPutRight(MIXED, new_line_up), S)
    assert night.notice.carrier == "H75"


def test_a_play_that_is_taken_back_takes_the_correction_along():
    night = tackled()
    night.put_names_right(NamesPutRight(MIXED), 6 * S)
    handle_command(night, UndoLastEntry(), 7 * S)
    left = [event for _, event in night.ledger.journal.standing()]
    assert not any(isinstance(event, NamesCorrected) for event in left)
    assert night.state.down == 1
