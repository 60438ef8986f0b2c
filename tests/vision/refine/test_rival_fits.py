"""What lies beside an outline: whether other starts come back, and what they end on if not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.vision.refine.fit_evidence import LEVER_MM
from referee.vision.refine.rival_fits import (
    NO_RIVAL,
    PLACES,
    RIVAL_FIGURES,
    places_beside,
    rival_figures,
)

FOUND = np.array([[100.0, 50.0, math.pi / 2]])
ABOVE, FAR, BACK, SPREAD, SHIFT, ASTRAY, TURNED, OWN_TURN = range(RIVAL_FIGURES)


def says(levels):
    rows = np.zeros((PLACES, 40, 3))
    rows[:, :, 0] = np.array(levels)[:, None]
    return rows


def figures(ends, levels, alone=FOUND, guessed=FOUND):
    return rival_figures(guessed, alone, FOUND, np.array([ends]), says(levels))[0]


def test_starts_lie_ahead_behind_and_to_the_sides():
    ahead = places_beside(FOUND)[0]
    np.testing.assert_allclose(ahead[0], FOUND[0])
    np.testing.assert_allclose(ahead[1, :2], [100.0, 52.0], atol=1e-9)
    np.testing.assert_allclose(ahead[3, :2], [98.0, 50.0], atol=1e-9)
    assert (ahead[:, 2] == FOUND[0, 2]).all()


def test_one_answer_has_no_rival():
    seen = figures([FOUND[0]] * PLACES, [-1.2] * PLACES)
    assert seen[ABOVE] == NO_RIVAL
    assert seen[FAR] == 0.0
    assert seen[BACK] == 1.0


def test_the_best_of_the_others_counts_with_its_distance():
    ends = [FOUND[0]] * 3 + [FOUND[0] + [1.5, 0.0, 0.0], FOUND[0] + [0.0, -3.0, 0.0]]
    seen = figures(ends, [-1.2, -1.2, -1.2, -1.6, -1.1])
    assert seen[ABOVE] == pytest.approx(0.1)
    assert seen[FAR] == pytest.approx(3.0)
    assert seen[BACK] == 0.5


def test_a_turn_counts_as_the_way_of_the_outline():
    ends = [FOUND[0]] * 4 + [FOUND[0] + [0.0, 0.0, 0.2]]
    assert figures(ends, [-1.2] * PLACES)[FAR] == pytest.approx(0.2 * LEVER_MM)


def test_what_moved_and_what_was_read_alone_is_told():
    guessed, alone = (FOUND + np.array(move) for move in ([3.0, 4.0, 0.1], [0.5, 0.0, 0.0]))
    seen = figures([FOUND[0]] * PLACES, [-1.2] * PLACES, alone, guessed)
    assert seen[ASTRAY] == pytest.approx(5.0)
    assert seen[TURNED] == pytest.approx(0.1 * LEVER_MM)
    assert seen[SHIFT] == pytest.approx(math.log(0.52))
