"""`referee game`: what people get on the screen and on the disk, and what they are told if not."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from referee.cli.main import app
from tests.record.game.folders import write_game


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_game(tmp_path_factory.mktemp("games") / "night")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words, code=0):
    got = CliRunner().invoke(app, ["game", *map(str, words)])
    assert got.exit_code == code, got.output
    return got


def test_a_list_of_games_as_a_table_and_as_lines_of_json(folder):
    assert "7 : 0" in run("list", folder.parent).output
    (line,) = run("list", folder.parent, "--json").stdout.splitlines()
    assert json.loads(line)["score"] == [7, 0]


def test_no_games_is_said(here):
    assert "There is no game" in run("list", here).output


def test_a_game_is_shown_with_every_play(folder):
    shown = run("show", folder, "--plays").output
    assert "Bears 7, Wolves 0" in shown
    assert "Bears 22 runs for 6 yards to the own 36. Tackle by Wolves 54." in shown
    told = json.loads(run("show", folder, "--json", "--plays").stdout)
    assert len(told["plays_told"]) == 13


def test_a_check_leaves_with_0_and_says_what_is_there(folder):
    assert "60 pictures in 1 piece" in run("check", folder).output
    assert {each["verdict"] for each in json.loads(run("check", folder, "--json").stdout)} == {
        "whole"
    }


def test_a_check_of_what_is_broken_leaves_with_1(here):
    folder = write_game(here / "g", frames=3)
    next((folder / "video").iterdir()).unlink()
    assert "is missing" in run("check", folder, code=1).output


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("tracks", "night.tracks.jsonl"),
        ("positions", "night.positions.csv"),
        ("mot", "night.mot"),
        ("calls", "night.calls.jsonl"),
        ("calls-csv", "night.calls.csv"),
        ("journal", "night.journal.csv"),
        ("plays", "night.plays.txt"),
    ],
)
def test_every_part_is_written_where_nothing_was_and_never_over_it(folder, here, what, name):
    assert f"written to {name}" in run("export", folder, what).output
    assert [path.name for path in here.iterdir()] == [name]
    assert "--force" in run("export", folder, what, code=2).output
    run("export", folder, what, "--force")
    assert [path.name for path in here.iterdir()] == [name]


def test_a_sheet_comes_as_pdf_and_as_page(folder, here):
    run("sheet", folder, "--pdf", "s.pdf", "--html", "s.html", "--paper", "letter")
    assert (here / "s.pdf").read_bytes().startswith(b"%PDF")
    assert "Wolves at Bears" in (here / "s.html").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "nowhere"], "no game"),
        (["list", "nowhere"], "not there"),
        (["check", "."], "no game"),
        (["export", "FOLDER", "pictures"], "one of tracks, positions, mot"),
        (["export", "FOLDER", "plays", "--out", "plays.doc"], "ends in .txt"),
        (["export", "FOLDER", "tracks", "--out", "."], "a file, not a folder"),
        (["sheet", "FOLDER"], "--pdf sheet.pdf"),
        (["sheet", "FOLDER", "--pdf", "s.pdf", "--paper", "a5"], "one of a4, letter"),
        (["sheet", "FOLDER", "--html", "s.txt"], "ends in .html"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence_and_leaves_nothing(folder, here, words, said):
    got = run(*(str(folder) if word == "FOLDER" else word for word in words), code=2)
    assert said in " ".join(got.output.split())
    assert list(here.iterdir()) == []
