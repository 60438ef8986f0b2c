"""However a tile is turned, mirrored or lit, its things stay on what they name."""

from __future__ import annotations

import numpy as np
import pytest

from referee.train.variety import mirrored, relit, turned, varied

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
    image, things = base()
    image[10:46, 8:52] = np.maximum(image[10:46, 8:52], 1)
    seen, moved = varied(image, things, np.random.default_rng(seed))
    rows, columns = np.nonzero(seen[:, :, 0] > 20)
    wanted = [columns.min() + 2, rows.min() + 2, columns.max() - 1, rows.max() - 1]
    x, y, w, h = moved[0, 1:5] * SIDE
    assert [x - w / 2, y - h / 2, x + w / 2, y + h / 2] == pytest.approx(wanted)


def test_another_light_keeps_the_order_of_greys():
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    for seed in range(5):
        lit = relit(ramp, np.random.default_rng(seed)).astype(int)
        assert (np.diff(lit, axis=1) >= 0).all()
        assert not np.array_equal(lit, ramp)
