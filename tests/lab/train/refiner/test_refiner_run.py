"""What the refiner learns from is true, and what it is told is as wrong as it should be."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import beveled_front, round_front, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.lab.train.refiner.edge_training import true_offsets
from referee.lab.train.refiner.refiner_run import RefinerSettings
from referee.lab.train.refiner.refiner_view import (
    LARGEST_MISS_MM,
    misjudged_outlines,
    stems_of,
    usual_guesses,
)
from referee.lab.train.refiner.spoiled_picture import spoiled_picture
from referee.vision.refine.edges.outline_ring import POINTS, ring_of

SHAPES = (
    rounded_rectangle("plain", 27.8, 20.6, 2.0),
    beveled_front("cut", 27.8, 20.6, 1.2, 4.0),
    round_front("round", 27.8, 20.6, 1.5, 4.0),
)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.name)
def test_an_offset_leads_along_the_normal_to_the_true_outline(shape):
    supposed = rounded_rectangle("about", 28.6, 20.1, 1.6)
    true, start = np.array([[50.0, 40.0, 0.3]]), np.array([[50.9, 39.4, 0.37]])
    offsets = true_offsets((shape,), true, (supposed,), start)[0]
    outline = shapely.Polygon(Pose(50.0, 40.0, math.degrees(0.3)).to_board(shape.outline_mm(1e-3)))
    ring = ring_of(supposed)
    guess = Pose(50.9, 39.4, math.degrees(0.37))
    ends = guess.to_board(ring[:, :2] + offsets[:, None] * ring[:, 2:])
    assert np.isfinite(offsets).all()
    assert shapely.distance(outline.exterior, shapely.points(ends)).max() < 0.02


def test_where_no_outline_is_near_there_is_no_offset():
    shape = SHAPES[0]
    far = true_offsets((shape,), np.zeros((1, 3)), (shape,), np.array([[90.0, 0.0, 0.0]]))
    assert np.isnan(far).all()
    assert far.shape == (1, POINTS)


def test_misjudged_outlines_are_wrong_by_no_more_than_they_may():
    rng = np.random.default_rng(5)
    found = [misjudged_outlines(SHAPES, rng) for _ in range(20)]
    off = [
        abs(size - true)
        for shapes in found
        for shape, kind in zip(shapes, SHAPES, strict=True)
        for size, true in ((shape.length_mm, kind.length_mm), (shape.width_mm, kind.width_mm))
    ]
    assert max(off) <= LARGEST_MISS_MM + 1e-9
    assert np.mean(off) > 0.2


def test_bases_of_one_mould_are_misjudged_alike():
    first, second = misjudged_outlines((SHAPES[0], SHAPES[0]), np.random.default_rng(1))
    assert first == second


def test_guesses_miss_by_tenths_and_by_millimetres():
    away = usual_guesses(np.zeros((4000, 3)), np.random.default_rng(2))
    miss = np.hypot(away[:, 0], away[:, 1])
    assert np.percentile(miss, 20) < 0.5
    assert 2.0 < np.percentile(miss, 95) < 4.5
    assert np.abs(away[:, 2]).max() < math.pi / 2


def test_spoiling_leaves_the_picture_as_it_was_and_its_size():
    rng = np.random.default_rng(3)
    image = rng.integers(0, 256, (120, 160, 3)).astype(np.uint8)
    kept = image.copy()
    corners = np.array([[[40.0, 40.0], [80.0, 42.0], [78.0, 70.0], [38.0, 68.0]]])
    worse = [spoiled_picture(image, corners, rng) for _ in range(12)]
    np.testing.assert_array_equal(image, kept)
    assert {w.shape for w in worse} == {image.shape}
    assert all((w != image).any() for w in worse)


def test_a_folder_without_frames_says_how_to_make_them(tmp_path):
    with pytest.raises(BadValue, match=r"reader\.toml"):
        stems_of(tmp_path, "train", lambda _: True)


def test_a_run_needs_at_least_one_step():
    with pytest.raises(BadValue, match="steps"):
        RefinerSettings(steps=0)
