"""The judge counts as a person would, with a ruler."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from referee.lab.dataset.detector_score import (
    DetectorScore,
    ThingTally,
    best_least_scores,
    judge_detector,
    mark,
)
from referee.lab.dataset.labels import ThingLabel
from referee.vision.network.detector_classes import BASE, HAND
from referee.vision.sighting import Detection, Thing

PX_PER_MM = 2.0
CORNERS = np.array([[150.0, 90.0], [150.0, 130.0], [94.0, 130.0], [94.0, 90.0]])  # looks right


def truth(shift=(0.0, 0.0), visible=1.0):
    corners = CORNERS + shift
    return ThingLabel(
        BASE, np.concatenate([corners.min(axis=0), corners.max(axis=0)]), corners, visible
    )


def answer(corners, score=0.9):
    low, high = corners.min(axis=0), corners.max(axis=0)
    points = tuple((float(x), float(y)) for x, y in corners)
    return Detection(Thing.BASE, score, (*map(float, low), *map(float, high)), points)


def scored(truths, answers):
    score = DetectorScore(kinds={kind: ThingTally() for kind in range(HAND + 1)})
    mark(score, truths, answers, PX_PER_MM)
    return score


def test_a_perfect_answer_has_no_error():
    score = scored([truth()], [answer(CORNERS)])
    assert (score.kinds[BASE].recall, score.kinds[BASE].precision) == (1.0, 1.0)
    assert (score.position_mm, score.corner_mm, score.flipped) == ([0.0], [0.0], [False])


def test_a_shift_is_measured_in_millimetres():
    assert scored([truth()], [answer(CORNERS + np.array([3.0, 4.0]))]).position_mm == [2.5]


def test_a_turn_by_180_degrees_is_a_flip_and_no_error_of_place():
    score = scored([truth()], [answer(np.roll(CORNERS, 2, axis=0))])
    assert (score.flipped, score.position_mm, score.corner_mm) == ([True], [0.0], [0.0])
    assert score.heading_deg == pytest.approx([0.0], abs=1e-9)


def test_a_turned_answer_has_its_angle():
    a = np.radians(10.0)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    middle = CORNERS.mean(axis=0)
    score = scored([truth()], [answer((CORNERS - middle) @ turn.T + middle)])
    assert score.heading_deg == pytest.approx([10.0])


def test_misses_doubles_and_inventions_count():
    far = CORNERS + np.array([300.0, 0.0])
    answers = [answer(CORNERS, 0.9), answer(CORNERS + 1.0, 0.5), answer(far, 0.4)]
    score = scored([truth(), truth((0.0, 200.0))], answers)
    assert (score.kinds[BASE].recall, score.kinds[BASE].precision) == (0.5, 1 / 3)


def test_a_hidden_base_is_neither_missed_nor_false():
    assert scored([truth(visible=0.3)], []).kinds[BASE] == ThingTally(0, 0, 0)
    assert scored([truth(visible=0.3)], [answer(CORNERS)]).kinds[BASE] == ThingTally(0, 0, 0)


def test_the_lowest_score_to_trust_lies_between_the_inventions_and_the_bases(tmp_path):
    (tmp_path / "labels" / "set").mkdir(parents=True)
    (tmp_path / "images" / "set").mkdir(parents=True)
    row = {
        "kind": BASE,
        "box_px": truth().box_px.tolist(),
        "corners_px": CORNERS.tolist(),
        "visible": 1.0,
    }
    text = json.dumps({"px_per_mm": PX_PER_MM, "labels": [row]})
    (tmp_path / "labels" / "set" / "a.json").write_text(text)
    cv2.imwrite(str(tmp_path / "images" / "set" / "a.jpg"), np.zeros((20, 20, 3), np.uint8))

    def find(_image, _scale):
        return [answer(CORNERS, 0.4), answer(CORNERS + np.array([300.0, 0.0]), 0.2)]

    assert 0.2 < best_least_scores(find, tmp_path, "set")["base"] <= 0.4
    figures = judge_detector(find, tmp_path, "set").figures()
    assert (figures["recall"], figures["precision"]) == (1.0, 0.5)


def test_merit_is_the_harmonic_mean_and_may_weigh_precision_more():
    """Recall 1/2 and precision 2/3: F1 is 4/7, F0.5 is 5/8."""
    tally = ThingTally(there=4, found=2, false=1)
    assert tally.merit() == pytest.approx(4 / 7)
    assert tally.merit(0.5) == pytest.approx(5 / 8)
    assert ThingTally().merit() == 0.0
