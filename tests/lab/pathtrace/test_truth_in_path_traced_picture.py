"""The path-traced picture shows bases where the truth says, measured in the picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.camera.camera_model import CameraModel
from referee.lab.pathtrace.blender import blender_python
from referee.lab.pathtrace.path_tracer import PathTracer
from referee.lab.pictures.base_edges import measured_corners
from referee.sim.render import PieceTruth
from tests.sim.render.scenes import (
    PROFILE,
    QUIET,
    at,
    bare_base,
    camera,
    off_axis,
    plain_look,
    roster,
    state,
)

pytestmark = pytest.mark.skipif(
    blender_python() is None,
    reason="path-traced pictures are not measured: no Python with bpy is here",
)

WITHIN_PX = 0.3
SAMPLES = 8
THREE = [(15, 12, 20), (135, 18, 75), (80, 90, 311)]
FINE_JPEG = replace(QUIET, jpeg_quality=98)


def corner_errors(image: np.ndarray, piece: PieceTruth, blurred: bool = False) -> np.ndarray:
    truth = np.array(piece.corners_px)
    return np.linalg.norm(measured_corners(image, truth, blurred) - truth, axis=1)


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(camera(tilt_deg=12.0, k1=-0.12), id="tilted, barrel distortion"),
        pytest.param(off_axis(camera(k1=-0.1), (620.0, -330.0)), id="corner of a large picture"),
    ],
)
def test_edges_in_the_picture_meet_at_the_truth_corners(model: CameraModel) -> None:
    look = plain_look(roster(3), model, FINE_JPEG)
    with PathTracer(PROFILE, look, SAMPLES, make_piece=bare_base) as tracer:
        frame = tracer.render(state(*(at(i, *pose) for i, pose in enumerate(THREE))))
    errors = np.concatenate([corner_errors(frame.image, p) for p in frame.truth.pieces])
    assert errors.max() < WITHIN_PX


def test_a_fast_base_is_blurred_around_its_truth() -> None:
    sensor = replace(FINE_JPEG, exposure_ms=8.0, readout_ms=16.0)
    look = plain_look(roster(1), camera(), sensor)
    moving = at(0, 60.0, 85.0, 30.0, vx_mm_s=180.0, vy_mm_s=120.0)
    with PathTracer(PROFILE, look, SAMPLES, make_piece=bare_base) as tracer:
        frame = tracer.render(state(moving))
    assert corner_errors(frame.image, frame.truth.pieces[0], blurred=True).max() < WITHIN_PX


def test_scene_files_are_gone_when_the_tracer_is_closed() -> None:
    tracer = PathTracer(PROFILE, plain_look(roster(1), camera(size=(64, 48))), 1)
    folder: Path = tracer.folder
    assert folder.exists()
    tracer.close()
    assert not folder.exists()
