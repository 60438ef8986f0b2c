"""The camera model says what OpenCV says."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.camera.camera_model import CameraModel, overhead_camera

CAMERAS = st.builds(
    overhead_camera,
    width_px=st.just(1920),
    height_px=st.just(1080),
    target_mm=st.tuples(st.floats(300, 420), st.floats(150, 250)),
    height_mm=st.floats(800, 2000),
    focal_px=st.floats(1300, 2200),
    tilt_deg=st.floats(0, 20),
    tilt_toward_deg=st.floats(0, 360),
    roll_deg=st.floats(-10, 10),
    distortion=st.tuples(
        st.floats(-0.15, 0.05),
        st.floats(-0.02, 0.05),
        st.floats(-1e-3, 1e-3),
        st.floats(-1e-3, 1e-3),
        st.floats(-0.01, 0.01),
    ),
    principal_offset_px=st.tuples(st.floats(-30, 30), st.floats(-30, 30)),
)
POINTS = np.array(
    [[x, y, z] for x in (0.0, 360, 700) for y in (0.0, 200, 380) for z in (0.0, 3, 40)]
)


@settings(max_examples=60, deadline=None)
@given(camera=CAMERAS)
def test_projects_as_opencv_does(camera: CameraModel) -> None:
    # cv2.Rodrigues drops small angles and loses digits near half a turn, which is what a camera
    # that looks down has made; so the board is stood up by an exact quarter turn first.
    quarter = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    spin, _ = cv2.Rodrigues(camera.rotation_matrix @ quarter)
    expected, _ = cv2.projectPoints(
        POINTS @ quarter,
        spin,
        np.array(camera.translation_mm),
        camera.camera_matrix,
        np.array(camera.distortion),
    )
    np.testing.assert_allclose(camera.project(POINTS), expected.reshape(-1, 2), atol=1e-6)


@settings(max_examples=60, deadline=None)
@given(camera=CAMERAS, z_mm=st.floats(0, 20))
def test_a_pixel_leads_back_to_its_point(camera: CameraModel, z_mm: float) -> None:
    flat = POINTS[POINTS[:, 2] == 0.0]
    points = flat + np.array([0.0, 0.0, z_mm])
    back = camera.to_plane(camera.project(points), z_mm)
    np.testing.assert_allclose(back, points[:, :2], atol=1e-6)
