"""The camera's motion is measured to hundredths of a pixel, whatever covers part of the print."""

import cv2
import numpy as np
import pytest

from referee.camera.watch.anchors import choose_anchors
from referee.camera.watch.camera_shift import measure_shift
from referee.camera.watch.small_motion import moved_camera
from referee.core.errors import BadValue
from tests.camera.watch.painted import BOARD, CAMERA, most_px, picture, turned

REFERENCE = picture(seed=1)
ANCHORS = choose_anchors(REFERENCE, CAMERA, BOARD)
MOTIONS = {
    "turned": (2e-3, -1e-3, 1e-3, 0, 0, 0),
    "slid": (0, 0, 0, 1.2, -0.8, 0.0),
    "lowered and rolled": (0, 0, 2e-3, 0.0, 0.0, -2.0),
    "half a pixel": (0, 3.5e-4, 0, 0, 0, 0),
}


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS)
def test_every_kind_of_motion_is_measured(motion):
    camera = moved_camera(CAMERA, np.array(motion))
    found = measure_shift(ANCHORS, picture(camera, seed=2), CAMERA)
    assert most_px(found.camera, camera) < 0.12
    assert abs(found.shift_px - most_px(camera, CAMERA)) < 0.3


def test_a_camera_that_hangs_still_has_not_moved():
    for seed in range(3, 8):
        found = measure_shift(ANCHORS, picture(seed=seed), CAMERA)
        assert most_px(found.camera, CAMERA) < 0.1


def test_its_error_is_stated():
    """Motions found in twenty pictures scatter as their sigma says, within a factor of two."""
    found = [measure_shift(ANCHORS, picture(seed=s), CAMERA) for s in range(10, 30)]
    scatter = np.sqrt(np.mean([f.shift_px**2 for f in found]))
    assert 0.4 < scatter / np.mean([f.sigma_px for f in found]) < 2.5


def covered(image):
    """Hands, figures and a moved shadow over a good part of the field."""
    rng = np.random.default_rng(4)
    for _ in range(22):
        x, y = rng.uniform(100, 1180), rng.uniform(100, 620)
        cv2.circle(image, (int(x), int(y)), 26, rng.uniform(0, 255, 3).tolist(), -1)
    cv2.fillPoly(
        image, [np.array([[400, 719], [520, 300], [640, 280], [700, 719]])], (90, 120, 190)
    )
    image[:, 900:] = (image[:, 900:] * 0.55).astype(np.uint8)
    return image


def test_figures_a_hand_and_a_shadow_do_not_pass_for_a_motion():
    found = measure_shift(ANCHORS, covered(picture(seed=5)), CAMERA)
    assert most_px(found.camera, CAMERA) < 0.2
    assert found.share > 0.4


def test_beneath_them_a_motion_is_still_found():
    camera = turned(2.0)
    found = measure_shift(ANCHORS, covered(picture(camera, seed=5)), CAMERA)
    assert most_px(found.camera, camera) < 0.2


@pytest.mark.parametrize("light", [0.5, 1.08])
def test_a_lamp_that_changes_moves_nothing(light):
    found = measure_shift(ANCHORS, picture(seed=6, light=light), CAMERA)
    assert most_px(found.camera, CAMERA) < 0.15


def test_anchors_lie_on_the_field_and_nowhere_else():
    x, y = ANCHORS.board_mm[:, 0], ANCHORS.board_mm[:, 1]
    assert len(x) > 30
    assert (x > BOARD.left_end_line_x_mm).all()
    assert (x < BOARD.right_end_line_x_mm).all()
    assert ((y > 0) & (y < BOARD.width_mm)).all()


def test_another_picture_is_not_followed():
    noise = np.random.default_rng(1).integers(0, 255, REFERENCE.shape).astype(np.uint8)
    assert measure_shift(ANCHORS, noise, CAMERA) is None


def test_a_picture_without_print_is_refused():
    with pytest.raises(BadValue, match="a sharp picture of the printed field"):
        choose_anchors(np.full_like(REFERENCE, 90), CAMERA, BOARD)


def test_a_picture_of_another_size_is_refused():
    with pytest.raises(BadValue, match="1280 x 720"):
        choose_anchors(REFERENCE[:700], CAMERA, BOARD)
