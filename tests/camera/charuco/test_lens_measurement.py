"""The lens from a waved sheet: as true as the truth, and as OpenCV's own answer."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.camera.charuco.lens_sheet import LENS_SHEETS, opencv_board_of
from referee.camera.charuco.lens_solver import solve_lens
from referee.camera.charuco.sheet_view import find_sheet
from referee.camera.charuco.view_collector import ViewCollector, tilt_of
from referee.core.errors import BadValue
from referee.lab.pictures.waved_lens_sheet import held_camera, photograph, wave_poses

SHEET = LENS_SHEETS["a4"]
TRUE = overhead_camera(
    width_px=800,
    height_px=450,
    target_mm=(0.0, 0.0),
    height_mm=1000.0,
    focal_px=640.0,
    distortion=(-0.11, 0.04, 3e-4, -2e-4, 0.0),
    principal_offset_px=(6.0, -4.0),
)


@pytest.fixture(scope="module")
def photos():
    rng = np.random.default_rng(8)
    return [photograph(SHEET, place, rng) for place in wave_poses(TRUE, SHEET, rng, 14)]


@pytest.fixture(scope="module")
def views(photos):
    return [view for photo in photos if (view := find_sheet(photo)) is not None]


def rays(lens, pixels):
    """Directions of pixels by OpenCV, in pixels of the true focal length."""
    flat = cv2.undistortPoints(
        pixels.reshape(-1, 1, 2), lens.camera_matrix, np.array(lens.distortion)
    )
    return flat.reshape(-1, 2) * TRUE.fx_px


def apart_px(one, other):
    """How far two lenses disagree over the picture, at most."""
    xs, ys = np.meshgrid(np.linspace(10, 790, 9), np.linspace(10, 440, 7))
    pixels = np.stack([xs.ravel(), ys.ravel()], axis=1)
    off = rays(one, pixels) - rays(other, pixels)
    return float(np.hypot(*(off - off.mean(axis=0)).T).max())  # a common shift is the camera's turn


def test_corners_are_found_to_a_fraction_of_a_pixel(photos, views):
    assert len(views) == len(photos)
    places = wave_poses(TRUE, SHEET, np.random.default_rng(8), 14)
    for view, place in zip(views, places, strict=True):
        middle = SHEET.left_mm - SHEET.width_mm / 2, SHEET.top_mm - SHEET.height_mm / 2
        true = place.project(np.c_[view.corners_mm + middle, np.zeros(len(view.ids))])
        assert np.hypot(*(view.corners_px - true).T).mean() < 0.15


def test_the_lens_is_the_true_one(views):
    lens = solve_lens(views)
    assert lens.source == "sheet"
    assert lens.views == len(views)
    assert lens.rms_px < 0.15
    assert apart_px(lens, TRUE) < 0.35


def test_its_stated_error_holds_the_true_one(views):
    lens = solve_lens(views)
    names = ("fx_px", "fy_px", "cx_px", "cy_px")
    off = [getattr(lens, name) - getattr(TRUE, name) for name in names]
    sigma = np.sqrt(np.diag(np.array(lens.covariance)))[:4]
    assert (np.abs(off) < 5.0 * sigma).all()
    assert 0.0 < lens.sigma_px < 0.3


def test_it_agrees_with_opencvs_own_answer_on_the_same_pictures(photos, views):
    detector = cv2.aruco.CharucoDetector(opencv_board_of(SHEET))
    points, pixels = [], []
    for photo in photos:
        corners, ids, _, _ = detector.detectBoard(photo)
        point, pixel = opencv_board_of(SHEET).matchImagePoints(corners, ids)
        points.append(point)
        pixels.append(pixel)
    _, matrix, distortion, _, _ = cv2.calibrateCamera(points, pixels, (800, 450), None, None)
    theirs = replace(
        solve_lens(views),
        fx_px=matrix[0, 0],
        fy_px=matrix[1, 1],
        cx_px=matrix[0, 2],
        cy_px=matrix[1, 2],
        distortion=tuple(np.ravel(distortion)[:5]),
    )
    assert apart_px(solve_lens(views), theirs) < 0.3


def test_corners_under_a_thumb_do_not_spoil_it(views):
    bad = views[2].corners_px.copy()
    bad[:5] += 25.0
    spoilt = [*views[:2], replace(views[2], corners_px=bad), *views[3:]]
    assert apart_px(solve_lens(spoilt), solve_lens(views)) < 0.1


def test_too_few_views_are_refused(views):
    with pytest.raises(BadValue, match="seen in 3 pictures"):
        solve_lens(views[:3])


def test_pictures_of_two_sizes_are_refused(views):
    with pytest.raises(BadValue, match="of different sizes"):
        solve_lens([*views, replace(views[0], size_px=(1600, 900))])


def test_views_that_contradict_each_other_are_refused(views):
    rng = np.random.default_rng(1)
    wild = [
        replace(v, corners_px=v.corners_px + rng.normal(0, 15.0, v.corners_px.shape)) for v in views
    ]
    with pytest.raises(BadValue, match="disagree"):
        solve_lens(wild)


def test_a_picture_without_a_sheet_shows_none():
    assert find_sheet(np.full((450, 800, 3), 127, np.uint8)) is None


def test_a_tilt_is_known_before_the_lens_is():
    rng = np.random.default_rng(3)
    for lean in (0.0, 30.0):
        place = held_camera(TRUE, (400, 225), 420.0, np.array([np.radians(lean), 0.0, 0.0]))
        tilt, _ = tilt_of(find_sheet(photograph(SHEET, place, rng)))
        assert tilt == pytest.approx(lean, abs=6.0)


class TestCoverage:
    def test_a_sheet_that_moves_is_waited_for(self, views):
        collector = ViewCollector()
        assert "still" in collector.offer(views[0]).words
        assert collector.offer(views[0]).taken
        moving = replace(views[0], corners_px=views[0].corners_px + 30.0)
        assert collector.offer(moving).words == "Hold it still for a moment."

    def test_the_same_view_again_teaches_nothing(self, views):
        collector = ViewCollector()
        for _ in range(4):
            collector.offer(views[0])
        assert len(collector.views) == 1

    def test_without_a_sheet_it_says_so(self):
        assert "No sheet" in ViewCollector().offer(None).words

    def test_covered_parts_are_where_corners_were(self, views):
        collector = ViewCollector()
        corner = np.array([[790.0, 440.0]])
        collector.add(replace(views[0], ids=np.array([3]), corners_px=corner))
        cells = collector.cells()
        assert cells.sum() == 1
        assert cells[-1, -1]

    def test_it_asks_for_what_is_missing_and_ends(self, views):
        collector = ViewCollector()
        first = collector.offer(views[0])
        assert not first.enough
        while_missing = set()
        for _ in range(2):
            for view in views:
                collector.offer(view)
                while_missing.add(collector.offer(view).words)
        assert any("of the picture" in words for words in while_missing)
        last = collector.offer(views[0])
        assert last.done > first.done
        assert last.enough == (last.words == "That is enough.")
