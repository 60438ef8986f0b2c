"""How unevenly free bases are seen to creep, and what is not counted."""

from __future__ import annotations

import numpy as np
import pytest

from referee.calls.contact.evidence.free_motion import FreeMotion
from referee.calls.contact.evidence.unevenness import FLOOR
from referee.calls.frame import BoardFrame, SeenBase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE, MS

NAMES = ("A1", "A2", "H1", "H2")
FPS = 60


def wandering(mm_s, rad_s, seconds=12.0, seed=3, apart_mm=120.0, power=True):
    """Four bases whose speeds wander so much in the root of a second, well apart or not."""
    rng = np.random.default_rng(seed)
    step = 1.0 / FPS
    speeds = np.zeros((4, 3))
    places = np.array([[300.0, 60.0 + apart_mm * k, 0.0] for k in range(4)])
    free = FreeMotion(dict.fromkeys(NAMES, BASE))
    for n in range(round(seconds * FPS)):
        speeds += rng.normal(size=(4, 3)) * np.array([mm_s, mm_s, rad_s]) * np.sqrt(step)
        # Beside each other they go the same way.
        places += (speeds if apart_mm > 100.0 else speeds[0]) * step
        off = rng.normal(size=(4, 3)) * np.array([0.055, 0.055, 0.005])
        seen = tuple(
            SeenBase(
                name,
                MeasuredPose.with_sigmas(
                    Pose(row[0], row[1], np.degrees(row[2])), 0.055, 0.055, np.degrees(0.005)
                ),
            )
            for name, row in zip(NAMES, places + off, strict=True)
        )
        # Only the differences count, so each may walk off; they start anew now and then.
        if n % 90 == 89:
            speeds[:] = 0.0
            places[:, 0], places[:, 1] = 300.0, 60.0 + apart_mm * np.arange(4)
        free.update(BoardFrame(round(1000 * n * step) * MS, power and n % 90 != 0, seen))
    return free.unevenness


def test_a_smooth_board_is_taken_to_be_as_uneven_as_any():
    assert wandering(14.0, 0.3) == FLOOR


def test_an_uneven_board_shows_how_uneven_it_is():
    found = wandering(200.0, 2.0)
    assert found.mm_s == pytest.approx(200.0, rel=0.25)
    assert found.rad_s == pytest.approx(2.0, rel=0.25)


def test_bases_beside_each_other_and_without_power_say_nothing():
    assert wandering(300.0, 3.0, apart_mm=35.0) == FLOOR
    assert wandering(300.0, 3.0, power=False) == FLOOR


def test_a_few_looks_are_not_enough():
    assert wandering(300.0, 3.0, seconds=1.0) == FLOOR
