"""Where a ball lies, and which way, is seen in the picture; the detector's box is off."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from referee.vision.frame.ball_place import PAINT_SIGMA_MM, SIZES_MM, placed_balls
from referee.vision.sighting import MarkerSighting, Thing
from tests.vision.painted import CAMERA, board, fill

X, Y = 300.0, 180.0
BROWN, LACES = (25, 50, 102), (222, 232, 235)


def oval(half_length, half_width, turn_deg, x=X, y=Y):
    turn, a = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False), math.radians(turn_deg)
    u, v = half_length * np.cos(turn), half_width * np.sin(turn)
    east, north = u * math.cos(a) - v * math.sin(a), u * math.sin(a) + v * math.cos(a)
    return np.c_[x + east, y + north, np.full(40, 0.8)]


def picture(kind, turn_deg, x=X):
    image = board([])
    length, width = SIZES_MM[kind]
    fill(image, oval(length / 2, width / 2, turn_deg, x), BROWN)
    if kind is Thing.BALL_MAGNET:
        fill(image, oval(1.9, 0.8, turn_deg, x), LACES)
    return image


def claim(kind, dx=0.0, dy=0.0):
    return MarkerSighting(kind, X + dx, Y + dy, 0.9, 0.9)


@pytest.mark.parametrize("off_mm", [(0.0, 0.0), (1.4, -0.9), (-1.8, 1.1)])
@pytest.mark.parametrize("turn_deg", [0.0, 33.0, 90.0, 171.0])
@pytest.mark.parametrize("kind", list(SIZES_MM))
def test_a_ball_lies_where_and_as_the_picture_shows_it(kind, turn_deg, off_mm):
    (found,) = placed_balls(picture(kind, turn_deg), CAMERA, [claim(kind, *off_mm)])
    assert found.heading_deg is not None
    assert abs((found.heading_deg - turn_deg + 90.0) % 180.0 - 90.0) < 6.0
    assert found.x_mm == pytest.approx(X, abs=0.4)
    assert found.y_mm == pytest.approx(Y, abs=0.4)
    assert found.sigma_mm < 0.9


def test_of_a_ball_that_is_half_hidden_nobody_says_which_way_it_lies():
    """A figure in the colour of the turf leans over it: what is left is no oval of its size."""
    image = picture(Thing.BALL_MAGNET, 30.0)
    half = [(X - 0.5, Y - 7.0), (X + 8.0, Y - 7.0), (X + 8.0, Y + 7.0), (X - 0.5, Y + 7.0)]
    fill(image, np.array([(*place, 0.8) for place in half]), image[5, 5].tolist())
    (found,) = placed_balls(image, CAMERA, [claim(Thing.BALL_MAGNET)])
    assert found.heading_deg is None
    assert found.sigma_mm >= PAINT_SIGMA_MM


def test_a_ball_whose_paint_is_elsewhere_stays_where_the_detector_saw_it():
    seen = claim(Thing.FELT_BALL)
    assert placed_balls(picture(Thing.FELT_BALL, 0.0, X + 6.5), CAMERA, [seen]) == (seen,)


def test_a_magnet_stays_where_the_detector_saw_it():
    seen = replace(claim(Thing.RED_MAGNET), x_mm=X + 1.0)
    assert placed_balls(picture(Thing.FELT_BALL, 0.0), CAMERA, [seen]) == (seen,)
