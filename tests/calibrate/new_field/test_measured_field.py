"""A field that nobody knows is measured from one picture and one length, or refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calibrate.lines.printed_line import corners_mm
from referee.calibrate.new_field.measure_sigmas import INSIDE
from referee.calibrate.new_field.measured_field import MeasuredField, measure_field
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.core.errors import BadValue
from tests.calibrate.boards import LARGE, camera_over, error_mm, photograph

ATTIC = replace(
    LARGE,
    width_mm=420.0,
    left_end_zone_mm=70.0,
    right_end_zone_mm=78.0,
    near_hash_y_mm=150.0,
    far_hash_y_mm=270.0,
    near_numbers_outer_y_mm=55.0,
    near_numbers_inner_y_mm=80.0,
    far_numbers_inner_y_mm=340.0,
    far_numbers_outer_y_mm=365.0,
    metal_far_y_mm=450.0,
    metal_right_x_mm=850.0,
)
CAMERA = camera_over(ATTIC, tilt_deg=6.0)
PICTURE = photograph(ATTIC, CAMERA)
LENGTH_MM = ATTIC.goal_to_goal_mm
CORNERS = CAMERA.project_flat(corners_mm(ATTIC))


def measured(found: MeasuredField | CalibrationRefused) -> MeasuredField:
    assert isinstance(found, MeasuredField), found
    return found


@pytest.fixture(scope="module")
def attic() -> MeasuredField:
    return measured(measure_field([PICTURE], LENGTH_MM, "attic"))


@pytest.mark.parametrize(
    ("key", "most_mm"),
    [
        ("width_mm", 2.0),
        ("left_end_zone_mm", 0.6),
        ("right_end_zone_mm", 0.6),
        ("near_hash_y_mm", 1.5),
        ("far_hash_y_mm", 1.5),
        ("near_numbers_outer_y_mm", 2.5),
        ("far_numbers_outer_y_mm", 2.5),
    ],
)
def test_every_measure_is_near_and_no_farther_off_than_it_says(
    attic: MeasuredField, key: str, most_mm: float
) -> None:
    off_mm = abs(getattr(attic.profile, key) - getattr(ATTIC, key))
    assert off_mm < most_mm
    assert off_mm < 1.5 * INSIDE * attic.sigma_mm[key]


def test_lines_are_counted_and_the_metal_is_only_guessed(attic: MeasuredField) -> None:
    assert attic.profile.yard_line_every_yd == 5
    assert any("metal" in what for what in attic.guessed)


def test_the_certificate_covers_what_the_width_leaves_open(attic: MeasuredField) -> None:
    assert isinstance(attic.solved, CalibrationSolved)
    true_mm = error_mm(attic.solved.calibration.camera, CAMERA, ATTIC, 3.0)
    assert true_mm < attic.solved.certificate.errors.worst_mm


def test_four_clicks_say_which_side_is_near() -> None:
    clicked = [(float(x) + 3.0, float(y) - 2.0) for x, y in np.roll(CORNERS, 2, axis=0)]
    found = measured(measure_field([PICTURE], LENGTH_MM, "attic", corners_px=clicked))
    assert found.profile.left_end_zone_mm == pytest.approx(ATTIC.right_end_zone_mm, abs=0.6)
    assert found.profile.near_hash_y_mm == pytest.approx(
        ATTIC.width_mm - ATTIC.far_hash_y_mm, abs=1.5
    )


def test_a_ruler_goes_before_the_picture_unless_they_disagree() -> None:
    ruled = measured(measure_field([PICTURE], LENGTH_MM, "attic", width_mm=420.4))
    assert ruled.profile.width_mm == 420.4
    assert ruled.sigma_mm["width_mm"] < 0.5
    found = measure_field([PICTURE], LENGTH_MM, "attic", width_mm=470.0)
    assert isinstance(found, CalibrationRefused)
    assert "ruler" in str(found)


def test_a_mirrored_picture_and_half_a_field_are_refused() -> None:
    mirrored = measure_field([np.ascontiguousarray(PICTURE[:, ::-1])], LENGTH_MM, "attic")
    assert "mirrored" in str(mirrored)
    half = PICTURE.copy()
    half[:, 640:] = 60
    found = measure_field([half], LENGTH_MM, "attic")
    assert isinstance(found, CalibrationRefused)
    assert "--clicks" in found.advice


def test_a_length_that_is_none_is_named() -> None:
    with pytest.raises(BadValue, match="goal lines"):
        measure_field([PICTURE], 3.0, "attic")
