"""A field that the picture cuts off is solved from what is left, and what is missing is named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calibrate.certificate.field_in_view import shares_in_view, words_of_outside
from referee.calibrate.lines.printed_line import printed_lines
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.solver import calibrate
from referee.camera.camera_model import CameraModel
from tests.calibrate.boards import LARGE, camera_over, error_mm, photograph

LINES = printed_lines(LARGE)
WHOLE = camera_over(LARGE)


def moved(x_mm: float, y_mm: float) -> CameraModel:
    """The same camera, the board pushed along and away."""
    x, y, z = np.asarray(WHOLE.translation_mm) + WHOLE.rotation_matrix @ (x_mm, y_mm, 0.0)
    return replace(WHOLE, translation_mm=(float(x), float(y), float(z)))


UPWARD = moved(0.0, 115.0)  # the far sideline leaves the picture


def said(camera: CameraModel) -> str:
    return " ".join(words_of_outside(camera, LINES, LARGE))


def test_of_a_field_in_view_nothing_is_said() -> None:
    assert (shares_in_view(WHOLE, LINES) == 1.0).all()
    assert said(WHOLE) == ""


def test_a_sideline_outside_the_picture_is_named() -> None:
    assert "the far sideline" in said(UPWARD)
    assert "near sideline" not in said(UPWARD)


def test_the_share_of_the_field_that_is_missing_is_told() -> None:
    middle = WHOLE.to_plane(np.array([[0.0, 359.5]]), 0.0)[0, 0]
    half = moved(float(middle) - LARGE.x_mm(50.0), 0.0)  # it lies on the picture's left edge
    share = float(said(half).split(" % of the field")[0].split()[-1])
    assert share == pytest.approx(50.0, abs=8.0)


def test_the_camera_is_solved_without_one_sideline_and_says_so() -> None:
    found = calibrate([photograph(LARGE, UPWARD)], LARGE)
    assert isinstance(found, CalibrationSolved), found
    assert error_mm(found.calibration.camera, UPWARD, LARGE, 3.0) < (
        found.certificate.errors.worst_mm
    )
    assert any("far sideline" in note for note in found.certificate.notes)
    assert np.isfinite(found.certificate.errors.error_mm).all()


def test_a_field_that_is_cut_in_two_is_refused_for_that() -> None:
    middle = WHOLE.to_plane(np.array([[0.0, 359.5]]), 0.0)[0, 0]
    half = moved(float(middle) - LARGE.x_mm(40.0), 0.0)  # the 40 lies on the picture's left edge
    found = calibrate([photograph(LARGE, half)], LARGE)
    assert isinstance(found, CalibrationRefused)
    assert "The picture shows only" in found.reason
