"""What small things are is seen in the picture: by paint and size, not by the detector's name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.loaders.fields import load_field
from referee.vision.frame.marker_paint import (
    ALONE,
    confirmed_markers,
    opinions,
)
from referee.vision.sighting import MarkerSighting, Thing
from tests.vision.painted import CAMERA, board, fill

X, Y = 300.0, 180.0
FIELD = load_field("620")
LEAST = 0.4
COLOURS = {  # BGR
    Thing.RED_MAGNET: (30, 30, 210),
    Thing.ORANGE_PYLON: (20, 95, 240),
    Thing.YELLOW_MAGNET: (30, 200, 235),
    Thing.GREEN_MAGNET: (60, 140, 20),
    Thing.FELT_BALL: (28, 48, 87),
}


def oval(long_mm, wide_mm, x=X, y=Y):
    turn = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    return np.c_[x + long_mm * np.cos(turn), y + wide_mm * np.sin(turn), np.full(40, 1.5)]


def picture(kind, *, turf=(60, 120, 50)):
    image = board([], turf)
    sides = (4.6, 2.9) if kind is Thing.FELT_BALL else (3.8, 3.8)
    fill(image, oval(*sides), COLOURS[kind])
    return image


def claim(score, kind=Thing.YELLOW_MAGNET):
    return MarkerSighting(kind, X, Y, 1.5, score)


@pytest.mark.parametrize("turf", [(40, 80, 60), (140, 70, 30), (225, 225, 225)])
@pytest.mark.parametrize("kind", list(COLOURS))
def test_a_marker_is_called_by_its_paint(kind, turf):
    (found,) = confirmed_markers(picture(kind, turf=turf), CAMERA, [claim(0.3)], [LEAST])
    assert found.kind is kind


def test_a_ball_with_laces_is_the_moulded_one():
    image = board([])
    fill(image, oval(5.4, 3.1), (25, 50, 102))
    fill(image, oval(1.9, 0.8), (222, 232, 235))
    for x in (-3.2, 3.2):
        fill(image, oval(0.5, 2.3, X + x), (222, 232, 235))
    (opinion,) = opinions(image, CAMERA, [claim(0.3)])
    assert opinion is not None
    assert opinion.kind is Thing.BALL_MAGNET


@pytest.mark.parametrize(
    ("thing", "colour"),
    [("turf", None), ("a line", (235, 235, 235)), ("an end zone", (30, 30, 210))],
)
def test_print_is_no_marker_whatever_its_colour(thing, colour):
    image = board([])
    if thing == "a line":
        fill(image, [(X - 1, 0, 0), (X + 1, 0, 0), (X + 1, 360, 0), (X - 1, 360, 0)], colour)
    if thing == "an end zone":
        fill(image, [(X - 5, 0, 0), (X + 90, 0, 0), (X + 90, 360, 0), (X - 5, 360, 0)], colour)
    assert confirmed_markers(image, CAMERA, [claim(ALONE - 0.05)], [LEAST]) == ()


def test_what_the_detector_is_sure_of_stays_as_it_says():
    sure = claim(0.8, Thing.GREEN_MAGNET)
    assert confirmed_markers(board([]), CAMERA, [sure], [LEAST]) == (sure,)


def test_what_the_detector_hardly_sees_is_left_out():
    assert confirmed_markers(picture(Thing.RED_MAGNET), CAMERA, [claim(0.01)], [LEAST]) == ()


def test_what_lies_at_the_mirrored_place_as_well_is_print():
    image = picture(Thing.YELLOW_MAGNET)
    assert len(confirmed_markers(image, CAMERA, [claim(0.3)], [LEAST], FIELD)) == 1
    fill(image, oval(3.8, 3.8, X, FIELD.width_mm - Y), COLOURS[Thing.YELLOW_MAGNET])
    assert confirmed_markers(image, CAMERA, [claim(0.3)], [LEAST], FIELD) == ()


def test_pylons_at_the_corners_of_the_field_are_no_print():
    image = board([])
    for y in (2.0, FIELD.width_mm - 2.0):
        fill(image, oval(3.8, 3.8, 2.0, y), COLOURS[Thing.ORANGE_PYLON])
    pylon = MarkerSighting(Thing.ORANGE_PYLON, 2.0, 2.0, 1.5, 0.5)
    assert confirmed_markers(image, CAMERA, [pylon], [LEAST], FIELD)[0].kind is Thing.ORANGE_PYLON


def test_very_many_claims_are_looked_at():
    many = [replace(claim(0.3), y_mm=20.0 + k) for k in range(200)]
    found = opinions(picture(Thing.RED_MAGNET), CAMERA, many)
    assert len(found) == 200
    there = [m for m, opinion in zip(many, found, strict=True) if opinion is not None]
    assert Y in [m.y_mm for m in there]
    assert max(abs(m.y_mm - Y) for m in there) < 8.0
