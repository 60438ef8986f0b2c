"""A figure is turned about its centre, or about the middle of its front."""

from __future__ import annotations

import pytest

from referee.core.geometry.pose import Pose
from referee.sim.physics.hands.paths import turning_path


def test_about_the_centre_the_place_stays():
    end = turning_path(Pose(100.0, 50.0, 30.0), 60.0)(1.0)
    assert (end.x_mm, end.y_mm, end.heading_deg) == pytest.approx((100.0, 50.0, 90.0))


def test_about_the_front_the_rear_swings():
    """A base of 28 mm that faces right and is turned to the left: its front stays at 114 mm."""
    end = turning_path(Pose(100.0, 50.0, 0.0), 90.0, ahead_mm=14.0)(1.0)
    assert (end.x_mm, end.y_mm, end.heading_deg) == pytest.approx((114.0, 36.0, 90.0))
