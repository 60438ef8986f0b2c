"""Team files: what a person writes is read; what the program writes is read back the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.roster import Player, Team
from referee.loaders.bases import load_base
from referee.loaders.teams_file import OwnBase, PlayerSheet, TeamsFile, TeamSheet, read_teams
from referee.loaders.teams_text import teams_text, write_teams

GOOD = """\
format = "referee.teams"
version = 1

[home]
name = "HAWKS"
base = "bevelled"
jersey = "#1a2a6c"

[[home.players]]
id = "H54"
number = 54
position = "LB"

[[home.players]]
id = "H7"
number = 7
base = { outline = "round front", length_in = "1 1/8", width_mm = 20, radius_mm = 2, bulge_mm = 2 }
note = 'glued twice, "wobbles"'

[away]

[[away.players]]
id = "A1"
number = 1
"""


def written(tmp_path, text):
    path = tmp_path / "my.teams.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_written_by_hand(tmp_path):
    teams = read_teams(written(tmp_path, GOOD))
    assert [p.id for p in teams.roster] == ["H54", "H7", "A1"]
    first, own, other = teams.roster
    assert first.base == load_base("bevelled")
    assert own.base.length_mm == pytest.approx(28.575)
    assert other.base == load_base("standard")
    assert teams.teams[Team.HOME].jersey == (0x1A, 0x2A, 0x6C)
    assert teams.teams[Team.AWAY].name == "AWAY"
    assert teams.sheet("H7").note == 'glued twice, "wobbles"'


def test_what_is_written_is_read_back(tmp_path):
    teams = read_teams(written(tmp_path, GOOD))
    again = tmp_path / "again.teams.toml"
    write_teams(again, teams, ["edited by hand"])
    assert read_teams(again) == teams
    assert again.read_text(encoding="utf-8").startswith("# edited by hand\n")


@given(st.text(st.characters(categories=("L", "N", "P", "S"), include_characters=" "), max_size=40))
def test_any_note_survives(tmp_path_factory, note):
    base = load_base("standard")
    players = {
        team: PlayerSheet(Player(f"{team.value[0].upper()}1", team, 1, base), note=note)
        for team in Team
    }
    teams = TeamsFile({team: TeamSheet("X", (players[team],)) for team in Team})
    path = tmp_path_factory.mktemp("notes") / "a.teams.toml"
    path.write_text(teams_text(teams), encoding="utf-8")
    assert read_teams(path) == teams


def test_a_base_of_ones_own_lies_beside_the_file(tmp_path):
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\ntitle = "M"\noutline = "rounded rectangle"\n'
        "length_mm = 30\nwidth_mm = 21\nradius_mm = 2\n",
        encoding="utf-8",
    )
    text = GOOD.replace('base = "bevelled"', 'base = "mine.toml"')
    assert read_teams(written(tmp_path, text)).roster.players[0].base.length_mm == 30.0


def test_an_own_base_keeps_its_measures(tmp_path):
    own = read_teams(written(tmp_path, GOOD)).sheet("H7").base
    assert own == OwnBase(28.575, 20.0, 2.0, 3.0, "round front", 2.0)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        (
            "number = 54",
            "number = 154",
            "home.players[0].number is 154, but should be a whole number",
        ),
        ("number = 54", "nummer = 54", "home.players[0].number is missing; needed: a whole"),
        ('position = "LB"', 'postion = "LB"', "did you mean position?"),
        ('id = "A1"', 'id = "H7"', "players is 'H7', but should be each id once"),
        ('id = "A1"', 'id = "A 1"', "id is 'A 1', but should be letters and digits"),
        ('base = "bevelled"', 'base = "beveled"', "did you mean bevelled?"),
        ('base = "bevelled"', 'base = "no/such.toml"', "such.toml: the file is missing"),
        ("radius_mm = 2,", "radius_mm = 19,", "radius_mm is 19.0, but should be above 0 and below"),
        ("bulge_mm = 2 ", "bevel_mm = 2 ", "bulge_mm is missing"),
        ('jersey = "#1a2a6c"', 'jersey = "blue"', 'but should be a colour such as "#c8102e"'),
        ("version = 1", "version = 2", "version is 2, but should be a whole number from 1 to 1"),
        ('[[away.players]]\nid = "A1"\nnumber = 1\n', "", "away.players is missing"),
    ],
)
def test_what_cannot_be_right_is_said(tmp_path, old, new, part):
    assert old in GOOD
    with pytest.raises(BadValue) as caught:
        read_teams(written(tmp_path, GOOD.replace(old, new)))
    assert part in str(caught.value)


def test_the_name_says_what_the_file_is(tmp_path):
    with pytest.raises(BadValue, match=r"ends in \.teams\.toml"):
        read_teams(tmp_path / "my.toml")
