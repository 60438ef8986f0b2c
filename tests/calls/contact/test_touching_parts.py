"""Which part of a base makes a touch, where the errors leave it open."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.calls.contact.touching_parts import touching_parts
from referee.core.geometry.base_shape import BasePart, rounded_rectangle
from referee.core.geometry.gap import pose_row, signed_gap
from referee.core.geometry.pose import Pose
from tests.core.strategies import SHAPES

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)


def spread(mm=0.12, deg=0.5):
    return np.diag([mm, mm, math.radians(deg)] * 2) ** 2


def found(a, b, joint=None, corner_mm=0.0):
    joint = spread() if joint is None else joint
    return touching_parts(STANDARD, pose_row(a), STANDARD, pose_row(b), joint, corner_mm)


def pairs(count):
    """Pairs of bases that are near each other and not deep in each other."""
    rng = np.random.default_rng(4)
    found = []
    while len(found) < count:
        sa, sb = (SHAPES[k] for k in rng.integers(len(SHAPES), size=2))
        places, turns = rng.uniform(-25, 25, (2, 2)), rng.uniform(0, 360, 2)
        a, b = (Pose(*place, turn) for place, turn in zip(places, turns, strict=True))
        if -0.5 < signed_gap(sa, a, sb, b).gap_mm < 3.0:
            found.append((sa, a, sb, b))
    return found


def test_without_errors_it_is_the_part_the_gap_names():
    for sa, a, sb, b in pairs(60):
        nearest = signed_gap(sa, a, sb, b)
        there = touching_parts(sa, pose_row(a), sb, pose_row(b), np.zeros((6, 6)))
        assert there.of_a(nearest.part_a) > 0.9
        assert there.of_b(nearest.part_b) > 0.9


def test_something_always_makes_the_touch():
    for sa, a, sb, b in pairs(60):
        there = touching_parts(sa, pose_row(a), sb, pose_row(b), spread())
        assert sum(there.parts_a) == pytest.approx(1.0)
        assert sum(there.parts_b) == pytest.approx(1.0)
        assert there.front_of_b >= sum(there.of_b(p) for p in BasePart if p.is_front) - 1e-9


def test_pushed_flat_against_the_back_it_is_the_back_and_no_corner():
    there = found(Pose(0, 0, 0), Pose(-27.8, 0, 0.4))
    assert there.of_a(BasePart.BACK) == 1.0
    assert there.front_of_b == 1.0


def test_a_corner_in_the_side_is_a_corner():
    there = found(Pose(0, 0, 0), Pose(4, 27, 250))
    assert there.of_a(BasePart.LEFT) == 1.0
    assert there.front_of_b == 1.0


def test_where_side_becomes_corner_nobody_can_tell():
    # A's rear corner points at the very place where B's left side ends and its front corner begins.
    b = Pose(0.0, 0.0, 0.0)
    corner = Pose(0, 0, 45).to_board(np.array([[-11.9, -8.3]]))[0]
    a = Pose(11.9 - corner[0], 12.35 - corner[1] - 0.0, 45)
    there = found(a, b)
    assert 0.2 < there.front_of_b < 0.8


def test_a_rulebook_may_count_a_bit_of_the_side_as_corner():
    corner = Pose(0, 0, 45).to_board(np.array([[-11.9, -8.3]]))[0]
    a, b = Pose(10.9 - corner[0], 12.35 - corner[1], 45), Pose(0, 0, 0)
    assert found(a, b).front_of_b < 0.2
    assert found(a, b, corner_mm=0.1 * 27.8 + 1.0).front_of_b == 1.0


def test_a_mirror_of_the_field_mirrors_the_parts():
    other = {BasePart.LEFT: BasePart.RIGHT, BasePart.FRONT_LEFT: BasePart.FRONT_RIGHT}
    other |= {BasePart.BACK_LEFT: BasePart.BACK_RIGHT}
    other |= {v: k for k, v in other.items()}
    joint = spread(0.2, 1.0)
    for sa, a, sb, b in pairs(60):
        there = touching_parts(sa, pose_row(a), sb, pose_row(b), joint)
        flip = [Pose(p.x_mm, -p.y_mm, -p.heading_deg) for p in (a, b)]
        back = touching_parts(sa, pose_row(flip[0]), sb, pose_row(flip[1]), joint)
        for part in BasePart:
            assert back.of_a(other.get(part, part)) == pytest.approx(there.of_a(part), abs=0.04)
            assert back.of_b(other.get(part, part)) == pytest.approx(there.of_b(part), abs=0.04)
