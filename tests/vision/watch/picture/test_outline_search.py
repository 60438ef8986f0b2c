"""Outlines that one fit from the picture's place does not reach are found from many starts."""

from __future__ import annotations

import math

import pytest

from referee.core.geometry.pose import Pose
from referee.core.turns import turn_deg
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refiner import Refiner
from referee.vision.watch.picture.outline_search import LostOutline, sought_outlines
from tests.vision.watch import scene

REFINER = Refiner(scene.CAMERA)
TRUE = scene.LINE_UP["H2"]


def lost(dx, dy, turn, who="H2"):
    at = Pose(TRUE.x_mm + dx, TRUE.y_mm + dy, TRUE.heading_deg + turn)
    return LostOutline(who, scene.SHAPE, at)


def found(*those, hidden=()):
    image = scene.frame(0, scene.LINE_UP, hidden=hidden).image
    return sought_outlines(REFINER, image, those)


@pytest.mark.parametrize(
    ("dx", "dy", "turn"), [(0.0, 0.0, 0.0), (2.5, -2.0, 20.0), (-2.0, 2.5, -28.0)]
)
def test_an_outline_is_found_from_where_its_picture_is_about(dx, dy, turn):
    outline = found(lost(dx, dy, turn))["H2"]
    assert math.dist((outline.pose.x_mm, outline.pose.y_mm), (TRUE.x_mm, TRUE.y_mm)) < 0.5
    assert abs(turn_deg(outline.pose.heading_deg, TRUE.heading_deg)) < 2.0


def test_where_nothing_is_nothing_is_found():
    assert found(lost(0.0, 0.0, 0.0), hidden=[TRUE]) == {}
    assert found() == {}


def test_another_base_beside_it_is_not_taken_for_it():
    beside = scene.LINE_UP["H3"]
    far = LostOutline("H2", scene.SHAPE, Pose(beside.x_mm - 9.0, beside.y_mm, beside.heading_deg))
    assert found(far) == {}


def test_several_are_told_apart():
    there = scene.LINE_UP["A1"]
    both = found(lost(2.0, 0.0, 12.0), LostOutline("A1", scene.SHAPE, there))
    assert math.dist((both["H2"].pose.x_mm, both["H2"].pose.y_mm), (TRUE.x_mm, TRUE.y_mm)) < 0.5
    assert math.dist((both["A1"].pose.x_mm, both["A1"].pose.y_mm), (there.x_mm, there.y_mm)) < 0.5


def test_guesses_of_one_base_do_not_push_each_other_away():
    image = scene.frame(0, scene.LINE_UP).image
    guesses = [PoseGuess(scene.SHAPE, TRUE)] * 3
    for base in REFINER.each_alone(image, guesses):
        assert math.dist((base.pose.x_mm, base.pose.y_mm), (TRUE.x_mm, TRUE.y_mm)) < 0.3
    assert REFINER.each_alone(image, []) == ()
