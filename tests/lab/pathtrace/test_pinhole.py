"""The pinhole that is traced sees all that the lens shows, and resampling puts it back in place."""

from __future__ import annotations

import numpy as np
import pytest

from referee.camera.camera_model import CameraModel
from referee.lab.pathtrace.pinhole import pinhole_for
from tests.sim.render.scenes import camera, off_axis

MODELS = [
    pytest.param(camera(tilt_deg=0.0, k1=0.0), id="plain"),
    pytest.param(camera(tilt_deg=12.0, k1=-0.12), id="tilted, barrel"),
    pytest.param(off_axis(camera(k1=-0.1), (620.0, -330.0)), id="corner of a large picture"),
]
BOARD = np.array([(20.0, 30.0, 0.0), (75.0, 55.0, 3.0), (120.0, 90.0, 25.0)])


@pytest.mark.parametrize("model", MODELS)
def test_every_wanted_pixel_is_seen(model: CameraModel) -> None:
    eye = pinhole_for(model)
    assert eye.map_x.min() >= 1.0
    assert eye.map_y.min() >= 1.0
    assert eye.map_x.max() <= eye.width_px - 2.0
    assert eye.map_y.max() <= eye.height_px - 2.0


@pytest.mark.parametrize("model", MODELS)
def test_a_dot_in_the_pinhole_picture_comes_out_where_the_camera_sees_it(
    model: CameraModel,
) -> None:
    eye = pinhole_for(model)
    for point in BOARD:
        x, y = eye.project(model, point)
        rows, columns = np.mgrid[0 : eye.height_px, 0 : eye.width_px]
        dot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 2.0).astype(np.float32)
        seen = eye.distorted(dot)
        weight = np.clip(seen - 0.05, 0.0, None)
        rows, columns = np.mgrid[0 : seen.shape[0], 0 : seen.shape[1]]
        found = [(columns * weight).sum() / weight.sum(), (rows * weight).sum() / weight.sum()]
        assert found == pytest.approx(model.project(point), abs=0.05)
