"""`referee review`: the list of flags for people and programs; the page is tested as a page."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from referee.cli.main import app
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
    assert "A50 and H22" in said
    assert "open" in said


def test_programs_get_them_as_json(folder):
    told = json.loads(run(folder, "--json").output)
    assert (told["format"], told["version"]) == ("referee.flags", 1)
    assert told["entries"] == len(JOURNAL.entries)
    (flag,) = told["flags"]
    assert (flag["number"], flag["open"], flag["certainty"]) == (4, True, 0.81)


def test_a_game_without_flags_says_so(tmp_path):
    made = make_game(tmp_path / "g", journal_of(TACKLED), calls=(), video=False)
    assert "no call is flagged" in run(made, "--list").output


def test_a_folder_that_is_no_game_is_named_and_left_alone(tmp_path):
    answer = run(tmp_path, "--list")
    assert answer.exit_code == 2
    assert "no game" in answer.output
    assert list(tmp_path.iterdir()) == []
