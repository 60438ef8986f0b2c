"""A figure that nobody claims is a patch; claims, shadows, specks and a large hand are none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.core.geometry.pose import Pose, apart_mm
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.plate_difference import PlateReference
from referee.vision.plate.plate_keeper import hidden_px
from referee.vision.plate.unclaimed_patches import unclaimed_patches
from tests.vision import painted
from tests.vision.painted import CAMERA, RED, SHAPE, TURF
from tests.vision.plate.printed_board import NO_LIGHT, PLAIN, empty, lit

EMPTY = painted.board([])
REFERENCE = PlateReference(empty_board(EMPTY))
ELSEWHERE = Pose(420.0, 250.0, 20.0)


def patches(image, claimed=(), reference=REFERENCE):
    px = [hidden_px(CAMERA, pose, SHAPE.corners_mm) for pose in claimed]
    difference = reference.compare(image)
    return unclaimed_patches(difference, CAMERA, px, board_scale_px_per_mm(CAMERA))


def test_a_figure_on_a_base_of_the_boards_colour_is_a_patch():
    image = painted.board([(PLAIN, RED, TURF), (ELSEWHERE, RED, TURF)])
    (patch,) = patches(image, [ELSEWHERE])
    assert apart_mm(Pose(*patch, 0.0), PLAIN) < 8.0
    assert len(patches(image)) == 2
    assert patches(image, [PLAIN, ELSEWHERE]) == ()


def test_other_light_and_specks_are_no_patches():
    shaded = NO_LIGHT.copy()
    shaded[230:270, 380:430] = 0.6
    assert patches(lit(EMPTY, 2, shaded)) == ()
    speck = EMPTY.copy()
    cv2.circle(speck, (300, 200), 4, RED, -1)
    assert patches(speck) == ()


@pytest.mark.parametrize("radius_px", [45, 90])
def test_what_is_larger_than_a_figure_is_no_patch(radius_px):
    image = EMPTY.copy()
    cv2.circle(image, (300, 200), radius_px, RED, -1)
    assert patches(image) == ()


def test_print_that_the_plate_knows_is_no_patch():
    printed = PlateReference(empty_board(empty()))
    assert patches(empty(2), reference=printed) == ()
    assert np.count_nonzero(REFERENCE.compare(empty(2)).shows) > 100
