"""Base outlines: sizes and areas known in closed form, parts, and shapes that are refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import (
    BasePart,
    BaseShape,
    beveled_front,
    round_front,
    rounded_rectangle,
)
from tests.core.strategies import SHAPES, shapes

lengths = st.floats(15.0, 60.0)
radii = st.floats(0.1, 6.0)


def area_mm2(shape: BaseShape) -> float:
    return shapely.Polygon(shape.outline_mm(0.0001)).area


@given(lengths, lengths, radii)
def test_area_of_a_rounded_rectangle(length_mm, width_mm, radius_mm):
    shape = rounded_rectangle("any", length_mm, width_mm, radius_mm)
    expected = length_mm * width_mm - (4 - math.pi) * radius_mm**2
    assert area_mm2(shape) == pytest.approx(expected, rel=2e-5)


def test_a_bevel_cuts_two_triangles_off_the_skeleton():
    plain = rounded_rectangle("plain", 27.8, 20.6, 2.0)
    cut = beveled_front("cut", 27.8, 20.6, 2.0, 4.0)
    # skeleton loses 4 x 4 / 2 twice, the rim loses (4 + 4 - 4 sqrt 2) x radius twice
    lost = 2 * (8.0 + (8.0 - 4.0 * math.sqrt(2.0)) * 2.0)
    assert area_mm2(plain) - area_mm2(cut) == pytest.approx(lost, abs=0.01)


def test_a_round_front_bulges_where_the_front_is_and_nowhere_else():
    shape = round_front("round", 27.8, 20.6, 2.0, 4.0)
    outline = shape.outline_mm(0.001)
    front = outline[outline[:, 0] > 0]
    assert front[:, 0].max() == pytest.approx(13.9, abs=2e-3)
    assert abs(front[front[:, 0].argmax(), 1]) < 0.6
    # the sides end 4 mm short of the front's furthest point, less the corner's radius
    left = outline[np.isclose(outline[:, 1], 10.3, atol=1e-3)]
    assert left[:, 0].max() == pytest.approx(13.9 - 4.0 - 2.0, abs=0.1)


@given(shapes)
def test_the_outline_fills_its_rectangle_and_is_convex(shape):
    outline = shape.outline_mm(0.001)
    assert outline.max(axis=0) == pytest.approx([shape.length_mm / 2, shape.width_mm / 2], abs=2e-3)
    assert outline.min(axis=0) == pytest.approx(
        [-shape.length_mm / 2, -shape.width_mm / 2], abs=2e-3
    )
    polygon = shapely.Polygon(outline)
    assert polygon.exterior.is_ccw
    assert polygon.convex_hull.area == pytest.approx(polygon.area, rel=1e-9)
    assert np.hypot(*outline.T).max() <= shape.reach_mm + 1e-9


@given(shapes, st.floats(0.001, 0.1))
def test_chords_stay_within_the_sagitta(shape, sagitta_mm):
    fine = shapely.Polygon(shape.outline_mm(0.0001)).exterior
    rough = shapely.Polygon(shape.outline_mm(sagitta_mm)).exterior
    assert rough.hausdorff_distance(fine) <= sagitta_mm + 0.0002


def test_corners_go_front_left_front_right_back_right_back_left():
    shape = rounded_rectangle("standard", 27.8, 20.6, 2.0)
    expected = [[13.9, 10.3], [13.9, -10.3], [-13.9, -10.3], [-13.9, 10.3]]
    assert shape.corners_mm == pytest.approx(np.array(expected))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.name)
def test_every_part_lies_where_its_name_says(shape):
    points = shape.skeleton
    ahead, left = 3.0, points[:, 1].max() / 2
    middles = (points + np.roll(points, -1, axis=0)) / 2
    for part, (x, y) in [
        *zip(shape.edge_parts, middles, strict=True),
        *zip(shape.vertex_parts, points, strict=True),
    ]:
        assert ("front" in part) == (x > ahead) or part is BasePart.FRONT
        assert "back" not in part or x < -ahead
        assert "left" not in part or y > left
        assert "right" not in part or y < -left


def test_the_front_with_its_corners_is_the_front():
    assert {p for p in BasePart if p.is_front} == {
        BasePart.FRONT,
        BasePart.FRONT_LEFT,
        BasePart.FRONT_RIGHT,
    }


SQUARE = ((10.0, 10.0), (-10.0, 10.0), (-10.0, -10.0), (10.0, -10.0))
# Turns left at every corner, twice around; shifted so that only its form is wrong.
STAR_SHIFT = (10 - 10 * math.cos(math.pi / 5)) / 2
STAR = tuple(
    (10 * math.cos(4 * math.pi * k / 5) - STAR_SHIFT, 10 * math.sin(4 * math.pi * k / 5))
    for k in range(5)
)


def base(points=SQUARE, radius_mm=1.0, height_mm=3.0, parts=None):
    parts = parts or (BasePart.FRONT,) * len(points)
    return BaseShape("base", points, radius_mm, parts, parts, height_mm)


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"points": SQUARE[::-1]}, "skeleton_mm"),
        ({"points": (*SQUARE[:3], (-5.0, 0.0))}, "skeleton_mm"),
        ({"points": (SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3])}, "skeleton_mm"),
        ({"points": (*SQUARE, (10.0, 0.0))}, "skeleton_mm"),
        ({"points": (*SQUARE, SQUARE[3])}, "skeleton_mm"),
        ({"points": ((11.0, 10.0), *SQUARE[1:])}, "skeleton_mm"),
        ({"points": SQUARE[:2]}, "skeleton_mm"),
        ({"points": ((math.nan, 10.0), *SQUARE[1:])}, "skeleton_mm"),
        ({"points": tuple((x * 5, y * 5) for x, y in SQUARE)}, "length_mm"),
        ({"radius_mm": 0.0}, "radius_mm"),
        ({"radius_mm": math.nan}, "radius_mm"),
        ({"height_mm": 0.1}, "height_mm"),
        ({"parts": (BasePart.FRONT,) * 3}, "edge_parts"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(wrong, key):
    with pytest.raises(BadValue, match=f"^{key} is "):
        base(**wrong)


def test_a_star_is_refused_for_its_form():
    with pytest.raises(BadValue, match="a convex polygon"):
        base(STAR)


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (lambda: rounded_rectangle("x", 4.0, 20.0, 1.0), "length_mm"),
        (lambda: rounded_rectangle("x", 30.0, 90.0, 1.0), "width_mm"),
        (lambda: rounded_rectangle("x", 30.0, math.nan, 1.0), "width_mm"),
        (lambda: rounded_rectangle("x", 30.0, 20.0, 10.0), "radius_mm"),
        (lambda: beveled_front("x", 30.0, 20.0, 1.0, 9.0), "bevel_mm"),
        (lambda: beveled_front("x", 30.0, 20.0, 1.0, -1.0), "bevel_mm"),
        (lambda: round_front("x", 30.0, 20.0, 1.0, 0.1), "bulge_mm"),
        (lambda: round_front("x", 30.0, 20.0, 1.0, 15.0), "bulge_mm"),
    ],
)
def test_a_size_that_makes_no_sense_is_named(make, key):
    with pytest.raises(BadValue, match=f"^{key} is "):
        make()
