"""A game that an older program wrote down in a way that the rules do not take any more."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from referee.cli.main import app
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import Score, Scored, SeriesBegan, Started
from referee.game.journal import Journal
from referee.record.game.game_folder import read_game
from referee.record.game.game_store import GameStore
from referee.record.game.standing_game import standing_state

# A series in the midst of a try: since then its touchdown's kickoff is owed.
OLD = (
    Started("hefl", Team.AWAY, Direction.RIGHT),
    SeriesBegan(Team.HOME, 300.0, 160.0),
    Scored(Score.TOUCHDOWN, Team.HOME),
    SeriesBegan(Team.AWAY, 300.0, 160.0),
)


@pytest.fixture
def folder(tmp_path):
    journal = Journal()
    for number, event in enumerate(OLD):
        journal = journal.append(number, "coach", event)
    with GameStore.new(tmp_path / "old", {"rulebook": "hefl", "field": "620"}) as store:
        store.session("2026-01-02T03:04:05Z", 0)
        store.entries(journal.entries)
        assert store.flush()
    return tmp_path / "old"


def command(*words):
    return CliRunner().invoke(app, ["game", *map(str, words)])


def test_it_is_one_sentence_that_names_the_entry_and_the_way_out(folder):
    with read_game(folder) as game, pytest.raises(BadValue) as caught:
        standing_state(game, game.journal())
    said = str(caught.value)
    assert "entry 4: event is 'SeriesBegan'" in said
    assert said.endswith(f"referee game take-back {folder} 4")


@pytest.mark.parametrize("words", [("show",), ("sheet",), ("export",)])
def test_no_command_ends_in_a_traceback(folder, words):
    result = command(words[0], folder, *(["plays"] if words[0] == "export" else []))
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)


def test_taken_back_the_game_opens_and_the_entry_is_kept(folder):
    assert command("take-back", folder, 4).exit_code == 0
    with read_game(folder) as game:
        journal = game.journal()
        assert len(journal.entries) == 5
        assert standing_state(game, journal).phase == "try"


@pytest.mark.parametrize("number", [3, 9])
def test_what_the_rules_take_is_not_taken_back(folder, number):
    result = command("take-back", folder, number)
    assert result.exit_code == 2
    assert "that is 4 here" in " ".join(result.output.split())
    with read_game(folder) as game:
        assert len(game.journal().entries) == 4
