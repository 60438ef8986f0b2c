"""However a tile is turned, mirrored or lit, its things stay on what they name."""

from __future__ import annotations

import numpy as np
import pytest

from referee.lab.train.detector.tile_batches import mirrored, turned, varied_tile
from referee.lab.train.picture_light import relit_picture, shaded_picture
from referee.vision.network.detector_classes import MAGNET

SIDE = 64
GREYS = (60, 110, 160, 210)  # of the four corners


def base():
    """A base that looks right, its corners marked in four greys; the last one is not seen."""
    points = np.array([[44.0, 20.0], [44.0, 36.0], [16.0, 36.0], [16.0, 20.0]])
    image = np.zeros((SIDE, SIDE, 3), dtype=np.uint8)
    for (x, y), grey in zip(points, GREYS, strict=True):
        image[int(y) - 2 : int(y) + 2, int(x) - 2 : int(x) + 2] = grey
    corners = np.column_stack([points / SIDE, np.full(4, 2.0)])
    corners[3] = 0.0
    row = [0.0, 30.0 / SIDE, 28.0 / SIDE, 28.0 / SIDE, 16.0 / SIDE, *corners.ravel()]
    return image, np.array([row], dtype=np.float32)


def greys_at(image, things):
    corners = things[0, 5:].reshape(4, 3)
    return [
        int(image[round(y * SIDE - 0.5), round(x * SIDE - 0.5), 0]) if seen else None
        for x, y, seen in corners
    ]


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_base_keeps_its_corners(quarters):
    image, things = base()
    assert greys_at(np.rot90(image, quarters), turned(things, quarters)) == [60, 110, 160, None]


def test_a_mirror_changes_left_and_right():
    image, things = base()
    # The front-left corner is now what was front-right; what was not seen still is not.
    assert greys_at(image[:, ::-1], mirrored(things)) == [110, 60, None, 160]


def test_four_quarters_or_two_mirrors_change_nothing():
    _, things = base()
    assert turned(turned(things, 3), 1) == pytest.approx(things)
    assert mirrored(mirrored(things)) == pytest.approx(things)


@pytest.mark.parametrize("seed", range(12))
def test_boxes_stay_around_their_things(seed):
    """A dark base on a light ground: whatever light falls on it, it is where its box says."""
    _, things = base()
    image = np.full((SIDE, SIDE, 3), 200, dtype=np.uint8)
    image[20:36, 16:44] = 30
    seen, moved = varied_tile(image, things, np.random.default_rng(seed))
    x, y, w, h = moved[0, 1:5] * SIDE
    inside = np.zeros((SIDE, SIDE), dtype=bool)
    inside[round(y - h / 2) : round(y + h / 2), round(x - w / 2) : round(x + w / 2)] = True
    level = seen.astype(float).mean(axis=2)
    near = np.zeros_like(inside)
    near[4:-4, 4:-4] = True
    assert np.median(level[inside]) < np.median(level[near & ~inside])


def test_another_camera_moves_nothing():
    """A white square in the middle of the dark is still there, however it is seen."""
    image = np.full((SIDE, SIDE, 3), 40, dtype=np.uint8)
    image[24:40, 24:40] = 210
    for seed in range(40):
        level = relit_picture(image, np.random.default_rng(seed)).astype(float).mean(axis=2)
        weight = np.clip(level - np.median(level), 0.0, None)
        rows, columns = np.mgrid[0:SIDE, 0:SIDE]
        assert np.average(rows, weights=weight) == pytest.approx(31.5, abs=1.5)
        assert np.average(columns, weights=weight) == pytest.approx(31.5, abs=1.5)


def test_what_is_named_by_its_hue_keeps_it():
    """A red magnet stays redder than it is green or blue, while a base may take any colour."""
    image = np.full((SIDE, SIDE, 3), (60, 60, 60), dtype=np.uint8)
    image[20:36, 16:44] = (40, 40, 200)
    _, things = base()
    things[0, 0] = MAGNET
    turned_hues = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        seen, _ = varied_tile(image, things, rng)
        blue, green, red = np.percentile(seen.reshape(-1, 3).astype(float), 97, axis=0)
        assert red >= max(blue, green)
        other = relit_picture(image, np.random.default_rng(seed))
        blue, green, red = np.percentile(other.reshape(-1, 3).astype(float), 97, axis=0)
        turned_hues += bool(max(blue, green) > red + 8.0)
    assert turned_hues > 0


def test_a_shadow_only_darkens():
    image = np.full((SIDE, SIDE, 3), 150, dtype=np.uint8)
    for seed in range(20):
        dark = shaded_picture(image, np.random.default_rng(seed)).astype(int)
        assert dark.max() <= 155
        assert dark.min() < 145
