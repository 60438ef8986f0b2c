"""Bodies by other hands: read from their packages, put together, cast, painted."""

from __future__ import annotations

import zipfile

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.lab.dataset.moulds.md3 import read_md3
from referee.lab.dataset.moulds.mould import mould_body, mould_of
from referee.lab.dataset.moulds.mould_shelf import read_shelf
from referee.lab.dataset.moulds.player_model import players_in
from referee.sim.look import FigureLook, TeamLook
from tests.lab.dataset.moulds.packages import md3, package, player_files

WHITE = (0.9, 0.9, 0.9)
TEAM = TeamLook((0.1, 0.2, 0.8), (0.9, 0.9, 0.1), WHITE, WHITE)


def only_player(path):
    with zipfile.ZipFile(path) as kept:
        (player,) = players_in(kept)
    return player


def test_a_model_is_read_as_it_was_written():
    model = read_md3(md3(3, [("tag_head", (1.0, 2.0, 3.0))]), "box.md3")
    (surface,) = model.surfaces
    assert (model.frames, surface.name, surface.points.shape) == (3, "u_box", (3, 8, 3))
    assert np.ptp(surface.points[2], axis=0) == pytest.approx([8.0, 12.0, 16.0])
    assert len(surface.faces) == 12
    assert model.tags["tag_head"][1][:3, 3] == pytest.approx([1.0, 2.0, 3.0])


@pytest.mark.parametrize("cut", [0, 4, 60, 107, 200, 300, 500])
def test_a_cut_model_is_refused_by_its_name(cut):
    with pytest.raises(BadValue, match=r"box\.md3"):
        read_md3(md3(3, [("tag_head", (1.0, 2.0, 3.0))])[:cut], "box.md3")


def test_no_byte_of_a_model_breaks_the_reader():
    """Each byte of head and surface in turn says the most it can: read or refused, in a moment."""
    whole = md3(1, [("tag_head", (0.0, 0.0, 0.0))])
    for k in range(420):
        spoiled = whole[:k] + b"\xff" + whole[k + 1 :]
        try:
            read_md3(spoiled, "box.md3")
        except BadValue as refused:
            assert "box.md3" in str(refused)  # noqa: PT017 - either answer is right


def test_legs_chest_and_head_stand_on_each_other(tmp_path):
    player = only_player(package(tmp_path / "a.pk3", player_files()))
    parts = {part: points for part, _, points in player.posed(6, 7)}
    assert parts["lower"][:, 2].min() == pytest.approx(0.0)
    assert parts["upper"][:, 2].min() == pytest.approx(16.0)
    assert parts["head"][:, 2].max() == pytest.approx(40.0)
    assert parts["head"][:, 0].mean() == pytest.approx(5.0), "before the chest"


def test_only_poses_of_one_who_stands_are_taken(tmp_path):
    """The legs' frames are written as if they came after the torso's."""
    player = only_player(package(tmp_path / "a.pk3", player_files()))
    assert set(player.poses["upper"]) == {6, 7}
    assert set(player.poses["lower"]) == {6, 7}


EMPTY_LEGS = md3(8, [("tag_torso", (0.0, 0.0, 16.0))], faces=())


@pytest.mark.parametrize(
    ("part", "data"),
    [("head.md3", b""), ("animation.cfg", b""), ("upper.md3", b""), ("lower.md3", EMPTY_LEGS)],
)
def test_half_a_player_is_none(tmp_path, part, data):
    path = package(tmp_path / "a.pk3", player_files(**{part: data}))
    with zipfile.ZipFile(path) as kept:
        assert players_in(kept) == []


def test_a_mould_looks_forward_with_its_feet_at_0_and_its_head_at_1(tmp_path):
    mould = mould_of(only_player(package(tmp_path / "a.pk3", player_files())), 6, 6)
    assert mould.points[:, 2].min() == pytest.approx(0.0)
    assert mould.points[:, 2].max() == pytest.approx(1.0)
    head = mould.points[np.unique(mould.faces[mould.parts == 2])]
    assert head[:, 0].mean() > 0.05
    chest = mould.skin[mould.parts == 1]
    assert chest.mean(axis=0) == pytest.approx(np.array([200, 40, 40]) / 255.0, abs=0.02)


def test_a_body_stands_on_its_base_in_mm_with_its_outside_outside(tmp_path):
    mould = mould_of(only_player(package(tmp_path / "a.pk3", player_files())), 6, 6)
    figure = FigureLook(yaw_deg=0.0)
    for seed in range(8):
        mesh = mould_body(mould, TEAM, figure, np.random.default_rng(seed))
        low, high = mesh.bounds_mm
        assert -2.0 < low[2] < 1.0
        assert 20.0 < high[2] < 40.0
        corners = mesh.vertices_mm[mesh.triangles].astype(float)
        volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum()
        assert volume > 0.0
        assert mesh.colours.min() >= 0.0
        assert mesh.colours.max() <= 1.0


def test_a_shelf_holds_each_player_once_and_is_the_same_each_time(tmp_path):
    package(tmp_path / "a.pk3", player_files("boxer"), player_files("penguin"))
    package(tmp_path / "b.pk3", player_files("boxer"), player_files("brick"))
    shelf = read_shelf(tmp_path)
    assert {mould.name.split()[0] for mould in shelf} == {"boxer", "brick"}
    read_shelf.cache_clear()
    assert [m.name for m in read_shelf(tmp_path)] == [m.name for m in shelf]


@pytest.mark.parametrize("what", ["nothing", "no package", "nobody"])
def test_a_folder_without_players_is_refused(tmp_path, what):
    if what == "no package":
        (tmp_path / "a.pk3").write_bytes(b"no zip")
    if what == "nobody":
        package(tmp_path / "a.pk3", {"readme.txt": b"hello"})
    with pytest.raises(BadValue, match=r"moulds|package"):
        read_shelf(tmp_path)


def test_both_teams_can_be_cast(tmp_path):
    package(tmp_path / "a.pk3", player_files())
    mould = read_shelf(tmp_path)[0]
    rng = np.random.default_rng(3)
    away = TeamLook((0.9, 0.1, 0.1), WHITE, WHITE, WHITE)
    bodies = {
        team: mould_body(mould, look, FigureLook(), rng)
        for team, look in ((Team.HOME, TEAM), (Team.AWAY, away))
    }
    assert all(len(body) > 20 for body in bodies.values())
