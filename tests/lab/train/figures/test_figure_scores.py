"""How figures are scored: alone, one to one, and whether probabilities mean what they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.lab.train.figures.figure_scores import (
    SeenTeams,
    calibration_of,
    figures_of,
    fitted_scale,
    found_alone,
    found_one_to_one,
    surprise,
)

SAME = np.eye(11)[None, None]


def drawn(scale, teams=3000):
    """Cosines of teams where the figure that was asked for is drawn by softmax of them."""
    rng = np.random.default_rng(4)
    cosines = rng.uniform(-0.5, 1.0, (teams, 1, 11, 11))
    odds = np.exp(scale * cosines)
    odds /= odds.sum(axis=-1, keepdims=True)
    for team in range(teams):
        for i in range(11):
            true = rng.choice(11, p=odds[team, 0, i])
            cosines[team, 0, i, [i, true]] = cosines[team, 0, i, [true, i]]
    return cosines


def test_two_that_are_taken_for_one_are_parted_when_each_is_taken_once():
    cosines = SAME.copy()
    cosines[0, 0, 1, 0], cosines[0, 0, 1, 1] = 0.9, 0.8
    assert found_alone(cosines) == pytest.approx(10 / 11)
    assert found_one_to_one(cosines) == 1.0


def test_knowing_nothing_surprises_by_the_log_of_eleven():
    assert surprise(np.zeros((2, 3, 11, 11)), 20.0) == pytest.approx(math.log(11))


def test_the_fitted_scale_makes_probabilities_mean_what_they_say():
    cosines = drawn(6.0)
    scale = fitted_scale(cosines)
    assert scale == pytest.approx(6.0, rel=0.05)
    for row in calibration_of(cosines, scale):
        if row["count"] > 1000:
            assert row["right"] == pytest.approx(row["said_mean"], abs=0.03)


def test_means_over_five_frames_are_better_than_one():
    rng = np.random.default_rng(5)
    true = rng.normal(size=(4, 1, 11, 64))
    looks = true + rng.normal(0.0, 2.0, (4, 11, 11, 64))
    looks /= np.linalg.norm(looks, axis=-1, keepdims=True)
    seen = SeenTeams(looks.astype(np.float32), np.ones((4, 11, 11)), ("lamp",) * 2 + ("dim",) * 2)
    figures = figures_of(seen, 10.0)
    assert list(figures) == ["lamp", "dim", "all"]
    assert figures["all"]["five_frames"] > figures["all"]["one_frame"]
    assert figures["all"]["one_frame_one_to_one"] >= figures["all"]["one_frame"]
