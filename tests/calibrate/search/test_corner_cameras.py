"""Cameras through four corners that somebody showed, never quite where they are."""

from __future__ import annotations

import numpy as np
import pytest

from referee.calibrate.fit.camera_parameters import usual_webcam
from referee.calibrate.lines.printed_line import corners_mm
from referee.calibrate.outcome import CalibrationSolved
from referee.calibrate.search.corner_cameras import cameras_at_corners
from referee.calibrate.solver import calibrate
from tests.calibrate.boards import LARGE, SIZE_PX, camera_over, error_mm, photograph

FLAT = np.column_stack([corners_mm(LARGE), np.zeros(4)])
OFF_PX = 10.0  # as docs/calibration.md promises


@pytest.mark.parametrize("tilt_deg", [0.0, 4.0, 12.0])
def test_a_camera_sees_the_corners_about_where_they_were_shown(tilt_deg: float) -> None:
    rng = np.random.default_rng(5)
    corners = camera_over(LARGE, tilt_deg=tilt_deg).project(FLAT)
    for _ in range(20):
        shown = corners + rng.uniform(-OFF_PX, OFF_PX, (4, 2))
        camera = cameras_at_corners(_points(shown), LARGE, SIZE_PX, usual_webcam(*SIZE_PX))[0]
        # The true camera misses what was shown by the clicks' own errors: the best misses by less.
        least = float(np.linalg.norm(corners - shown))
        assert float(np.linalg.norm(camera.project(FLAT) - shown)) < least + 1.0


def test_corners_ten_pixels_off_are_near_enough_for_a_camera_straight_above() -> None:
    truth = camera_over(LARGE, tilt_deg=0.0)
    shown = truth.project(FLAT) + np.array([(0, 9), (-7, 9), (-4, -2), (6, -2)])
    found = calibrate([photograph(LARGE, truth)], LARGE, corners_px=_points(shown))
    assert isinstance(found, CalibrationSolved), found
    worst = found.certificate.errors.worst_mm
    assert error_mm(found.calibration.camera, truth, LARGE, 0.0) < worst


def _points(places: np.ndarray) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in places]
