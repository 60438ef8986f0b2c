"""The common outline of bases in one picture, drawn with OpenCV from shapes that are known."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.measured_shape import measure_shape
from tests.vision.refine.drawn import SHAPES, TURF, WHITE, camera, drawn

MODEL = camera()
POSES = [
    Pose(20.0 + 42.0 * column + 3.0 * row, 25.0 + 40.0 * row, 37.0 * (3 * row + column) - 20.0)
    for row in range(2)
    for column in range(3)
]


def roughly(rng: np.random.Generator, turned: float = 0.0) -> list[PoseGuess]:
    """As a detector guesses: plain rectangles, a millimetre and some degrees off."""
    shapes = [rounded_rectangle("any", *(rng.normal((28.6, 19.8), 0.7)), 2.0) for _ in POSES]
    away = rng.normal(0.0, 1.0, (len(POSES), 3)) * (0.8, 0.8, 3.0)
    away[:, 2] += 180.0 * (rng.random(len(POSES)) < turned)
    return [
        PoseGuess(shape, Pose(p.x_mm + x, p.y_mm + y, p.heading_deg + turn))
        for shape, p, (x, y, turn) in zip(shapes, POSES, away, strict=True)
    ]


@pytest.mark.parametrize("kind", SHAPES)
def test_size_and_front_are_found_from_rough_guesses(kind):
    shape = SHAPES[kind]
    image = drawn(MODEL, [(shape, pose, WHITE) for pose in POSES])
    found = measure_shape(image, MODEL, roughly(np.random.default_rng(1), turned=0.3))
    assert found.length_mm == pytest.approx(shape.length_mm, abs=0.3)
    assert found.width_mm == pytest.approx(shape.width_mm, abs=0.3)
    assert len(found.shape.skeleton_mm) == len(shape.skeleton_mm)
    assert found.bases == len(POSES)


def test_a_guess_where_no_base_stands_does_not_count():
    shape = SHAPES["rounded"]
    image = drawn(MODEL, [(shape, pose, WHITE) for pose in POSES[:-1]])
    found = measure_shape(image, MODEL, roughly(np.random.default_rng(2)))
    assert found.bases < len(POSES)
    assert found.length_mm == pytest.approx(shape.length_mm, abs=0.3)


def test_nothing_to_be_seen_is_an_error():
    empty = np.full((MODEL.height_px, MODEL.width_px, 3), TURF, dtype=np.uint8)
    with pytest.raises(BadValue, match="bases"):
        measure_shape(empty, MODEL, roughly(np.random.default_rng(3)))
    with pytest.raises(BadValue, match="at least one"):
        measure_shape(empty, MODEL, [])
