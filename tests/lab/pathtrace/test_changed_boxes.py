"""What is traced again: around every thing and its shadow, with few boxes."""

from __future__ import annotations

import numpy as np

from referee.lab.pathtrace.changed_boxes import ChangedBox, joined_boxes, touched_box
from referee.lab.pathtrace.pinhole import pinhole_for
from referee.sim.render.light.lamps import REFERENCE2, SIZE, X, Z
from tests.sim.render.scenes import camera

CAMERA = camera(tilt_deg=0.0, k1=0.0)
LOW, HIGH = np.array([60.0, 40.0, 0.0]), np.array([90.0, 60.0, 30.0])


def lamp(x_mm: float, y_mm: float, z_mm: float) -> np.ndarray:
    row = np.zeros(14)
    row[X : Z + 1] = x_mm, y_mm, z_mm
    row[SIZE], row[REFERENCE2] = 10.0, 1.0
    return row


def test_the_box_holds_the_thing_and_its_shadow() -> None:
    """A lamp 45 degrees to the left throws the shadow of 30 mm 30 mm to the right."""
    eye = pinhole_for(CAMERA)
    far_left = lamp(75.0 - 5000.0, 50.0, 5000.0)
    box = touched_box(LOW, HIGH, far_left[None], CAMERA, eye)
    assert box is not None
    for point in [(60.0, 40.0, 30.0), (90.0, 60.0, 0.0), (119.0, 50.0, 0.0)]:
        x, y = eye.project(CAMERA, point)
        assert box.left <= x < box.right
        assert box.top <= y < box.bottom


def test_a_thing_out_of_the_picture_needs_no_box() -> None:
    eye = pinhole_for(CAMERA)
    away = np.array([5000.0, 0.0, 0.0])
    above = lamp(5075.0, 50.0, 2000.0)
    assert touched_box(LOW + away, HIGH + away, above[None], CAMERA, eye) is None


def test_boxes_that_overlap_become_one_and_distant_ones_stay_apart() -> None:
    near, over, far = (
        ChangedBox(0, 0, 100, 100),
        ChangedBox(20, 20, 120, 120),
        ChangedBox(500, 500, 600, 600),
    )
    assert joined_boxes([near, over, far]) == [ChangedBox(0, 0, 120, 120), far]
