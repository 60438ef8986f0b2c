"""A detection's corners, taken back through the camera, are the base that was there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.camera.camera_model import overhead_camera
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.vision.frame.board_scale import board_scale_px_per_mm, detected_base_of
from referee.vision.sighting import Detection, Thing

SHAPE = rounded_rectangle("standard", 27.8, 20.6, 2.0, height_mm=3.0)
CAMERA = overhead_camera(
    width_px=1920,
    height_px=1080,
    target_mm=(375.0, 225.0),
    height_mm=900.0,
    focal_px=1640.0,
    tilt_deg=9.0,
    tilt_toward_deg=200.0,
    distortion=(-0.08, 0.02, 0.0, 0.0, 0.0),
)


def detected(pose, shift_px=(0.0, 0.0)):
    corners = np.column_stack([pose.to_board(SHAPE.corners_mm), np.full(4, SHAPE.height_mm)])
    points = CAMERA.project(corners) + np.array(shift_px)
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return Detection(Thing.BASE, 0.9, (0.0, 0.0, 1.0, 1.0), (a, b, c, d))


@given(x=st.floats(20.0, 700.0), y=st.floats(20.0, 430.0), heading=st.floats(0.0, 360.0, width=32))
def test_the_base_is_where_it_was(x, y, heading):
    pose = Pose(x, y, heading)
    seen = detected_base_of(detected(pose), CAMERA, SHAPE.height_mm)
    turned = (seen.pose.heading_deg - pose.heading_deg + 180.0) % 360.0 - 180.0
    assert (seen.pose.x_mm, seen.pose.y_mm) == pytest.approx((x, y), abs=1e-5)
    assert turned == pytest.approx(0.0, abs=1e-4)
    assert (seen.length_mm, seen.width_mm) == pytest.approx((27.8, 20.6), abs=1e-5)


def test_a_top_taken_for_the_board_itself_moves_the_base_outward():
    """3 mm of height at 300 mm from below a camera 900 mm up are one millimetre."""
    straight = overhead_camera(
        width_px=1920, height_px=1080, target_mm=(0.0, 0.0), height_mm=900.0, focal_px=1500.0
    )
    pose = Pose(300.0, 0.0, 0.0)
    corners = np.column_stack([pose.to_board(SHAPE.corners_mm), np.full(4, 3.0)])
    a, b, c, d = ((float(x), float(y)) for x, y in straight.project(corners))
    found = detected_base_of(Detection(Thing.BASE, 0.9, (0, 0, 1, 1), (a, b, c, d)), straight, 0.0)
    assert found.pose.x_mm - 300.0 == pytest.approx(300.0 * 3.0 / 897.0, abs=1e-6)


def test_the_scale_is_the_focal_length_over_the_height():
    straight = overhead_camera(
        width_px=640, height_px=480, target_mm=(0.0, 0.0), height_mm=800.0, focal_px=1000.0
    )
    assert board_scale_px_per_mm(straight) == pytest.approx(1.25)


def test_a_thing_without_corners_stands_nowhere():
    with pytest.raises(BadValue, match="corners"):
        detected_base_of(Detection(Thing.HAND, 0.9, (0.0, 0.0, 1.0, 1.0)), CAMERA, 3.0)
