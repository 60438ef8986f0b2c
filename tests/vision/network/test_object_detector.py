"""The detector speaks in the picture's own pixels, and takes no network it does not know."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.vision.network.detector_classes import BASE, CLASSES, CORNERS, HAND
from referee.vision.network.model_card import (
    CARD,
    NETWORK,
    add_figures,
    checked_network,
    find_model,
    set_least_scores,
)
from referee.vision.network.object_detector import ObjectDetector, load_detector, magnet_colour
from referee.vision.sighting import Thing
from tests.house import ROOT


def finds_bright_square(kind):
    """A network that answers the bright part of its picture, in its own pixels."""

    def run(picture):
        assert picture.shape[2] % 32 == picture.shape[3] % 32 == 0
        rows, columns = np.nonzero(picture[0].max(axis=0) > 0.5)
        left, right = columns.min(), columns.max() + 1
        top, bottom = rows.min(), rows.max() + 1
        out = np.zeros((4 + len(CLASSES) + 3 * CORNERS, 1), dtype=np.float32)
        out[:4, 0] = (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
        out[4 + kind, 0] = 0.8
        points = [(right, top), (right, bottom), (left, bottom), (left, top)]
        out[4 + len(CLASSES) :, 0] = [v for x, y in points for v in (x, y, 0.9)]
        return out

    return run


def picture(colour=(255, 255, 255)):
    image = np.zeros((120, 200, 3), dtype=np.uint8)
    image[40:60, 80:120] = colour
    return image


@pytest.mark.parametrize("px_per_mm", [1.0, 2.0, 0.5])
def test_a_square_is_found_where_it_is_at_any_scale(px_per_mm):
    """Its edges lie half a pixel outside the centres of its first and last pixels."""
    detector = ObjectDetector(finds_bright_square(BASE), px_per_mm=1.0)
    (found,) = detector.find(picture(), px_per_mm)
    assert found.thing is Thing.BASE
    assert found.box_px == pytest.approx((79.5, 39.5, 119.5, 59.5), abs=0.01)
    wanted = [(119.5, 39.5), (119.5, 59.5), (79.5, 59.5), (79.5, 39.5)]
    assert np.array(found.corners_px) == pytest.approx(np.array(wanted), abs=0.01)


def test_only_a_base_has_corners():
    (found,) = ObjectDetector(finds_bright_square(HAND), 1.0).find(picture(), 1.0)
    assert (found.thing, found.corners_px) == (Thing.HAND, None)


@pytest.mark.parametrize(
    ("bgr", "thing"),
    [
        ((20, 25, 210), Thing.RED_MAGNET),
        ((30, 200, 235), Thing.YELLOW_MAGNET),
        ((60, 150, 30), Thing.GREEN_MAGNET),
        ((15, 95, 240), Thing.ORANGE_PYLON),
    ],
)
def test_a_magnet_is_named_by_its_colour(bgr, thing):
    assert magnet_colour(picture(bgr), (79.5, 39.5, 119.5, 59.5)) is thing


def test_a_magnet_outside_the_picture_breaks_nothing():
    assert magnet_colour(picture(), (300.0, 300.0, 310.0, 310.0)) in Thing


@pytest.mark.parametrize(
    "image", [np.zeros((10, 10), np.uint8), np.zeros((10, 10, 3)), np.zeros((4, 4, 4), np.uint8)]
)
def test_what_is_no_colour_picture_is_refused(image):
    with pytest.raises(BadValue, match="picture"):
        ObjectDetector(finds_bright_square(BASE), 1.0).find(image, 1.0)


def test_an_impossible_scale_is_refused():
    with pytest.raises(BadValue, match="px_per_mm"):
        ObjectDetector(finds_bright_square(BASE), 1.0).find(picture(), 500.0)


def write_model(folder, data=b"network", **changed):
    card = {"name": "test", "sha256": hashlib.sha256(data).hexdigest(), "px_per_mm": 1.0}
    card["least_score"] = 0.3
    (folder / NETWORK).write_bytes(data)
    (folder / CARD).write_text(json.dumps(card | changed))


def test_a_network_that_is_not_the_one_of_its_card_is_refused(tmp_path):
    write_model(tmp_path, sha256="0" * 64)
    with pytest.raises(BadValue, match="SHA-256"):
        load_detector(tmp_path)


@pytest.mark.parametrize("missing", [CARD, NETWORK])
def test_a_model_that_is_not_whole_is_refused(tmp_path, missing):
    write_model(tmp_path)
    (tmp_path / missing).unlink()
    with pytest.raises(BadValue, match="missing"):
        load_detector(tmp_path)


def test_a_card_that_says_nothing_is_refused(tmp_path):
    write_model(tmp_path)
    (tmp_path / CARD).write_text('{"name": "x"}')
    with pytest.raises(BadValue, match="not readable"):
        load_detector(tmp_path)


def test_figures_are_added_to_a_card_and_the_rest_stays(tmp_path):
    write_model(tmp_path)
    add_figures(tmp_path, "near", {"recall": 0.9})
    add_figures(tmp_path, "apart", {"recall": 0.5})
    card = json.loads((tmp_path / CARD).read_text())
    assert card["figures"] == {"near": {"recall": 0.9}, "apart": {"recall": 0.5}}
    assert (card["name"], card["least_score"]) == ("test", 0.3)


def test_a_card_may_trust_one_class_sooner_than_the_others(tmp_path):
    write_model(tmp_path)
    set_least_scores(tmp_path, {"hand": 0.15})
    scores = checked_network(tmp_path)[1].least_scores
    assert dict(zip(CLASSES, scores, strict=True)) == dict.fromkeys(CLASSES, 0.3) | {"hand": 0.15}


@pytest.mark.parametrize(("trusted", "count"), [(0.79, 1), (0.81, 0)])
def test_each_class_has_its_own_lowest_score(trusted, count):
    """The network says hand with 0.8."""
    scores = tuple(trusted if kind == HAND else 0.1 for kind in range(len(CLASSES)))
    assert len(ObjectDetector(finds_bright_square(HAND), 1.0, scores).find(picture(), 1.0)) == count


@pytest.mark.parametrize("shape", [(217, 333, 3), (97, 131, 3)])
def test_a_picture_may_have_any_size(shape):
    image = np.zeros(shape, dtype=np.uint8)
    image[40:60, 80:120] = 255
    (found,) = ObjectDetector(finds_bright_square(BASE), 1.0).find(image, 1.3)
    assert found.box_px == pytest.approx((79.5, 39.5, 119.5, 59.5), abs=1.0)


def test_a_model_is_found_by_its_name_or_as_a_folder(tmp_path):
    assert find_model(str(tmp_path / "mine")) == tmp_path / "mine"
    with pytest.raises(BadValue, match="path of a model folder"):
        find_model("no-such-model")


@pytest.mark.parametrize("network", sorted((ROOT / "models").glob(f"*/{NETWORK}")), ids=str)
def test_every_detector_that_comes_along_is_the_one_of_its_card(network):
    _, read = checked_network(network.parent)
    assert read.name == network.parent.name
