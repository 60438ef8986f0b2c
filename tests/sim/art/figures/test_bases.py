"""A base in the picture is the base that the rules judge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import MultiPoint, Polygon

from referee.core.geometry.base_shape import (
    BaseShape,
    beveled_front,
    round_front,
    rounded_rectangle,
)
from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.mesh import Material
from referee.sim.look import FrontMark, TeamLook

SHAPES = (
    rounded_rectangle("standard", 27.8, 20.6, 2.0),
    beveled_front("bevelled", 27.8, 20.6, 1.5, 5.0),
    round_front("round", 27.8, 20.6, 1.5, 3.0),
)
RED = TeamLook((0.7, 0.1, 0.1), (0.9, 0.9, 0.9), (0.7, 0.1, 0.1), (1.0, 1.0, 1.0))


def team(mark: FrontMark = FrontMark.NONE, dial: bool = True, alpha: float = 1.0) -> TeamLook:
    return TeamLook(
        RED.jersey,
        RED.pants,
        RED.helmet,
        RED.numerals,
        front_mark=mark,
        dial=dial,
        base_alpha=alpha,
    )


def seen_from_above(shape: BaseShape, look: TeamLook) -> Polygon:
    hull = MultiPoint(base_mesh(shape, look).vertices_mm[:, :2]).convex_hull
    assert isinstance(hull, Polygon)
    return hull


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.name)
@pytest.mark.parametrize("mark", FrontMark)
def test_its_edge_from_above_is_the_outline(shape: BaseShape, mark: FrontMark) -> None:
    outline = Polygon(shape.outline_mm(0.001))
    assert seen_from_above(shape, team(mark)).hausdorff_distance(outline) < 0.05


@settings(max_examples=25, deadline=None)
@given(
    length=st.floats(14.0, 60.0),
    width=st.floats(14.0, 60.0),
    radius=st.floats(0.3, 6.0),
    height=st.floats(1.5, 10.0),
)
def test_any_base_fills_its_rectangle_and_height(
    length: float, width: float, radius: float, height: float
) -> None:
    mesh = base_mesh(rounded_rectangle("any", length, width, radius, height), team())
    low, high = mesh.bounds_mm
    assert high[:2] - low[:2] == pytest.approx([length, width], abs=0.05)
    assert low[2] == pytest.approx(0.0, abs=1e-6)
    assert height <= high[2] <= height + 0.1 + 1e-4


@pytest.mark.parametrize("mark", FrontMark)
def test_marks_and_dial_stand_no_more_than_a_tenth_proud(mark: FrontMark) -> None:
    shape = SHAPES[0]
    assert base_mesh(shape, team(mark)).bounds_mm[1][2] <= shape.height_mm + 0.1 + 1e-4


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.name)
def test_the_top_covers_the_outline_and_looks_up(shape: BaseShape) -> None:
    mesh = base_mesh(shape, team())
    top = mesh.materials == Material.BASE_TOP
    corners = mesh.vertices_mm[mesh.triangles[top]].astype(float)
    area = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2].sum() / 2
    assert (mesh.face_normals[top][:, 2] > 0.5).all()
    assert area == pytest.approx(Polygon(shape.outline_mm()).area, rel=0.003)


@pytest.mark.parametrize("mark", [m for m in FrontMark if m is not FrontMark.NONE])
def test_a_front_mark_lies_in_the_front_half(mark: FrontMark) -> None:
    plain = base_mesh(SHAPES[0], team(dial=False))
    marked = base_mesh(SHAPES[0], team(mark, dial=False))
    added = marked.vertices_mm[len(plain.vertices_mm) :]
    assert added[:, 0].min() > 0.0


def test_a_see_through_base_says_so_on_its_top() -> None:
    mesh = base_mesh(SHAPES[0], team(alpha=0.5))
    assert np.allclose(mesh.alpha[mesh.materials == Material.BASE_TOP], 0.5)


def test_a_base_is_the_same_every_time() -> None:
    first, second = (base_mesh(SHAPES[2], team(FrontMark.ARROW)) for _ in range(2))
    assert first.vertices_mm.tobytes() == second.vertices_mm.tobytes()
    assert first.triangles.tobytes() == second.triangles.tobytes()


def test_the_top_is_flat_right_up_to_its_bevel() -> None:
    """A top whose normals leaned toward the edge would look like a pillow."""
    shape = SHAPES[0]
    mesh = base_mesh(shape, team(dial=False))
    corners = mesh.vertices_mm[mesh.triangles]
    lid = (np.abs(corners[:, :, 2] - shape.height_mm) < 1e-4).all(axis=1)
    lid &= mesh.materials == Material.BASE_TOP
    assert lid.any()
    assert np.allclose(mesh.normals[mesh.triangles[lid]], (0.0, 0.0, 1.0), atol=1e-5)
