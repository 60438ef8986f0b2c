"""From a photograph to a camera: right, or refused with a reason."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.calibrate.certificate.certificate import THRESHOLDS_MM, CalibrationGrade, grade_of
from referee.calibrate.lines.printed_line import corners_mm, printed_lines
from referee.calibrate.lines.ridges import grey_of
from referee.calibrate.median_picture import one_picture
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.search.print_evidence import read_numerals
from referee.calibrate.search.rival_cameras import turned_about
from referee.calibrate.solver import calibrate
from referee.camera.charuco.lens import Lens
from referee.core.errors import BadValue
from referee.loaders.fields import load_field
from tests.calibrate.boards import LARGE, camera_over, error_mm, photograph

CAMERA = camera_over(LARGE)
PICTURE = photograph(LARGE, CAMERA)
CORNERS = CAMERA.project_flat(corners_mm(LARGE))


def refused(found: CalibrationSolved | CalibrationRefused) -> str:
    assert isinstance(found, CalibrationRefused)
    return str(found)


@pytest.fixture(scope="module")
def solved() -> CalibrationSolved:
    found = calibrate([PICTURE], LARGE)
    assert isinstance(found, CalibrationSolved), found
    return found


def test_the_field_is_found_to_a_fraction_of_a_millimetre(solved: CalibrationSolved) -> None:
    assert error_mm(solved.calibration.camera, CAMERA, LARGE, 3.0) < 0.6


def test_the_stated_error_is_no_smaller_than_the_true_one(solved: CalibrationSolved) -> None:
    true = error_mm(solved.calibration.camera, CAMERA, LARGE, 3.0)
    assert true <= solved.certificate.errors.worst_mm


def test_a_picture_whose_pixels_are_wider_than_the_lines_is_refused() -> None:
    board = load_field("scale-64x30")
    camera = camera_over(board)  # 1.5 mm to a pixel, lines of about 1 mm
    assert "its lines cannot be told" in refused(calibrate([photograph(board, camera)], board))


def test_every_line_is_reported(solved: CalibrationSolved) -> None:
    assert [line.name for line in solved.certificate.lines] == [
        line.name for line in printed_lines(LARGE)
    ]
    assert all(line.seen > 0.6 for line in solved.certificate.lines if "yard" in line.name)


def test_the_gap_sigma_grows_with_the_size_of_a_pixel(solved: CalibrationSolved) -> None:
    sigma = solved.certificate.gap_sigma.error_mm
    # The camera leans toward the near right: pixels of the far left corner are the largest.
    assert sigma[-1, 0] > sigma[0, -1]


def test_upside_down_the_near_sideline_is_the_lower_one() -> None:
    found = calibrate([np.ascontiguousarray(PICTURE[::-1, ::-1])], LARGE)
    assert isinstance(found, CalibrationSolved)
    near, far = found.calibration.camera.project(
        [[LARGE.x_mm(50.0), 0.0, 0.0], [LARGE.x_mm(50.0), LARGE.width_mm, 0.0]]
    )
    assert near[1] > far[1]


def test_a_field_with_unequal_ends_tells_which_way_round_it_lies() -> None:
    lopsided = replace(LARGE, left_end_zone_mm=60.0, right_end_zone_mm=75.0)
    camera = camera_over(lopsided)
    upside_down = np.ascontiguousarray(photograph(lopsided, camera)[::-1, ::-1])
    found = calibrate([upside_down], lopsided)
    assert isinstance(found, CalibrationSolved)
    near, far = found.calibration.camera.project(
        [[LARGE.x_mm(50.0), 0.0, 0.0], [LARGE.x_mm(50.0), LARGE.width_mm, 0.0]]
    )
    assert near[1] < far[1]


def test_a_mirrored_picture_is_refused() -> None:
    flipped = np.ascontiguousarray(PICTURE[:, ::-1])
    assert "mirrored" in refused(calibrate([flipped], LARGE))


def test_corners_say_which_side_is_near() -> None:
    rng = np.random.default_rng(2)
    clicked = np.roll(CORNERS, 2, axis=0) + rng.normal(0.0, 3.0, (4, 2))
    found = calibrate([PICTURE], LARGE, corners_px=[(float(x), float(y)) for x, y in clicked])
    assert isinstance(found, CalibrationSolved)
    other_way = turned_about(CAMERA, LARGE)
    assert error_mm(found.calibration.camera, other_way, LARGE, 3.0) < 0.6


def test_corners_with_the_clock_are_refused() -> None:
    found = calibrate([PICTURE], LARGE, corners_px=[(float(x), float(y)) for x, y in CORNERS[::-1]])
    assert "clock" in refused(found)


def test_three_corners_are_no_corners() -> None:
    with pytest.raises(BadValue, match="four points"):
        calibrate([PICTURE], LARGE, corners_px=[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)])


def test_a_lens_that_is_known_makes_the_height_known() -> None:
    sigma = np.diag([2.0, 2.0, 1.0, 1.0, 1e-3, 1e-3, 1e-4, 1e-4, 1e-3]) ** 2
    lens = Lens(
        width_px=1280,
        height_px=720,
        fx_px=CAMERA.fx_px,
        fy_px=CAMERA.fy_px,
        cx_px=CAMERA.cx_px,
        cy_px=CAMERA.cy_px,
        distortion=CAMERA.distortion,
        source="a sheet",
        rms_px=0.1,
        sigma_px=0.1,
        covariance=tuple(tuple(float(v) for v in row) for row in sigma),
    )
    found = calibrate([PICTURE], LARGE, lens=lens)
    assert isinstance(found, CalibrationSolved)
    assert found.certificate.lens.focal_sigma < 0.003
    assert found.calibration.camera.position_mm[2] == pytest.approx(
        CAMERA.position_mm[2], rel=0.005
    )
    square = replace(lens, height_px=1280)
    assert "lens was measured at" in refused(calibrate([PICTURE], LARGE, lens=square))


@pytest.mark.parametrize(
    ("picture", "word"),
    [
        (np.full((720, 1280, 3), 90, dtype=np.uint8), "brightness"),
        (np.zeros((200, 300, 3), dtype=np.uint8), "200"),
        (
            np.random.default_rng(0).integers(0, 255, (480, 640, 3), dtype=np.uint8),
            "No football field",
        ),
    ],
)
def test_what_is_no_board_is_refused(picture: np.ndarray, word: str) -> None:
    assert word in refused(calibrate([picture], LARGE))


def test_no_picture_is_refused() -> None:
    assert "no picture" in refused(calibrate([], LARGE))


def test_pictures_of_a_camera_that_moved_are_refused() -> None:
    moved = np.roll(PICTURE, 3, axis=1)
    assert "the camera or the board moved by" in refused(calibrate([PICTURE, moved], LARGE))


def test_what_comes_and_goes_is_not_in_the_median() -> None:
    shots = []
    for k in range(5):
        shot = PICTURE.copy()
        cv2.circle(shot, (200 + 150 * k, 360), 40, (0, 0, 255), -1)
        shots.append(shot)
    assert np.array_equal(one_picture(shots), PICTURE)


def test_numerals_stand_at_the_tens_and_read_one_way() -> None:
    grey = grey_of(PICTURE)
    right = read_numerals(grey, CAMERA, LARGE)
    assert right.placed > 0.1
    assert right.reads > 0.06
    step = CAMERA.rotation_matrix @ np.array([LARGE.x_mm(5.0), 0.0, 0.0])
    x, y, z = np.asarray(CAMERA.translation_mm) + step
    shifted = replace(CAMERA, translation_mm=(float(x), float(y), float(z)))
    assert read_numerals(grey, shifted, LARGE).shifted


@pytest.mark.parametrize(
    ("worst_mm", "grade"),
    [
        (0.5, CalibrationGrade.GOLD),
        (0.51, CalibrationGrade.SILVER),
        (1.7, CalibrationGrade.BRONZE),
        (2.01, CalibrationGrade.REFUSED),
    ],
)
def test_grades_have_thresholds(worst_mm: float, grade: CalibrationGrade) -> None:
    assert grade_of(worst_mm) is grade
    assert list(THRESHOLDS_MM.values()) == sorted(THRESHOLDS_MM.values())
