"""A plate builds itself: what comes back is board, whoever stands somewhere for long is not."""

from __future__ import annotations

import numpy as np

from referee.core.geometry.pose import Pose
from referee.vision.plate.clean_plate import KNOWN_VOTES, empty_board, moved_plate
from referee.vision.plate.plate_keeper import PlateKeeper, covered_by, hidden_px
from referee.vision.plate.plate_votes import voted_plate
from tests.vision.painted import BLUE, CAMERA, SHAPE, TURF
from tests.vision.plate.printed_board import NO_LIGHT, PLAIN, empty, with_base

MIDDLE = tuple(int(v) for v in CAMERA.project([PLAIN.x_mm, PLAIN.y_mm, 3.0])[::-1])
NOTHING = np.zeros(NO_LIGHT.shape, np.uint8)


def known(plate):
    return plate.votes[MIDDLE] >= KNOWN_VOTES


def near_turf(plate):
    return np.abs(plate.picture[MIDDLE].astype(int) - TURF).max() < 12


def test_three_open_rests_make_a_place_known_and_one_does_not():
    plate = voted_plate(None, empty(1), NOTHING)
    assert not known(plate)
    for noise in (2, 3):
        plate = voted_plate(plate, empty(noise), NOTHING)
    assert known(plate)
    assert near_turf(plate)


def test_who_stood_there_first_gives_way_to_the_board():
    covered = covered_by(empty(), [hidden_px(CAMERA, PLAIN, SHAPE.corners_mm)])
    plate = voted_plate(None, with_base(PLAIN, BLUE), covered)
    for noise in (2, 3, 4):
        plate = voted_plate(plate, empty(noise), NOTHING)
    assert known(plate)
    assert near_turf(plate)


def test_a_base_that_stands_on_known_board_for_many_rests_is_never_board():
    covered = covered_by(empty(), [hidden_px(CAMERA, PLAIN, SHAPE.corners_mm)])
    plate = empty_board(empty())
    for noise in range(30):
        plate = voted_plate(plate, with_base(PLAIN, BLUE, noise), covered)
    assert known(plate)
    assert near_turf(plate)


def test_a_base_that_comes_back_to_one_place_for_six_plays_is_not_known():
    covered = covered_by(empty(), [hidden_px(CAMERA, PLAIN, SHAPE.corners_mm)])
    plate = None
    for noise in range(6):
        plate = voted_plate(plate, with_base(PLAIN, BLUE, noise), covered)
    assert not known(plate)
    away = tuple(int(v) for v in CAMERA.project([450.0, 250.0, 0.0])[::-1])
    assert plate.votes[away] >= KNOWN_VOTES


def test_the_cameras_exposure_does_not_count_against_the_board():
    plate = empty_board(empty())
    again = voted_plate(plate, empty(2, 0.7 * NO_LIGHT), NOTHING)
    assert (again.votes > plate.votes).mean() > 0.98


def test_one_rest_votes_once_however_long_and_only_when_the_board_has_run():
    keeper = PlateKeeper(CAMERA)
    for noise in range(5):
        keeper.looked(empty(noise), [], at_rest=True, hands=False)
    assert keeper.plate is None
    for _ in range(3):
        keeper.looked(empty(7), [], at_rest=False, hands=False)
    keeper.looked(empty(8), [], at_rest=True, hands=False)
    assert keeper.learned
    assert set(np.unique(keeper.plate.votes)) == {4}


def test_a_rest_with_a_hand_does_not_vote():
    keeper = PlateKeeper(CAMERA)
    for rest in (True, False, True):
        keeper.looked(empty(1), [], at_rest=rest, hands=True)
    assert keeper.plate is None


def test_the_plate_moves_with_the_camera(field_of_the_picture):
    board = field_of_the_picture
    moved = CAMERA.with_motion(
        CAMERA.rotation_matrix, np.array(CAMERA.translation_mm) + np.array([4.0, -3.0, 0.0])
    )
    plate = moved_plate(empty_board(empty()), CAMERA, moved, board)
    at = {
        camera: camera.project([[138.0, 100.0, 0.0], [300.0, 120.0, 0.0]]).round().astype(int)
        for camera in (CAMERA, moved)
    }
    for (x, y), (u, v) in zip(at[CAMERA], at[moved], strict=True):
        was, is_ = empty()[y, x].astype(int), plate.picture[v, u].astype(int)
        assert np.abs(was - is_).max() < 40
    assert (at[CAMERA] != at[moved]).any()
    assert plate.votes[0, 0] == 0 or plate.votes[-1, -1] == 0


def test_a_camera_that_hangs_otherwise_by_now_keeps_no_plate_for_the_old_one():
    keeper = PlateKeeper(CAMERA, empty_board(empty()))
    moved = CAMERA.with_motion(CAMERA.rotation_matrix, np.array([0.0, 0.0, 950.0]))
    assert keeper.plate_from(CAMERA) is not None
    keeper.moved(moved, None)
    assert keeper.plate_from(CAMERA) is None
    assert keeper.plate is None


def test_a_figure_hides_more_than_its_base():
    base = Pose(100.0, 60.0, 30.0)
    covered = covered_by(empty(), [hidden_px(CAMERA, base, SHAPE.corners_mm)])
    top = CAMERA.project([base.x_mm, base.y_mm, 35.0]).round().astype(int)
    assert covered[top[1], top[0]] == 1
    assert covered.sum() < 0.02 * covered.size
