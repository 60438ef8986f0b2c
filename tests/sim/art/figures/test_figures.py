"""Figures stand as their stance says, face the front and weigh what a renderer can carry."""

from __future__ import annotations

import numpy as np
import pytest

from referee.sim.art.figures.figures import figure_mesh
from referee.sim.art.mesh import Mesh
from referee.sim.look import FigureBuild, FigureLook, Stance, TeamLook
from tests.sim.art.closed import disagreeing_normals

TEAM = TeamLook(
    jersey=(0.7, 0.1, 0.1), pants=(0.9, 0.9, 0.9), helmet=(0.1, 0.1, 0.7), numerals=(0.9, 0.8, 0.1)
)


def figure(
    stance: Stance, build: FigureBuild = FigureBuild.REGULAR, number: int = 54, **look: float
) -> Mesh:
    return figure_mesh(FigureLook(stance=stance, build=build, **look), TEAM, number)


def corners_in(mesh: Mesh, colour: tuple[float, float, float]) -> np.ndarray:
    chosen = np.abs(mesh.colours - np.float32(colour)).max(axis=1) < 1e-3
    return mesh.vertices_mm[mesh.triangles[chosen]].reshape(-1, 3)


@pytest.mark.parametrize("stance", Stance)
def test_it_stands_on_the_base_and_is_as_high_as_the_real_ones(stance: Stance) -> None:
    low, high = figure(stance).bounds_mm
    assert low[2] == pytest.approx(0.0, abs=0.05)
    assert 20.0 <= high[2] <= 35.0


@pytest.mark.parametrize("stance", Stance)
def test_its_weight_in_triangles(stance: Stance) -> None:
    plain = figure_mesh(FigureLook(stance=stance), TEAM, 54, detailed=False)
    assert 400 <= len(plain) <= 800
    assert len(figure(stance)) <= 1500


@pytest.mark.parametrize("stance", Stance)
@pytest.mark.parametrize("mirror", [False, True])
def test_normals_agree_with_their_triangles(stance: Stance, mirror: bool) -> None:
    mesh = figure(stance, mirror=mirror)
    assert disagreeing_normals(mesh) < 0.02 * len(mesh)


@pytest.mark.parametrize("stance", Stance)
def test_the_face_is_in_front_of_the_helmet(stance: Stance) -> None:
    mesh = figure(stance)
    helmet = corners_in(mesh, TEAM.helmet)
    head_high = mesh.vertices_mm[:, 2] > helmet[:, 2].min()
    face = corners_in(mesh, TEAM.skin)
    near_head = np.linalg.norm(face - helmet.mean(axis=0), axis=1) < 4.5
    assert head_high.any()
    assert face[near_head][:, 0].mean() > helmet[:, 0].mean() + 1.0


def test_a_figure_turned_by_its_yaw_faces_that_way() -> None:
    ahead, turned = figure(Stance.THREE_POINT), figure(Stance.THREE_POINT, yaw_deg=90.0)
    straight = ahead.vertices_mm.mean(axis=0)
    rotated = turned.vertices_mm.mean(axis=0)
    assert rotated[1] == pytest.approx(straight[0], abs=0.01)
    assert rotated[0] == pytest.approx(-straight[1], abs=0.01)


def test_builds_differ_in_width() -> None:
    widths = [float(np.ptp(figure(Stance.UPRIGHT, b).vertices_mm[:, 1])) for b in FigureBuild]
    assert widths[0] < widths[1] < widths[2]


@pytest.mark.parametrize("mirror", [False, True])
def test_the_number_on_the_back_reads_from_behind(mirror: bool) -> None:
    """Of 17 the 1 is on the reader's left: with the eye behind the figure that is its left, +y."""
    one, seventeen = (figure(Stance.UPRIGHT, number=n, mirror=mirror) for n in (1, 17))
    bare = len(figure(Stance.UPRIGHT, number=1, mirror=mirror).triangles)
    assert bare == len(one)

    def back(mesh: Mesh) -> np.ndarray:
        ink = corners_in(mesh, TEAM.numerals)
        behind = (
            (ink[:, 0] < -1.0) & (ink[:, 2] > 16.0) & (ink[:, 2] < 23.5) & (np.abs(ink[:, 1]) < 4)
        )
        return ink[behind]

    low_bar = back(seventeen)
    foot = low_bar[low_bar[:, 2] < low_bar[:, 2].min() + 0.9]
    roof = low_bar[low_bar[:, 2] > low_bar[:, 2].max() - 0.9]
    # the foot of the 1 is wide, the foot of the 7 narrow: more ink lies on the side of the 1
    assert np.ptp(foot[:, 1]) > 2.0
    assert foot[:, 1].max() > roof[:, 1].min()
    assert foot[:, 1].mean() > low_bar[:, 1].min() + 0.5 * np.ptp(low_bar[:, 1])


def test_a_figure_is_the_same_every_time() -> None:
    first, second = (figure(Stance.RUNNING) for _ in range(2))
    for name in ("vertices_mm", "triangles", "colours", "normals"):
        assert getattr(first, name).tobytes() == getattr(second, name).tobytes()
