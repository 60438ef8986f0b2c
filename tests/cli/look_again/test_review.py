"""`referee review`: the list of flags for people and programs; the page is tested as a page."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from referee.cli.main import app
from referee.record.game.database import GameLock
from tests.review.folders import JOURNAL, make_game
from tests.review.games import TACKLED, journal_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_game(tmp_path_factory.mktemp("games") / "game", video=False)


def run(*words):
    return CliRunner().invoke(app, ["review", *map(str, words)])


def test_the_flags_are_listed(folder):
    said = " ".join(run(folder, "--list").output.split())
    assert "Unclear" in said
    assert "Blues" in said
    assert "open" in said


def test_programs_get_them_as_json(folder):
    told = json.loads(run(folder, "--json").output)
    assert (told["format"], told["version"]) == ("referee.flags", 1)
    assert told["entries"] == len(JOURNAL.entries)
    (flag,) = told["flags"]
    assert (flag["number"], flag["open"], flag["certainty"]) == (4, True, 0.81)
    assert flag["names"] == ["Blues 50", "Reds 22"]
    assert told["running"] is False


def test_a_game_that_is_being_played_is_reviewed_on_its_own_page_only(folder):
    lock = GameLock(folder)
    try:
        assert json.loads(run(folder, "--json").output)["running"] is True
        answer = run(folder, "--no-browser", "--port", "0")
        assert answer.exit_code == 2
        assert "being played now" in answer.output
    finally:
        lock.close()


def test_the_list_of_games_counts_the_flags_that_the_review_shows(folder):
    told = CliRunner().invoke(app, ["game", "list", str(folder), "--json"]).output
    flags = json.loads(run(folder, "--json").output)["flags"]
    assert json.loads(told)["flagged"] == sum(flag["open"] for flag in flags) == 1


def test_a_game_without_flags_says_so(tmp_path):
    made = make_game(tmp_path / "g", journal_of(TACKLED), calls=(), video=False)
    assert "no call is flagged" in run(made, "--list").output


def test_a_folder_that_is_no_game_is_named_and_left_alone(tmp_path):
    answer = run(tmp_path, "--list")
    assert answer.exit_code == 2
    assert "no game" in answer.output
    assert list(tmp_path.iterdir()) == []
