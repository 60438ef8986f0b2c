"""What a person beside the board adds to the screen: numbers that are read, and inexact taps."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.sim.coach.finger_taps import FINGER_MM, FingerTaps, players_at

BOARD = SimpleNamespace(places={"H1": (100.0, 100.0), "H2": (110.0, 100.0), "A1": (400.0, 300.0)})


@pytest.fixture
def taps():
    return FingerTaps(BOARD, np.random.default_rng(1))


def test_nobody_is_said_to_stand_at_two_places():
    # Both places are nearest to H1; H2 is the only one who can stand at the other.
    assert players_at(BOARD.places, [(101.0, 100.0), (99.0, 100.0)]) == ("H2", "H1")


def test_the_nearest_stands_there():
    places = {"H1": (100.0, 100.0), "H2": (160.0, 100.0), "A1": (400.0, 300.0)}
    assert players_at(places, [(390.0, 300.0), (120.0, 100.0)]) == ("A1", "H1")


def test_a_finger_is_off_by_three_millimetres_along_each_axis(taps):
    off_mm = np.array([taps.at(Pose(400.0, 300.0, 0.0)) for _ in range(4000)]) - (400.0, 300.0)
    # The error of a mean of 4000 is 0.05 mm, of their spread 0.03 mm.
    assert np.abs(off_mm.mean(axis=0)).max() < 0.2
    assert off_mm.std(axis=0) == pytest.approx([FINGER_MM] * 2, abs=0.15)


def test_a_card_points_at_everybody_or_at_some(taps):
    assert set(taps.card()) == set(BOARD.places)
    assert set(taps.card(["A1", "H9"])) == {"A1"}  # H9 is not on the board
    assert taps.card(["A1"])["A1"] != BOARD.places["A1"]


def test_a_number_is_read_on_the_figure_that_the_page_points_at(taps):
    assert taps.read(Pose(103.0, 100.0, 0.0)) == "H1"
    assert taps.read(Pose(108.0, 101.0, 0.0)) == "H2"
    assert taps.read(Pose(250.0, 200.0, 0.0)) is None
