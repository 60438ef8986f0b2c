"""Solids are closed, face outward and have the sizes asked for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.sim.art.lofts import limb
from referee.sim.art.mesh import Mesh, join, mesh_of, rotation_about, scaling, translation
from referee.sim.art.primitives import box, inset, prism, sphere_grid
from tests.sim.art.closed import disagreeing_normals, open_edges, volume_mm3

SQUARE = np.array([[-5.0, -5.0], [5.0, -5.0], [5.0, 5.0], [-5.0, 5.0]])


def ball(sides: int, rows: int) -> Mesh:
    return mesh_of(*sphere_grid(sides, rows), crease_deg=80.0)


SOLIDS = {
    "box": box((-1.0, -2.0, 0.0), (1.0, 2.0, 3.0)),
    "bevelled prism": prism(SQUARE, 0.0, 3.0, bevel_mm=0.5),
    "ball": ball(12, 8),
    "tapered limb": limb([(0, 0, 0), (0, 0, 5)], [1.0, 0.5]),
    "bent limb": limb([(0, 0, 0), (3, 0, 1), (4, 0, 5)], [1.0, 0.8, 0.5], 8),
}


@pytest.mark.parametrize("name", SOLIDS)
def test_a_solid_has_no_open_edge(name: str) -> None:
    assert open_edges(SOLIDS[name]) == 0


@pytest.mark.parametrize("name", SOLIDS)
def test_a_solid_faces_outward(name: str) -> None:
    assert volume_mm3(SOLIDS[name]) > 0.0
    assert disagreeing_normals(SOLIDS[name]) == 0


def test_a_box_has_its_volume() -> None:
    assert volume_mm3(SOLIDS["box"]) == pytest.approx(2.0 * 4.0 * 3.0, rel=1e-6)


def test_a_ball_approaches_its_volume() -> None:
    assert volume_mm3(ball(48, 32)) == pytest.approx(4.0 / 3.0 * math.pi, rel=0.01)


def test_a_mirrored_solid_still_faces_outward() -> None:
    mirrored = SOLIDS["bent limb"].transformed(scaling(1.0, -1.0, 1.0))
    assert volume_mm3(mirrored) > 0.0
    assert disagreeing_normals(mirrored) == 0


def test_an_outline_is_inset_by_the_same_distance_on_every_side() -> None:
    assert np.allclose(inset(SQUARE, 1.0), SQUARE * 0.8)


@given(
    angle=st.floats(-360.0, 360.0),
    shift=st.tuples(*[st.floats(-100.0, 100.0)] * 3),
)
def test_moving_a_solid_keeps_its_volume(angle: float, shift: tuple[float, float, float]) -> None:
    matrix = translation(*shift) @ rotation_about((1.0, 2.0, 3.0), angle)
    assert volume_mm3(SOLIDS["box"].transformed(matrix)) == pytest.approx(24.0, rel=2e-3)


def test_a_flat_face_has_the_normal_of_its_plane() -> None:
    mesh = SOLIDS["box"]
    smooth = mesh.normals[mesh.triangles]
    assert np.allclose(smooth, mesh.face_normals[:, None, :], atol=1e-6)


def test_joining_keeps_every_triangle_with_its_colour() -> None:
    red, blue = (
        box((0, 0, 0), (1, 1, 1), (1.0, 0.0, 0.0)),
        box((2, 0, 0), (3, 1, 1), (0.0, 0.0, 1.0)),
    )
    both: Mesh = join([red, blue])
    assert len(both) == len(red) + len(blue)
    right = both.vertices_mm[both.triangles][:, :, 0].min(axis=1) >= 2.0
    assert np.array_equal(both.colours[right], blue.colours)
