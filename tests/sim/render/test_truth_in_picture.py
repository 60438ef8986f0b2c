"""Truth corners are where the picture's edges meet, whatever camera, height and motion do."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.camera.camera_model import CameraModel
from referee.core.geometry.base_shape import beveled_front
from referee.lab.pictures.base_edges import measured_corners
from referee.sim.look import Lamp
from referee.sim.render import FrameTruth, PieceTruth, Renderer
from tests.sim.render.scenes import (
    FINE,
    PROFILE,
    QUICK,
    QUIET,
    at,
    bare_base,
    camera,
    off_axis,
    plain_look,
    roster,
    state,
    whole_base,
)

WITHIN_PX = 0.3
FIVE = [(10, 10, 20), (140, 15, 75), (75, 55, 0), (20, 100, 200), (135, 95, 311)]


def corner_errors(image: np.ndarray, piece: PieceTruth, blurred: bool = False) -> np.ndarray:
    truth = np.array(piece.corners_px)
    return np.linalg.norm(measured_corners(image, truth, blurred) - truth, axis=1)


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(camera(tilt_deg=0.0, k1=0.0), id="straight above"),
        pytest.param(camera(tilt_deg=12.0, k1=-0.12), id="tilted, barrel distortion"),
        pytest.param(off_axis(camera(k1=-0.1), (620.0, -330.0)), id="corner of a large picture"),
    ],
)
def test_edges_in_the_picture_meet_at_the_truth_corners(model: CameraModel) -> None:
    renderer = Renderer(PROFILE, plain_look(roster(5), model), QUICK, bare_base)
    frame = renderer.render(state(*(at(i, *pose) for i, pose in enumerate(FIVE))))
    errors = np.concatenate([corner_errors(frame.image, p) for p in frame.truth.pieces])
    assert errors.max() < WITHIN_PX


@pytest.mark.parametrize("lamp_mm", [(700.0, 55.0, 900.0), (75.0, 900.0, 900.0)])
def test_the_base_that_users_see_ends_at_its_truth(lamp_mm: tuple[float, float, float]) -> None:
    """The whole moulding, lit from beside the board so that the sides one sees lie in the shade."""
    model = off_axis(camera(tilt_deg=8.0, k1=-0.1), (420.0, 260.0))
    look = plain_look(roster(5), model, lamps=(Lamp(lamp_mm, 20.0, 1.0),), ambient=0.1)
    renderer = Renderer(PROFILE, look, FINE, whole_base)
    frame = renderer.render(state(*(at(i, *pose) for i, pose in enumerate(FIVE))))
    errors = np.concatenate([corner_errors(frame.image, p) for p in frame.truth.pieces])
    assert errors.max() < WITHIN_PX


def test_a_high_base_is_shown_where_its_top_is() -> None:
    model = off_axis(camera(), (600.0, 300.0))
    shape = beveled_front("tall", 30.0, 22.0, 1.0, 0.0, height_mm=9.0)
    renderer = Renderer(PROFILE, plain_look(roster(1, shape), model), QUICK, bare_base)
    frame = renderer.render(state(at(0, 80.0, 50.0, 30.0)))
    assert corner_errors(frame.image, frame.truth.pieces[0]).max() < WITHIN_PX


def test_a_lifted_base_is_shown_where_the_truth_says() -> None:
    model = off_axis(camera(), (-500.0, 200.0))
    renderer = Renderer(PROFILE, plain_look(roster(1), model), QUICK, bare_base)
    frame = renderer.render(state(at(0, 70.0, 60.0, 140.0, lift_mm=25.0)))
    piece = frame.truth.pieces[0]
    assert piece.lifted
    assert corner_errors(frame.image, piece).max() < WITHIN_PX


@pytest.mark.parametrize("quality", [QUICK, FINE], ids=lambda q: q.name)
@pytest.mark.parametrize("direction_deg", [0.0, 90.0, 200.0])
def test_a_fast_base_is_blurred_around_its_truth(quality: object, direction_deg: float) -> None:
    sensor = replace(QUIET, exposure_ms=8.0, readout_ms=16.0)
    a = np.radians(direction_deg)
    vx, vy = 250.0 * np.cos(a), 250.0 * np.sin(a)
    renderer = Renderer(PROFILE, plain_look(roster(3), camera(), sensor), quality, bare_base)
    moving = [
        at(i, x, y, h, vx_mm_s=vx, vy_mm_s=vy)
        for i, (x, y, h) in enumerate([(30, 15, direction_deg), (75, 100, 45), (125, 40, 0)])
    ]
    frame = renderer.render(state(*moving))
    errors = np.concatenate(
        [corner_errors(frame.image, p, blurred=True) for p in frame.truth.pieces]
    )
    assert errors.max() < WITHIN_PX


def test_a_turning_base_is_blurred_around_its_truth() -> None:
    sensor = replace(QUIET, exposure_ms=10.0)
    renderer = Renderer(PROFILE, plain_look(roster(1), camera(), sensor), FINE, bare_base)
    frame = renderer.render(state(at(0, 75.0, 55.0, 10.0, spin_deg_s=300.0)))
    assert corner_errors(frame.image, frame.truth.pieces[0], blurred=True).max() < WITHIN_PX


def test_corners_are_those_opencv_projects() -> None:
    model = off_axis(camera(k1=-0.11), (450.0, 380.0))
    renderer = Renderer(PROFILE, plain_look(roster(5), model), QUICK, bare_base)
    truth = renderer.render(state(*(at(i, *pose) for i, pose in enumerate(FIVE)))).truth
    for piece, (x, y, heading) in zip(truth.pieces, FIVE, strict=True):
        a = np.radians(heading)
        front, left = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        flat = [np.array([x, y]) + f * 13.9 * front + s * 10.3 * left for f, s in CORNER_SIGNS]
        points = np.array([[p[0], p[1], 3.0] for p in flat])
        spin, _ = cv2.Rodrigues(model.rotation_matrix)
        expected, _ = cv2.projectPoints(
            points,
            spin,
            np.array(model.translation_mm),
            model.camera_matrix,
            np.array(model.distortion),
        )
        np.testing.assert_allclose(piece.corners_px, expected.reshape(4, 2), atol=1e-6)


CORNER_SIGNS = (
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
)  # front-left, front-right, back-right, back-left


def test_a_row_is_read_later_the_lower_it_lies() -> None:
    sensor = replace(QUIET, readout_ms=20.0)
    model = camera(tilt_deg=0.0, k1=0.0)
    renderer = Renderer(PROFILE, plain_look(roster(2), model, sensor), QUICK, bare_base)
    truth: FrameTruth = renderer.render(
        state(at(0, 75.0, 110.0, 0.0), at(1, 75.0, 5.0, 0.0), t_ns=5_000_000_000)
    ).truth
    for piece in truth.pieces:
        row = model.project((piece.x_mm, piece.y_mm, 3.0))[1]
        after_s = (row - (model.height_px - 1) / 2) / model.height_px * 0.020
        assert piece.t_ns - truth.t_ns == pytest.approx(after_s * 1e9, abs=2)


def test_the_truth_tells_the_pose_at_the_moment_of_the_row() -> None:
    sensor = replace(QUIET, readout_ms=20.0)
    renderer = Renderer(PROFILE, plain_look(roster(1), camera(), sensor), QUICK, bare_base)
    start = at(0, 60.0, 100.0, 30.0, vx_mm_s=200.0, vy_mm_s=-40.0, spin_deg_s=90.0)
    truth = renderer.render(state(start)).truth.pieces[0]
    seconds = truth.t_ns * 1e-9
    assert seconds != 0.0
    assert truth.x_mm == pytest.approx(60.0 + 200.0 * seconds, abs=1e-5)
    assert truth.y_mm == pytest.approx(100.0 - 40.0 * seconds, abs=1e-5)
    assert truth.heading_deg == pytest.approx(30.0 + 90.0 * seconds, abs=1e-5)
