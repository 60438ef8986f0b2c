"""Frames that tell nothing are refused with their reason; those that are only odd are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.camera.frame_source import Frame
from referee.core.geometry.pose import Pose
from referee.loaders.fields import load_field
from referee.vision.frame.finder import BaseCandidate, BoardDetections, diagonal_covariance
from referee.vision.frame.frame_check import (
    BadFrame,
    FrameCheck,
    blur_of,
    check_calibration,
    check_lines,
)
from referee.vision.frame.printed_lines import lines_off_mm

FIELD = load_field("620")
SIZE = 960, 540
LOOKS = {
    "width_px": SIZE[0], "height_px": SIZE[1], "target_mm": (457.0, 229.0),
    "height_mm": 900.0, "focal_px": 800.0,
}  # fmt: skip
CAMERA = overhead_camera(**LOOKS)
NOTHING = BoardDetections((), (), ())


def board_picture(camera=CAMERA):
    """Yard lines and sidelines on turf, with a sensor's noise."""
    image = np.full((SIZE[1], SIZE[0], 3), (60, 110, 50), dtype=np.uint8)
    ends = [((x, 0.0), (x, FIELD.width_mm)) for x in np.arange(0, 101, 5) * FIELD.length_mm_per_yd]
    ends += [((0.0, y), (FIELD.goal_to_goal_mm, y)) for y in (0.0, FIELD.width_mm)]
    for start, end in ends:
        points = np.linspace((*start, 0.0), (*end, 0.0), 40)
        px = np.round(camera.project(points) * 16).astype(np.int32)
        cv2.polylines(image, [px], False, (225, 230, 225), 2, cv2.LINE_AA, 4)
    noise = np.random.default_rng(3).normal(0.0, 2.0, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def picture():
    return board_picture()


def check(image, t_ns=0):
    FrameCheck(CAMERA, 0.9).check(Frame(t_ns, image, 0))


def test_a_picture_of_a_board_passes(picture):
    check(picture)


REFUSED = {
    "black": (lambda image: image // 40, "black"),
    "white": (lambda image: np.full_like(image, 255), "burnt out"),
    "one colour": (lambda image: np.full_like(image, 120), "one colour"),
    "blurred": (lambda image: cv2.GaussianBlur(image, (0, 0), 6.0), "out of focus"),
    "cropped": (lambda image: image[:500], "as the camera was calibrated"),
    "another mode": (lambda image: cv2.resize(image, (480, 270)), "--scale"),
    "grey": (lambda image: image[:, :, 0], "rows x columns x 3"),
}


@pytest.mark.parametrize(("spoil", "words"), REFUSED.values(), ids=REFUSED)
def test_a_picture_that_tells_nothing_is_refused(spoil, words, picture):
    with pytest.raises(BadFrame, match=words):
        check(spoil(picture))


def test_a_camera_that_repeats_a_picture_for_seconds_is_frozen(picture):
    frames = FrameCheck(CAMERA, 0.9)
    frames.check(Frame(0, picture, 0))
    frames.check(Frame(1_000_000_000, picture, 1))
    with pytest.raises(BadFrame, match=r"frozen: the same for 2\.5 s"):
        frames.check(Frame(2_500_000_000, picture, 2))
    other = picture.copy()
    other[::8, ::8] ^= 1
    frames.check(Frame(3_000_000_000, other, 3))


def test_blur_is_told_from_the_sharpest_edges(picture):
    found = [blur_of(cv2.GaussianBlur(picture, (0, 0), sigma)) for sigma in (2.0, 4.0, 6.0)]
    assert found == sorted(found)
    assert found[0] < 2.2 < found[1]


def test_lines_are_seen_where_they_are_printed(picture):
    off = lines_off_mm(picture, CAMERA, FIELD)
    assert len(off) > 25
    assert np.abs(off).max() <= 1.0


def test_a_calibration_of_this_camera_passes(picture):
    check_calibration(picture, CAMERA, FIELD, NOTHING, error_mm=0.0)


@pytest.mark.parametrize("change", [{"focal_px": 840.0}, {"target_mm": (465.0, 236.0)}])
def test_a_calibration_of_another_camera_is_refused(change, picture):
    other = overhead_camera(**LOOKS | change)
    with pytest.raises(BadFrame, match="lines are seen"):
        check_calibration(picture, other, FIELD, NOTHING, error_mm=0.0)


def bases(count, length_mm):
    known = (0.7, 0.9, 0.0, diagonal_covariance(1.0, 0.1))
    poses = [Pose(50.0 * k, 100.0, 0.0) for k in range(count)]
    return tuple(BaseCandidate(p, length_mm, 0.75 * length_mm, *known) for p in poses)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (BoardDetections(bases(10, 12.0), (), ()), "12 mm long"),
        (BoardDetections(bases(2, 27.8), (), (), beside=11), "11 bases would be beside the board"),
    ],
)
def test_without_lines_bases_tell_that_the_camera_is_another(found, words):
    plain = np.full((SIZE[1], SIZE[0], 3), 90, dtype=np.uint8)
    with pytest.raises(BadFrame, match=words):
        check_calibration(plain, CAMERA, FIELD, found, error_mm=0.0)


def test_a_box_of_spare_figures_beside_a_board_whose_lines_fit_is_no_fault(picture):
    found = BoardDetections(bases(2, 27.8), (), (), beside=20)
    check_calibration(picture, CAMERA, FIELD, found, error_mm=0.0)


def covered(picture, share):
    """The picture with plain turf laid over its right-hand part."""
    image = picture.copy()
    image[:, round(SIZE[0] * (1.0 - share)) :] = (60, 110, 50)
    return image


def another_print():
    """A board with nothing on it that this one has: blots all over."""
    grain = np.random.default_rng(8).integers(40, 220, (27, 48, 3), dtype=np.uint8)
    return cv2.resize(grain, SIZE, interpolation=cv2.INTER_CUBIC)


GOOD = BoardDetections(bases(10, 27.8), (), ())


def test_too_few_lines_prove_no_calibration_whatever_the_bases_say(picture):
    with pytest.raises(BadFrame, match=r"not proven: \d pieces of lines"):
        check_calibration(covered(picture, 0.9), CAMERA, FIELD, GOOD, error_mm=0.0)


def test_a_picture_of_another_board_is_not_that_of_the_calibration(picture):
    with pytest.raises(BadFrame, match="the print looks different"):
        check_calibration(
            another_print(), CAMERA, FIELD, GOOD, error_mm=0.0, reference=board_picture()
        )


def test_the_calibrations_own_picture_proves_it_where_few_lines_are_seen(picture, monkeypatch):
    monkeypatch.setattr("referee.vision.frame.frame_check.lines_off_mm", lambda *_: np.zeros(0))
    seen = covered(picture, 0.5)
    check_calibration(seen, CAMERA, FIELD, GOOD, error_mm=0.0, reference=picture)
    with pytest.raises(BadFrame, match="not proven"):
        check_calibration(seen, CAMERA, FIELD, GOOD, error_mm=0.0)


def test_without_its_picture_a_night_begins_only_where_lines_are_in_their_places(picture):
    check_lines(picture, CAMERA, FIELD, 0.0)
    with pytest.raises(BadFrame, match="not proven"):
        check_lines(another_print(), CAMERA, FIELD, 0.0)
    with pytest.raises(BadFrame, match="not proven"):
        check_lines(covered(picture, 0.9), CAMERA, FIELD, 0.0)
