"""Where somebody is looked for: by his last step, and elsewhere."""

from __future__ import annotations

import math

import pytest

from referee.core.geometry.pose import Pose
from referee.vision.watch.base_trail import FAST_MM_S, BaseTrail

MS = 1_000_000


def test_the_last_step_leads_on():
    trail = BaseTrail(Pose(100.0, 50.0, 0.0), 0).measured(Pose(104.0, 47.0, 2.0), 50 * MS)
    ahead = trail.ahead(100 * MS)
    assert (ahead.x_mm, ahead.y_mm, ahead.heading_deg) == pytest.approx((108.0, 44.0, 4.0))


def test_a_heading_goes_on_over_the_turn_of_the_circle():
    trail = BaseTrail(Pose(0.0, 0.0, 359.0), 0).measured(Pose(0.0, 0.0, 1.0), 20 * MS)
    assert trail.turn_deg_s == pytest.approx(100.0)


def test_a_base_that_was_taken_for_the_other_way_round_does_not_spin_on():
    trail = BaseTrail(Pose(0.0, 0.0, 0.0), 0).measured(Pose(1.0, 0.0, 180.0), 50 * MS)
    assert trail.turn_deg_s == 0.0
    assert trail.vx_mm_s == pytest.approx(20.0)


def test_of_a_long_time_unseen_no_speed_is_made():
    trail = BaseTrail(Pose(0.0, 0.0, 0.0), 0).measured(Pose(30.0, 0.0, 0.0), 900 * MS)
    assert trail.ahead(1000 * MS) == Pose(30.0, 0.0, 0.0)


def test_who_rested_may_have_started_the_way_he_looks():
    trail = BaseTrail(Pose(100.0, 50.0, 90.0), 0)
    others = trail.others(100 * MS, trail.pose)
    assert [p.x_mm for p in others] == pytest.approx([100.0, 100.0])
    assert [p.y_mm for p in others] == pytest.approx([50 + 0.05 * FAST_MM_S, 50 + 0.1 * FAST_MM_S])


def test_who_went_on_may_have_been_stopped():
    trail = BaseTrail(Pose(100.0, 50.0, 90.0), 0).measured(Pose(110.0, 50.0, 90.0), 100 * MS)
    others = trail.others(200 * MS, trail.ahead(200 * MS))
    assert (others[0].x_mm, others[0].y_mm) == (110.0, 50.0)


def test_no_place_is_looked_at_twice():
    trail = BaseTrail(Pose(0.0, 0.0, 0.0), 0)
    assert trail.others(5 * MS, trail.pose) == ()
    places = [trail.pose, *trail.others(60 * MS, trail.pose)]
    for k, one in enumerate(places):
        assert all(math.dist((one.x_mm, one.y_mm), (p.x_mm, p.y_mm)) > 2.0 for p in places[:k])


def test_who_is_missed_is_counted_until_he_is_measured():
    trail = BaseTrail(Pose(0.0, 0.0, 0.0), 0).miss().miss()
    assert trail.missed == 2
    assert trail.measured(Pose(1.0, 0.0, 0.0), 66 * MS).missed == 0
