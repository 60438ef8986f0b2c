"""Tops of bases are found as the outlines they were made from."""

from __future__ import annotations

import numpy as np
import pytest

from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.mesh import Material, Mesh, mesh_of
from referee.sim.look import TeamLook
from referee.sim.render.faces.mesh_batch import MeshBatch, make_batch
from referee.sim.render.faces.top_outlines import TopOutlines, find_top_outlines
from tests.sim.render.scenes import SHAPE, TOP

GREY = TeamLook(TOP, TOP, TOP, TOP, base=TOP, dial=False)
CORNER = np.array([(0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)], dtype=float)


def flat(points_mm: np.ndarray, faces: list[tuple[int, int, int]]) -> Mesh:
    level = np.column_stack([points_mm, np.full(len(points_mm), 3.0)])
    return mesh_of(level, np.array(faces), TOP, Material.BASE_TOP)


def tops_of(*meshes: Mesh) -> tuple[MeshBatch, TopOutlines]:
    b = make_batch(meshes)
    return b, find_top_outlines(b.vertices, b.triangles, b.kind, b.triangle_part, b.colours)


def areas_mm2(batch: MeshBatch, tops: TopOutlines) -> list[float]:
    """Positive for outlines that run clockwise seen from above."""
    found = []
    for start, end in zip(tops.ring_range[:-1], tops.ring_range[1:], strict=True):
        x, y = batch.vertices[tops.ring[start:end], :2].astype(float).T
        found.append(float(0.5 * (np.roll(x, -1) * y - x * np.roll(y, -1)).sum()))
    return found


def test_each_base_has_one_top_as_large_as_it_is() -> None:
    batch, tops = tops_of(base_mesh(SHAPE, GREY), base_mesh(SHAPE, GREY))
    # 27.8 by 20.6 mm with corners rounded to 2 mm, without a bevel of 0.12 mm all around.
    inner = (27.8 - 0.24) * (20.6 - 0.24) - (4.0 - np.pi) * (2.0 - 0.12) ** 2
    assert tops.part.tolist() == [0, 1]
    assert areas_mm2(batch, tops) == pytest.approx([inner, inner], rel=2e-3)


def test_a_top_with_a_notch_stays_as_many_triangles() -> None:
    batch, tops = tops_of(flat(CORNER, [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]))
    assert np.diff(tops.ring_range).tolist() == [3, 3, 3, 3]
    assert sorted(areas_mm2(batch, tops)) == pytest.approx([50.0, 50.0, 100.0, 100.0])


def test_light_that_changes_evenly_is_kept_at_the_anchors() -> None:
    batch, tops = tops_of(base_mesh(SHAPE, GREY))
    light = 5.0 + batch.vertices[tops.ring] @ (0.3, -0.2, 0.0)
    at_anchors = batch.vertices[tops.ring[tops.anchors[0]]]
    expected = 5.0 + at_anchors @ (0.3, -0.2, 0.0)
    np.testing.assert_allclose(light @ tops.weights, expected, rtol=1e-4)
