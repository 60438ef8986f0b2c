"""What was learned of line-ups is there the next evening; a broken file is refused in a line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base
from referee.vision.roster.assignment import best_pairs
from referee.vision.roster.habits.kept_line_ups import (
    line_ups_path,
    read_line_ups,
    write_line_ups,
)
from referee.vision.roster.habits.team_habits import team_habits

PLACES = np.array([[0, 40], [0, 15], [2, 0], [0, -20], [-30, 3], [-70, -12]], dtype=float)
ROWS = np.arange(6)
NOTHING_ELSE = np.zeros((6, 6))


def roster(home=6) -> Roster:
    base = load_base("standard")
    return Roster(
        tuple(Player(f"H{k}", Team.HOME, k, base) for k in range(home))
        + tuple(Player(f"A{k}", Team.AWAY, k, base) for k in range(6))
    )


@pytest.fixture
def teams(tmp_path):
    """A team file beside which one line-up of home was kept."""
    path = tmp_path / "my.teams.toml"
    habits = team_habits(roster())
    habits[0].learn(ROWS, PLACES)
    write_line_ups(path, roster(), habits)
    return path


def test_the_next_evening_knows_the_line_up(teams):
    home, away = team_habits(roster(), read_line_ups(teams, roster()))
    shares = home.shares(ROWS, PLACES + np.array([200.0, 30.0]), NOTHING_ELSE)
    assert best_pairs(-shares - 1.0).tolist() == list(range(6))
    assert shares.max(axis=1).min() > 0.8
    assert away.kept == ()


def test_without_a_file_nothing_is_known(tmp_path):
    assert read_line_ups(tmp_path / "my.teams.toml", roster()) == {}


def test_a_player_who_left_the_team_is_left_out(teams):
    kept = read_line_ups(teams, roster(home=5))[Team.HOME]
    assert [each.rows.tolist() for each in kept] == [[0, 1, 2, 3, 4]]


def spoiled(values: dict[str, object], change: str) -> str:
    """The file's text with one thing wrong in it."""
    first = values["home"][0]
    match change:
        case "another format":
            values["format"] = "referee.teams"
        case "a later version":
            values["version"] = 2
        case "a place that is no number":
            first["places_mm"][2] = ["here", 0]
        case "a place far off":
            first["places_mm"][2] = [1e9, 0.0]
        case "a place that is not finite":
            first["places_mm"][2] = [float("nan"), 0.0]
        case "more players than places":
            first["players"].append("H9")
        case "a player twice":
            first["players"][1] = first["players"][0]
        case "players that are no names":
            first["players"][0] = {"id": "H0"}
        case "a count below nothing":
            first["count"] = -1
        case "line-ups without end":
            values["home"] = [first] * 1000
        case "a key nobody knows":
            first["run"] = "this"
    return json.dumps(values)


@pytest.mark.parametrize(
    "change",
    [
        "another format",
        "a later version",
        "a place that is no number",
        "a place far off",
        "a place that is not finite",
        "more players than places",
        "a player twice",
        "players that are no names",
        "a count below nothing",
        "line-ups without end",
        "a key nobody knows",
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_a_sentence(teams, change):
    beside = line_ups_path(teams)
    beside.write_text(spoiled(json.loads(beside.read_text("utf-8")), change), "utf-8")
    with pytest.raises(BadValue) as refused:
        read_line_ups(teams, roster())
    assert beside.name in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"\xff\xfe\x00", b"[" * 100_000, b"{" + b" " * 2_000_000]
)
def test_bytes_that_are_no_such_file_are_refused(teams, content):
    line_ups_path(teams).write_bytes(content)
    with pytest.raises(BadValue, match=r"line-ups"):
        read_line_ups(teams, roster())
