"""A label stays on its thing through scaling, cutting and turning."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.lab.dataset.labels import ThingLabel, label_lines
from referee.lab.dataset.training_tiles import resized, tiles_of
from referee.vision.network.detector_classes import BASE, HAND

WHITE = (255, 255, 255)
CORNERS = np.array([[70.0, 60.0], [90.0, 66.0], [82.0, 93.0], [62.0, 87.0]])
FRONT, BACK = (0, 0, 255), (255, 0, 0)


def base_label(corners):
    return ThingLabel(BASE, np.concatenate([corners.min(axis=0), corners.max(axis=0)]), corners)


def painted(size=(200, 160)):
    """A white base whose front half is red and whose back half is blue."""
    image = np.full((size[1], size[0], 3), 40, dtype=np.uint8)
    middle = [(CORNERS[0] + CORNERS[3]) / 2, (CORNERS[1] + CORNERS[2]) / 2]
    for ring, colour in (
        ([CORNERS[0], CORNERS[1], middle[1], middle[0]], FRONT),
        ([middle[0], middle[1], CORNERS[2], CORNERS[3]], BACK),
    ):
        cv2.fillPoly(
            image, [np.round(np.array(ring) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4
        )
    return image


@pytest.mark.parametrize("seed", range(8))
def test_the_corners_lie_on_the_painted_base_in_every_tile(seed):
    rng = np.random.default_rng(seed)
    tiles = tiles_of(painted(), [base_label(CORNERS)], 1.0, (0.9, 1.1), 128, rng)
    shown = [(t.image, label) for t in tiles for label in t.labels]
    assert shown
    for image, label in shown:
        middle = label.corners_px.mean(axis=0)
        for k, wanted in enumerate((2, 2, 0, 0)):
            x, y = np.round(label.corners_px[k] + 0.3 * (middle - label.corners_px[k])).astype(int)
            if 1 <= x < 127 and 1 <= y < 127:
                assert image[y, x].argmax() == wanted


def test_a_dot_stays_where_its_label_says_when_the_picture_shrinks():
    image = np.zeros((120, 160, 3), dtype=np.uint8)
    cv2.circle(image, (100, 30), 9, WHITE, -1)
    label = ThingLabel(HAND, np.array([91.0, 21.0, 109.0, 39.0]))
    small, (moved,) = resized(image, [label], 0.5)
    weight = small[:, :, 0].astype(float)
    rows, columns = np.mgrid[: small.shape[0], : small.shape[1]]
    seen = (columns * weight).sum() / weight.sum(), (rows * weight).sum() / weight.sum()
    assert (moved.box_px[:2] + moved.box_px[2:]) / 2 == pytest.approx(seen, abs=0.05)


def test_what_a_tile_hardly_shows_is_no_label_of_it():
    image = np.zeros((100, 200, 3), dtype=np.uint8)
    label = base_label(np.array([[96.0, 40.0], [120.0, 40.0], [120.0, 60.0], [96.0, 60.0]]))
    rng = np.random.default_rng(1)
    for _ in range(20):
        for tile in tiles_of(image, [label], 1.0, (1.0, 1.0), 100, rng):
            for shown in tile.labels:
                size = shown.box_px[2:] - shown.box_px[:2]
                assert size.prod() >= 0.35 * 24 * 20 - 1e-6


def test_a_corner_outside_the_picture_is_written_as_unseen():
    corners = np.array([[-6.0, 10.0], [20.0, 10.0], [20.0, 30.0], [-6.0, 30.0]])
    words = label_lines([base_label(corners)], 100, 100).split()
    assert words[0] == "0"
    assert words[5:8] == ["0", "0", "0"]
    assert [float(w) for w in words[8:11]] == pytest.approx([0.205, 0.105, 2.0])
    assert words[14:17] == ["0", "0", "0"]


def test_a_thing_without_corners_has_none_in_its_line():
    words = label_lines([ThingLabel(HAND, np.array([9.5, 9.5, 29.5, 19.5]))], 100, 100).split()
    assert [float(w) for w in words[1:5]] == pytest.approx([0.2, 0.15, 0.2, 0.1])
    assert words[5:] == ["0"] * 12
