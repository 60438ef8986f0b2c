"""What the reader is asked about a place follows from what stands or lies there."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from referee.camera.camera_model import overhead_camera
from referee.lab.train.reader.detector_mistakes import DetectorMistakes
from referee.lab.train.reader.reader_figures import ReaderAnswers, figures_of
from referee.lab.train.reader.reader_samples import answers_at, choose_samples
from referee.lab.train.reader.reader_scene import ReaderScene
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.network.detector_classes import BASE, CLASSES, CORNERS
from referee.vision.network.object_detector import ObjectDetector

CAMERA = overhead_camera(
    width_px=640, height_px=480, target_mm=(100.0, 80.0), height_mm=400.0, focal_px=900.0
)
STANDS = (100.0, 50.0, math.radians(30.0))
HIDDEN = (150.0, 50.0, 0.0)
BOX, PLATE = (60.0, 120.0), (48.0, 120.0)
ELSEWHERE = (140.0, 120.0, 0.0)
UNASKED = math.nan


def scene():
    return ReaderScene(
        picture=Path("none.jpg"),
        camera=CAMERA,
        standing=np.array([STANDS, HIDDEN]),
        tops_mm=np.array([3.0, 3.0]),
        visible=np.array([0.9, 0.05]),
        names=("upright", "upright"),
        marks=("none", "none"),
        lying=np.array([[*BOX, *PLATE]]),
        hands=np.empty((0, 4)),
        unsure=np.empty((0, 2)),
    )


@pytest.mark.parametrize(
    ("ahead_mm", "turn_deg", "wanted"),
    [
        (0.0, 0.0, (1.0, 0.0, 1.0)),
        (3.0, 10.0, (1.0, 0.0, 1.0)),
        (0.0, 180.0, (0.0, 0.0, 1.0)),
        (-3.0, 200.0, (0.0, 0.0, 1.0)),
        (0.0, 90.0, (UNASKED, 0.0, 1.0)),  # neither end
        (6.5, 0.0, (UNASKED, UNASKED, UNASKED)),  # neither on it nor beside it
        (12.0, 0.0, (UNASKED, UNASKED, 0.0)),
    ],
)
def test_a_place_on_and_beside_a_standing_base(ahead_mm, turn_deg, wanted):
    x, y, turn = STANDS
    pose = (x + ahead_mm * math.cos(turn), y + ahead_mm * math.sin(turn))
    targets, _ = answers_at(scene(), np.array([[*pose, turn + math.radians(turn_deg)]]))
    assert targets[0] == pytest.approx(wanted, nan_ok=True)


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        (BOX, (UNASKED, 1.0, 1.0)),
        (PLATE, (UNASKED, 1.0, 1.0)),
        ((BOX[0] + 13.0, BOX[1]), (UNASKED, UNASKED, UNASKED)),
        (ELSEWHERE[:2], (UNASKED, UNASKED, 0.0)),
        (HIDDEN[:2], (UNASKED, UNASKED, UNASKED)),  # there, but not to be seen
    ],
)
def test_a_place_with_no_standing_base_to_see(place, wanted):
    targets, _ = answers_at(scene(), np.array([[*place, 1.0]]))
    assert targets[0] == pytest.approx(wanted, nan_ok=True)


def test_the_way_leads_from_the_place_to_the_base():
    pose = np.array([[98.0, 53.0, math.radians(25.0)]])
    ahead, left, sine, cosine = answers_at(scene(), pose)[1][0]
    c, s = math.cos(pose[0, 2]), math.sin(pose[0, 2])
    found = pose[0, :2] + [c * ahead - s * left, s * ahead + c * left]
    assert found == pytest.approx(STANDS[:2], abs=1e-4)
    assert math.degrees(math.atan2(sine, cosine)) == pytest.approx(10.0, abs=1e-3)


def test_places_hold_pieces_of_every_kind_and_nothing():
    rng = np.random.default_rng(4)
    image = rng.integers(0, 255, (480, 640, 3), dtype=np.uint8)
    drawn = [choose_samples(scene(), image, rng) for _ in range(40)]
    targets = np.concatenate([each.targets for each in drawn])
    assert np.nanmean(targets[:, 0]) == pytest.approx(0.5, abs=0.25)
    assert 0.0 < np.nanmean(targets[:, 1]) < 1.0
    assert 0.3 < np.nanmean(targets[:, 2]) < 0.8


def sees_bases_at(places_mm, px_per_mm):
    """A network that reports a square base around each of some places of the board."""

    def run(picture):
        out = np.zeros((4 + len(CLASSES) + 3 * CORNERS, len(places_mm)), dtype=np.float32)
        ratio = px_per_mm / board_scale_px_per_mm(CAMERA)
        for i, place in enumerate(places_mm):
            x, y = (CAMERA.project([*place, 3.0]) + 0.5) * ratio
            half = 10.0 * px_per_mm
            out[:4, i] = x, y, 2 * half, 2 * half
            out[4 + BASE, i] = 0.9 - 0.1 * i
            corners = [(half, half), (half, -half), (-half, -half), (-half, half)]
            out[4 + len(CLASSES) :, i] = [v for a, b in corners for v in (x + a, y - b, 0.9)]
        return out

    return run


def test_a_detector_teaches_by_its_mistakes_only():
    px_per_mm = board_scale_px_per_mm(CAMERA)
    places = [STANDS[:2], ELSEWHERE[:2], BOX]
    finds = DetectorMistakes(ObjectDetector(sees_bases_at(places, px_per_mm), px_per_mm))
    image = np.zeros((480, 640, 3), dtype=np.uint8)
    found = finds(scene(), image)
    assert found[:, :2] == pytest.approx(np.array([ELSEWHERE[:2], BOX]), abs=1.0)


def test_figures_count_what_was_asked_and_split_the_front():
    logits = np.array([[3.0, -1.0, 1.0], [-3.0, -1.0, 1.0], [1.0, 2.0, -1.0], [0.0, 0.0, 2.0]])
    targets = np.array([[1, 0, 1], [1, 0, 1], [UNASKED, 1, 1], [UNASKED, UNASKED, 0]])
    marks = ("painted dot", "none", "", "")
    figures = figures_of(ReaderAnswers(logits, targets, marks, np.array([0.9, 0.3, 0.0, 0.0])))
    assert (figures["front_asked"], figures["front_right"]) == (2, 0.5)
    assert (figures["front_right, painted dot"], figures["front_right, none"]) == (1.0, 0.0)
    assert figures["front_right, 10% to 50% of the top seen"] == 0.0
    assert (figures["fallen_precision"], figures["fallen_recall"]) == (1.0, 1.0)
    assert (figures["base_precision"], figures["base_recall"]) == pytest.approx((0.6667, 0.6667))
