"""An approach from frame to frame: what it is about, when it is settled, when nothing is known."""

from __future__ import annotations

import math

from referee.calls.contact.evidence.close_approach import CloseApproach
from referee.calls.contact.evidence.unevenness import FLOOR
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.contact.evidence.pairs import comes_and_goes, passes
from tests.calls.plays import BASE, MS

FPS = 60.0


def followed(place_b, until_s, *, gone=(9.0, 9.0), alone=True):
    """An approach after the frames up to a time; b is not seen for a while."""
    tracker = PairTracker(BASE, BASE, Thresholds(), rolling=True)
    approach = CloseApproach((BASE, BASE))
    t_ns = 0
    for k in range(-18, round(until_s * FPS) + 1):
        t = k / FPS
        t_ns = round(1000 * (t + 1.0)) * MS
        here = SeenBase("H1", MeasuredPose.with_sigmas(Pose(100.0, 100.0, 0.0), 0.05, 0.05, 0.25))
        x, y = place_b(t)
        there = MeasuredPose.with_sigmas(Pose(100.0 + x, 100.0 + y, 180.0), 0.05, 0.05, 0.25)
        seen = (here,) if gone[0] <= t <= gone[1] else (here, SeenBase("A1", there))
        look = tracker.update(BoardFrame(t_ns, True, seen), "H1", "A1")
        if look is None or (not approach.about_ns and look.gap_mm > 1.5):
            continue
        frames = max((touch.probability for touch in tracker.touches()), default=0.0)
        approach.come_near(look, frames, look.t_ns)
        approach.update(tracker.looks, math.inf, FLOOR, alone=alone)
    return approach, t_ns


def test_it_is_about_the_frame_in_which_they_first_were_as_near_as_ever():
    approach, _ = followed(comes_and_goes, 0.1)
    assert approach.about_ns == 1000 * MS
    assert approach.nearest.t_ns == 1000 * MS
    assert approach.span_ns[0] < 1000 * MS < approach.span_ns[1]


def test_it_waits_for_a_tenth_of_a_second():
    assert not followed(comes_and_goes, 0.08)[0].settled(1099 * MS)
    assert followed(comes_and_goes, 0.08)[0].settled(1100 * MS)


def test_who_came_and_went_has_touched_and_who_passed_has_not():
    touched, now_ns = followed(comes_and_goes, 0.12)
    assert touched.p_touched(now_ns) > 0.995
    passed, now_ns = followed(lambda t: passes(t, 0.6), 0.12)
    assert passed.p_touched(now_ns) < 0.02


def test_out_of_sight_just_after_nothing_is_known_in_the_end():
    approach, now_ns = followed(comes_and_goes, 0.2, gone=(0.001, 0.15))
    assert approach.settled(now_ns)
    assert approach.p_touched(now_ns) is None
    # While it is open, what is known so far counts.
    assert approach.p_touched(approach.about_ns) is not None


def test_a_third_base_beside_once_is_remembered():
    approach, _ = followed(comes_and_goes, 0.12, alone=False)
    assert approach.evidence.k is None
