"""What figures look like is kept beside the team file, for the network that made it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base
from referee.vision.enroll import kept_views
from referee.vision.enroll.kept_views import figures_path, read_gallery, write_views
from referee.vision.network.crops import CropPlan
from referee.vision.network.figure_card import LOOKS, FigureCard

CARD = FigureCard("figures", "ab" * 32, CropPlan(), 25.0)
BASE = load_base("standard")
ROSTER = Roster(tuple(Player(f"H{k}", Team.HOME, k, BASE) for k in range(3)))


@pytest.fixture
def card(monkeypatch):
    monkeypatch.setattr(kept_views, "used_card", lambda: CARD)


@pytest.fixture
def path(tmp_path, card):
    teams = tmp_path / "my.teams.toml"
    rows = np.eye(3, LOOKS, dtype=np.float32)
    write_views(teams, {f"H{k}": rows[k] for k in range(3)})
    return teams


def test_a_player_is_known_again_by_what_was_kept(path):
    gallery, note = read_gallery(path, ROSTER)
    assert note == ""
    says = gallery.log_likelihoods([0, 1, 2], np.eye(3, LOOKS, dtype=np.float32))
    assert says.argmax(axis=0).tolist() == [0, 1, 2]


def test_without_the_file_nobody_is_known_and_nothing_is_said(tmp_path, card):
    gallery, note = read_gallery(tmp_path / "other.teams.toml", ROSTER)
    assert not gallery.known.any()
    assert note == ""


def test_what_another_network_made_is_left_and_said(path, monkeypatch):
    other = FigureCard("figures", "cd" * 32, CropPlan(), 25.0)
    monkeypatch.setattr(kept_views, "used_card", lambda: other)
    gallery, note = read_gallery(path, ROSTER)
    assert not gallery.known.any()
    assert "enrol again" in note


def test_without_a_network_nothing_is_written_and_nobody_is_known(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_views, "used_card", lambda: None)
    teams = tmp_path / "my.teams.toml"
    write_views(teams, {"H0": np.ones(LOOKS, np.float32)})
    assert not figures_path(teams).exists()
    assert read_gallery(teams, ROSTER) == (None, "")


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda v: v.update(version=2), "version"),
        (lambda v: v["players"]["H1"].pop(), "H1"),
        (lambda v: v["players"].update(H2=[2.0] * LOOKS), "H2"),
        (lambda v: v.update(more=1), "more"),
    ],
)
def test_a_file_with_anything_else_in_it_is_refused(path, change, part):
    values = json.loads(figures_path(path).read_text("utf-8"))
    change(values)
    figures_path(path).write_text(json.dumps(values), "utf-8")
    with pytest.raises(BadValue, match=part):
        read_gallery(path, ROSTER)
