"""A crop shows the board from straight above, front up, whatever camera took the picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.core.geometry.pose import Pose
from referee.vision.network.crops import CropPlan, crop_bases

CAMERA = overhead_camera(
    width_px=640,
    height_px=480,
    target_mm=(150.0, 100.0),
    height_mm=420.0,
    focal_px=620.0,
    tilt_deg=9.0,
    tilt_toward_deg=250.0,
    roll_deg=3.0,
    distortion=(-0.09, 0.02, 8e-4, -5e-4, 0.0),
)
PLAN = CropPlan()
POSE = Pose(176.0, 121.0, 37.0)


def spot_at(point_mm):
    """A picture with one soft white spot where the camera sees a point."""
    u, v = CAMERA.project(point_mm)
    y, x = np.mgrid[0:480, 0:640]
    light = 255.0 * np.exp(-((x - u) ** 2 + (y - v) ** 2) / (2 * 2.0**2))
    return np.repeat(light[:, :, None], 3, axis=2).astype(np.uint8)


def middle_of_light(plane):
    weight = plane.astype(float)
    rows, columns = np.mgrid[0 : plane.shape[0], 0 : plane.shape[1]]
    return (rows * weight).sum() / weight.sum(), (columns * weight).sum() / weight.sum()


@pytest.mark.parametrize(("ahead_mm", "left_mm"), [(0.0, 0.0), (12.0, 0.0), (-6.0, 9.0)])
@pytest.mark.parametrize(("plane", "above_mm"), [(0, 0.0), (1, PLAN.figure_mm)])
def test_a_point_lies_where_its_base_has_it(ahead_mm, left_mm, plane, above_mm):
    """Rows count backward from the front edge of the crop, columns from its left side."""
    top_mm = 3.5
    turn = math.radians(POSE.heading_deg)
    x = POSE.x_mm + ahead_mm * math.cos(turn) - left_mm * math.sin(turn)
    y = POSE.y_mm + ahead_mm * math.sin(turn) + left_mm * math.cos(turn)
    image = spot_at([x, y, top_mm + above_mm])
    crops, _ = crop_bases(image, CAMERA, [POSE], [top_mm], PLAN)
    row, column = middle_of_light(crops[0, 3 * plane])
    middle = (PLAN.size_px - 1) / 2
    assert row == pytest.approx(middle - ahead_mm * PLAN.px_per_mm, abs=0.15)
    assert column == pytest.approx(middle - left_mm * PLAN.px_per_mm, abs=0.15)


def test_a_crop_is_what_opencv_samples_at_the_projected_places():
    rng = np.random.default_rng(5)
    rough = rng.integers(0, 256, (60, 80, 3), dtype=np.uint8)
    image = cv2.resize(rough, (640, 480), interpolation=cv2.INTER_CUBIC)
    plan = CropPlan(size_px=32, px_per_mm=1.5)
    k = np.arange(plan.size_px)
    along = (plan.size_px / 2 - (k + 0.5)) / plan.px_per_mm
    ahead, left = np.meshgrid(along, along, indexing="ij")
    ground = POSE.to_board(np.column_stack([ahead.ravel(), left.ravel()]))
    seen = CAMERA.project(np.column_stack([ground, np.full(len(ground), 3.0)]))
    u, v = (seen[:, i].reshape(32, 32).astype(np.float32) for i in (0, 1))
    wanted = cv2.remap(image, u, v, cv2.INTER_LINEAR)
    crops, _ = crop_bases(image, CAMERA, [POSE], [3.0], plan)
    off = np.abs(crops[0, :3].transpose(1, 2, 0).astype(int) - wanted)
    assert np.percentile(off, 99) <= 6  # OpenCV rounds its fractions to 1/32 pixel
    assert off.mean() < 1.0


def test_the_turned_base_has_the_turned_crop():
    image = np.random.default_rng(2).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    image = cv2.GaussianBlur(image, (0, 0), 2.0)
    back = Pose(POSE.x_mm, POSE.y_mm, POSE.heading_deg + 180.0)
    crops, leans = crop_bases(image, CAMERA, [POSE, back], [3.0, 3.0], PLAN)
    off = np.abs(crops[0].astype(int) - crops[1, :, ::-1, ::-1])
    assert off.max() <= 1
    np.testing.assert_allclose(leans[0], -leans[1], atol=1e-6)


def test_the_lean_points_where_a_mast_on_the_base_seems_to_fall():
    _, leans = crop_bases(np.zeros((480, 640, 3), np.uint8), CAMERA, [POSE], [3.0], PLAN)
    top = np.array([POSE.x_mm, POSE.y_mm, 4.0])
    seen = CAMERA.to_plane(CAMERA.project(top), 3.0)
    ahead, left = POSE.to_base(seen[None])[0]
    assert leans[0] == pytest.approx((ahead, left), rel=0.01)


def test_beyond_the_picture_its_edge_goes_on():
    image = np.full((480, 640, 3), 200, dtype=np.uint8)
    x, y = CAMERA.to_plane([0.0, 0.0], 3.0)
    crops, _ = crop_bases(image, CAMERA, [Pose(float(x), float(y), 10.0)], [3.0], PLAN)
    assert (crops == 200).all()
