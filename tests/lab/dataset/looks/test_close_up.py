"""A close-up is a part of the picture: same lens, same perspective, nothing in it left out."""

from __future__ import annotations

import numpy as np

from referee.camera.camera_model import overhead_camera
from referee.core.geometry.pose import Pose
from referee.lab.dataset.looks.close_up import in_sight, window
from referee.sim.board_state import BoardState, PieceState

CAMERA = overhead_camera(
    width_px=1200,
    height_px=800,
    target_mm=(300.0, 200.0),
    height_mm=700.0,
    focal_px=1000.0,
    tilt_deg=8.0,
    tilt_toward_deg=30.0,
    distortion=(-0.08, 0.02, 1e-3, -5e-4, 0.0),
)


def test_every_point_keeps_its_place_in_the_whole_picture():
    part = window(CAMERA, left=350, top=120, width_px=600, height_px=400)
    points = np.random.default_rng(1).uniform([0, 0, 0], [600, 400, 30], (50, 3))
    np.testing.assert_allclose(part.project(points), CAMERA.project(points) - [350, 120])


def test_what_the_part_shows_stays_and_what_is_far_outside_goes():
    part = window(CAMERA, left=0, top=0, width_px=600, height_px=400)
    x, y = np.meshgrid(np.arange(-100.0, 700.0, 20.0), np.arange(-100.0, 500.0, 20.0))
    pieces = tuple(
        PieceState(f"P{k}", Pose(float(a), float(b), 0.0))
        for k, (a, b) in enumerate(zip(x.ravel(), y.ravel(), strict=True))
    )
    kept = {p.player_id for p in in_sight(BoardState(0, 0.0, pieces), part).pieces}
    seen = {
        p.player_id
        for p in pieces
        for u, v in [part.project([p.pose.x_mm, p.pose.y_mm, 3.0])]
        if 0 <= u <= 599 and 0 <= v <= 399
    }
    assert seen <= kept
    assert len(kept) < len(pieces) / 2
