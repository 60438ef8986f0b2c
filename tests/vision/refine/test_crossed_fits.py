"""Of two outlines that cross, the one is taken that leaves no strip of board in the base."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.vision.refine.crossed_fits import (
    crossed_fit,
    crosses,
    crossing_poses,
    strip_log_odds,
)
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refiner import Refiner
from tests.vision.refine.drawn import BLUE, SHAPES, WHITE, camera, drawn

MODEL = camera()
REFINER = Refiner(MODEL)
STANDARD = SHAPES["rounded"]
POSE = Pose(88.0, 55.0, 25.0)


def far_mm(first: Pose, second: Pose) -> float:
    return float(np.hypot(first.x_mm - second.x_mm, first.y_mm - second.y_mm))


def test_the_crossing_poses_share_a_corner_and_lie_at_right_angles():
    across = list(crossing_poses(STANDARD, POSE))
    assert len(across) == 8
    for pose in across:
        assert crosses(POSE, pose)
        off_mm = 0.5 * (STANDARD.length_mm - STANDARD.width_mm)
        assert far_mm(POSE, pose) == pytest.approx(off_mm * 2.0**0.5)


@pytest.mark.parametrize("colour", [WHITE, BLUE], ids=["white", "blue"])
def test_the_strips_tell_which_of_two_that_cross_was_drawn(colour):
    image = drawn(MODEL, [(STANDARD, POSE, colour)])
    for across in crossing_poses(STANDARD, POSE):
        assert strip_log_odds(MODEL, image, STANDARD, POSE, across) > 1.0
        assert strip_log_odds(MODEL, image, STANDARD, across, POSE) < -1.0


def test_a_base_that_is_followed_crosswise_is_found_as_it_lies():
    image = drawn(MODEL, [(STANDARD, POSE, WHITE)])
    for wrong in crossing_poses(STANDARD, POSE):
        found = crossed_fit(
            REFINER, image, PoseGuess(STANDARD, wrong), crossing_poses(STANDARD, wrong)
        )
        assert found is not None
        assert found.log_odds > 0.0
        assert far_mm(found.base.pose, POSE) < 0.5


def test_a_base_that_is_followed_as_it_lies_has_no_better_rival():
    image = drawn(MODEL, [(STANDARD, POSE, WHITE)])
    across = crossing_poses(STANDARD, POSE)
    found = crossed_fit(REFINER, image, PoseGuess(STANDARD, POSE), across)
    assert found is None or found.log_odds < -3.0


def test_a_base_with_equal_sides_has_no_axis_to_be_wrong_about():
    square = rounded_rectangle("square", 22.0, 22.0, 2.0)
    image = drawn(MODEL, [(square, POSE, WHITE)])
    own = PoseGuess(square, POSE)
    assert crossed_fit(REFINER, image, own, crossing_poses(square, POSE)) is None
