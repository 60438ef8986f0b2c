"""One answer for each base, and both answers where two bases touch."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision.network.decoded_things import best_of_each, decode
from referee.vision.network.detector_classes import BASE, CLASSES, CORNERS, MAGNET

LEAST = (0.25,) * len(CLASSES)


def raw(rows):
    """Answers of a network: (class, score, centre x, y, width, height)."""
    out = np.zeros((4 + len(CLASSES) + 3 * CORNERS, len(rows)), dtype=np.float32)
    for k, (kind, score, *box) in enumerate(rows):
        out[:4, k] = box
        out[4 + kind, k] = score
        out[4 + len(CLASSES) :, k] = np.arange(3 * CORNERS)
    return out


def test_answers_come_best_first_with_their_boxes_and_corners():
    found = decode(raw([(BASE, 0.4, 50, 60, 20, 10), (MAGNET, 0.9, 5, 6, 4, 4)]), LEAST)
    assert found.kinds.tolist() == [MAGNET, BASE]
    assert found.scores == pytest.approx([0.9, 0.4])
    assert found.boxes[1].tolist() == [40, 55, 60, 65]
    assert found.corners[0].tolist() == np.arange(12.0).reshape(4, 3).tolist()


def test_weak_answers_are_left_out():
    assert len(decode(raw([(BASE, 0.2, 50, 60, 20, 10)]), LEAST).kinds) == 0


def test_one_base_seen_twice_is_one_base():
    rows = [(BASE, 0.9, 50, 60, 27, 20), (BASE, 0.8, 51, 61, 27, 21), (BASE, 0.7, 50, 60, 22, 26)]
    assert len(decode(raw(rows), LEAST).kinds) == 1


@pytest.mark.parametrize("angle_deg", [0.0, 20.0, 45.0, 70.0])
def test_two_bases_side_by_side_are_two_bases(angle_deg):
    """Flank at flank is as near as two of them come: 20.6 mm from middle to middle."""
    a = np.radians(angle_deg)
    half = np.array([13.9, 10.3])
    width = 2 * (half[0] * abs(np.cos(a)) + half[1] * abs(np.sin(a)))
    height = 2 * (half[0] * abs(np.sin(a)) + half[1] * abs(np.cos(a)))
    dx, dy = -20.6 * np.sin(a), 20.6 * np.cos(a)
    rows = [(BASE, 0.9, 100, 100, width, height), (BASE, 0.8, 100 + dx, 100 + dy, width, height)]
    assert len(decode(raw(rows), LEAST).kinds) == 2


def test_things_of_different_classes_do_not_hide_each_other():
    boxes = np.array([[0.0, 0.0, 10.0, 10.0], [0.0, 0.0, 10.0, 10.0]])
    assert best_of_each(boxes, np.array([BASE, MAGNET])).tolist() == [0, 1]


def test_an_answer_of_the_wrong_shape_is_refused():
    with pytest.raises(ValueError, match="rows"):
        decode(np.zeros((5, 10), dtype=np.float32), LEAST)


def test_a_class_that_is_not_trusted_gives_way_to_one_that_is():
    """The cell says magnet a little louder, but a magnet has to be surer than that."""
    answers = raw([(BASE, 0.4, 50, 60, 20, 10)])
    answers[4 + MAGNET, 0] = 0.45
    scores = [0.25] * len(CLASSES)
    scores[MAGNET] = 0.5
    found = decode(answers, scores)
    assert found.kinds.tolist() == [BASE]
    assert found.scores == pytest.approx([0.4])
