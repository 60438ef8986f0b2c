"""Bases are put on the metal, on nobody else's base, and as far apart as they shall be."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.lab.pictures.base_placement import BasePlacement, pushed_place, random_place
from referee.loaders.fields import load_field

FIELD = load_field("620")
SHAPE = rounded_rectangle("b", 28.0, 20.0, 2.0)
AT = Pose(300.0, 200.0, 0.0)


@pytest.mark.parametrize(
    ("toward_deg", "heading_deg", "apart_mm"),
    [(0.0, 0.0, 28.0), (90.0, 180.0, 20.0), (180.0, 90.0, 24.0), (270.0, 90.0, 24.0)],
)
@pytest.mark.parametrize("gap_mm", [0.0, 2.5])
def test_pushed_away_to_a_gap(toward_deg, heading_deg, apart_mm, gap_mm):
    pose = pushed_place(SHAPE, heading_deg, SHAPE, AT, toward_deg, gap_mm)
    far = np.hypot(pose.x_mm - AT.x_mm, pose.y_mm - AT.y_mm)
    assert far == pytest.approx(apart_mm + gap_mm, abs=0.01)
    assert pose.heading_deg == heading_deg


def test_there_is_room_beside_a_base_and_none_on_it_or_off_the_metal():
    standing = BasePlacement(FIELD)
    standing.put(SHAPE, AT)
    assert standing.free(SHAPE, Pose(328.1, 200.0, 0.0))
    assert not standing.free(SHAPE, Pose(327.5, 200.0, 0.0))
    edge = FIELD.metal_left_x_mm
    assert standing.free(SHAPE, Pose(edge + 1.0, 200.0, 0.0))
    assert not standing.free(SHAPE, Pose(edge + 1.0, 200.0, 0.0), inside_mm=5.0)
    assert not standing.free(SHAPE, Pose(edge - 1.0, 200.0, 0.0))
    assert not standing.free(SHAPE, Pose(edge, 200.0, 0.0))


def test_anywhere_is_on_the_metal():
    rng = np.random.default_rng(2)
    places = np.array([random_place(FIELD, rng) for _ in range(200)])
    assert (
        FIELD.metal_left_x_mm <= places[:, 0].min() < places[:, 0].max() <= FIELD.metal_right_x_mm
    )
    assert FIELD.metal_near_y_mm <= places[:, 1].min() < places[:, 1].max() <= FIELD.metal_far_y_mm
