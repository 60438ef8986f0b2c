"""Beside the plate a base shows, whatever its colour; print, light and shadow do not."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision.frame.plate_check import PlateCheck
from referee.vision.plate.clean_plate import CleanPlate, empty_board
from referee.vision.plate.plate_difference import OTHER_LIGHT, OTHER_THING, PlateReference
from referee.vision.sighting import MarkerSighting, Thing
from tests.vision.painted import BLUE, CAMERA, SHAPE, TURF
from tests.vision.plate.printed_board import (
    LETTER,
    NO_LIGHT,
    PLAIN,
    empty,
    soft_shadow,
    with_base,
)

REFERENCE = PlateReference(empty_board(empty()))
DARKER = 0.7 * NO_LIGHT


def check(image, reference=REFERENCE):
    return PlateCheck(CAMERA, reference.compare(image))


def explains(image, pose, reference=REFERENCE):
    return check(image, reference).explains_base(pose, SHAPE.length_mm, SHAPE.width_mm, 3.0)


@pytest.mark.parametrize("light", [NO_LIGHT, DARKER, soft_shadow()], ids=["same", "dark", "shadow"])
def test_print_as_large_as_a_base_is_explained_in_any_light(light):
    assert explains(empty(2, light), LETTER)
    assert explains(empty(2, light), PLAIN)


@pytest.mark.parametrize("light", [NO_LIGHT, DARKER, soft_shadow()], ids=["same", "dark", "shadow"])
def test_a_base_is_not_explained_though_it_is_nearly_the_turfs_colour(light):
    greenish = tuple(value + 26 for value in TURF)
    assert not explains(with_base(PLAIN, greenish, light=light), PLAIN)
    assert not explains(with_base(LETTER, BLUE, light=light), LETTER)


def test_what_the_plate_does_not_know_explains_nothing():
    votes = np.full(NO_LIGHT.shape, 24, np.uint8)
    votes[:, :350] = 0  # the letter lies there
    unknown = PlateReference(CleanPlate(empty(), votes))
    assert not explains(empty(2), LETTER, unknown)
    assert explains(empty(2), PLAIN, unknown)


def test_a_plate_of_another_board_or_size_says_nothing():
    other = empty(2)
    other[::6] = other[1::6] = other[2::6] = 0
    assert REFERENCE.compare(other) is None
    assert REFERENCE.compare(empty(2)[:200]) is None


def test_a_shadow_with_an_edge_is_other_light_and_a_base_another_thing():
    shaded = NO_LIGHT.copy()
    shaded[250:290, 380:420] = 0.6
    found = REFERENCE.compare(empty(2, shaded))
    spot = found.shows[130:140, 195:205]
    assert (spot == OTHER_LIGHT).mean() > 0.9
    corners = CAMERA.project(np.c_[PLAIN.to_board(0.8 * SHAPE.corners_mm), np.full(4, 3.0)])
    blue = REFERENCE.compare(with_base(PLAIN, BLUE))
    assert blue.shares(corners, OTHER_THING) == (1.0, pytest.approx(1.0, abs=0.05))
    assert found.shares(corners) == (1.0, 0.0)


@pytest.mark.parametrize("sleeve", [(70, 70, 70), (120, 150, 205), (20, 40, 17)])
def test_a_wide_sleeve_of_one_colour_is_not_taken_for_light(sleeve):
    image = empty(2)
    image[150:500, 280:480] = sleeve
    assert not check(image).explains_box((290.0, 200.0, 470.0, 480.0))
    assert check(empty(2)).explains_box((290.0, 200.0, 470.0, 480.0))


def test_half_of_an_outline_beyond_the_picture_is_not_known():
    known, changed = REFERENCE.compare(empty(2)).shares(
        [(-20.0, 100.0), (20.0, 100.0), (20.0, 140.0), (-20.0, 140.0)]
    )
    assert known == pytest.approx(0.5, abs=0.06)
    assert changed == 0.0


def test_a_marker_on_the_board_is_not_explained_and_a_printed_one_is():
    image = with_base(PLAIN, BLUE)
    seen = [
        MarkerSighting(Thing.BALL_MAGNET, pose.x_mm, pose.y_mm, 0.9, 0.8)
        for pose in (PLAIN, LETTER)
    ]
    assert [check(image).explains_marker(each) for each in seen] == [False, True]


def test_without_a_plate_nothing_is_explained():
    nothing = PlateCheck(CAMERA, None)
    assert not nothing.explains_base(PLAIN, 27.8, 20.6, 3.0)
    assert not nothing.explains_box((10.0, 10.0, 90.0, 90.0))
