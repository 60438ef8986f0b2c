"""What was learned at set-up is found again, and nothing else is taken for it."""

from __future__ import annotations

import json

import pytest

from referee.core.errors import BadValue
from referee.core.roster import Player, Team
from referee.loaders.bases import load_base
from referee.loaders.teams_file import PlayerSheet, TeamsFile, TeamSheet
from referee.loaders.teams_text import write_teams
from referee.vision.appearance.colour_densities import counts_of
from referee.vision.appearance.figure_colours import describe_figures
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.enroll.enrolled_teams import colours_path, read_enrolled_teams, write_colours
from tests.vision.painted import BLUE, CAMERA, GREY, RED, SHAPE, board, row


@pytest.fixture
def enrolled(tmp_path):
    poses = {Team.HOME: row(200.0, 3), Team.AWAY: row(400.0, 3)}
    figures = [(p, RED, GREY) for p in poses[Team.HOME]]
    figures += [(p, BLUE, GREY) for p in poses[Team.AWAY]]
    image = board(figures)
    base = load_base("standard")
    seen, sheets = {}, {}
    for team, places in poses.items():
        seen[team] = describe_figures(image, CAMERA, places, [SHAPE] * 3)
        letter = team.value[0].upper()
        sheets[team] = TeamSheet(
            team.value,
            tuple(PlayerSheet(Player(f"{letter}{k}", team, k, base)) for k in range(3)),
        )
    path = tmp_path / "my.teams.toml"
    write_teams(path, TeamsFile(sheets))
    colours = TeamColours.learn(seen)
    counts = {
        f"{team.value[0].upper()}{k}": counts_of(d)
        for team, rows in seen.items()
        for k, d in enumerate(rows)
    }
    write_colours(path, colours, counts)
    return path, colours, seen


def test_colours_read_back_judge_as_they_did(enrolled):
    path, colours, seen = enrolled
    again = read_enrolled_teams(path)
    every = [*seen[Team.HOME], *seen[Team.AWAY]]
    for before, after in zip(colours.judge(every), again.colours.judge(every), strict=True):
        assert after[0] is before[0]
        assert after[1] == pytest.approx(before[1], abs=0.01)
    assert again.players.ids == ("H0", "H1", "H2", "A0", "A1", "A2")


def test_a_substitute_added_by_hand_has_no_colours_yet(enrolled):
    path, _, _ = enrolled
    text = path.read_text(encoding="utf-8") + '\n[[away.players]]\nid = "A99"\nnumber = 99\n'
    path.write_text(text, encoding="utf-8")
    again = read_enrolled_teams(path)
    assert len(again.roster) == 7
    assert "A99" not in again.players.ids


def test_a_team_whose_ids_were_all_changed_must_be_enrolled_again(enrolled):
    path, _, _ = enrolled
    path.write_text(path.read_text(encoding="utf-8").replace('id = "A', 'id = "B'), "utf-8")
    with pytest.raises(BadValue, match="B0, B1, B2, none of whom was ever seen"):
        read_enrolled_teams(path)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda v: v.update(version=9), "version is 9"),
        (lambda v: v.update(grid=[1, 2, 3]), "enrol again"),
        (lambda v: v["players"]["H0"]["base_cells"].append(1e9), "base_cells"),
        (lambda v: v["players"]["H0"]["figure_shares"].append(0.1), "figure_shares"),
        (lambda v: v.update(extra=1), "extra is not a known key"),
    ],
)
def test_a_damaged_file_is_refused(enrolled, change, part):
    path, _, _ = enrolled
    beside = colours_path(path)
    values = json.loads(beside.read_text(encoding="utf-8"))
    change(values)
    beside.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(BadValue) as caught:
        read_enrolled_teams(path)
    assert part in str(caught.value)


def test_without_the_learned_colours_it_says_what_to_do(enrolled):
    path, _, _ = enrolled
    colours_path(path).unlink()
    with pytest.raises(BadValue, match=r"learned colours is missing; .* enrol again"):
        read_enrolled_teams(path)
