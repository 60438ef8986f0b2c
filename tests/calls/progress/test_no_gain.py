"""A carrier who gets no further: what his speed says, since when he stands, and what is waited."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

from referee.calls.frame import SeenBase
from referee.calls.progress.carrier_trail import CarrierTrail, FurthestAdvance
from referee.calls.progress.drift import Drift, SpeedPrior, drift, p_no_gain, p_stood_still
from referee.calls.progress.no_gain import NoGain, ProgressTest
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import BASE, MS

STEP = 20 * MS
FAST = 60.0


@pytest.mark.parametrize("speed", [-70.0, -3.0, 0.0, 1.0, 2.0, 4.0, 55.0, 65.0])
@pytest.mark.parametrize("least", [0.0, 1.5])
def test_no_gain_is_standing_or_any_speed_below_the_least(speed, least):
    # All speeds up to 60 either way are alike, against standing; the sum over them by hand.
    sigma, span = 1.2, 0.5
    bell = NormalDist(speed, sigma).pdf
    ways = np.arange(-FAST + 0.005, FAST, 0.01)
    each = np.array([bell(v) for v in ways]) * 0.01 / (2 * FAST)
    slow = each[ways <= least / span].sum()
    wanted = (bell(0.0) + slow) / (bell(0.0) + each.sum())
    got = p_no_gain(Drift(speed, 9.0, sigma, span), least, SpeedPrior(FAST))
    assert got == pytest.approx(wanted, abs=1e-3)


def test_a_speed_beyond_all_belief_is_a_gain():
    assert p_no_gain(Drift(1e6, 0.0, 1.0, 1.0), 0.0, SpeedPrior()) == 0.0


def test_standing_is_told_from_any_speed_whichever_way():
    # The bell at 2 along and 1 across, sigma 1, against one in a square of 200 by 200 mm/s.
    stood = math.exp(-2.5) / (2.0 * math.pi)
    wanted = stood / (stood + 1.0 / 200.0**2)
    assert p_stood_still(Drift(2.0, 1.0, 1.0, 1.0), 0.0, SpeedPrior()) == pytest.approx(wanted)
    assert p_stood_still(Drift(-1.0, -2.0, 1.0, 1.0), 0.0, SpeedPrior()) == pytest.approx(wanted)
    wider = math.exp(-2.5) / (2.0 * math.pi * 4.0)
    wanted = wider / (wider + 1.0 / 200.0**2)
    assert p_stood_still(Drift(4.0, 2.0, 2.0, 1.0), 0.0, SpeedPrior()) == pytest.approx(wanted)


@pytest.mark.parametrize(("least", "wanted"), [(9.0, 0.0), (10.0, 0.5), (11.0, 1.0)])
def test_how_far_he_may_creep_is_half_likely_just_there(least, wanted):
    # 3 : 4 : 5: 20 mm/s for half a second are 10 mm. No trembling is that fast.
    found = Drift(12.0, 16.0, 0.2, 0.5)
    assert found.speed_mm_s == pytest.approx(20.0)
    assert p_stood_still(found, least, SpeedPrior()) == pytest.approx(wanted, abs=1e-3)
    assert p_no_gain(Drift(20.0, 0.0, 0.2, 0.5), least, SpeedPrior()) == pytest.approx(
        wanted, abs=1e-3
    )


def test_a_trembling_base_is_known_no_better_than_it_trembles():
    times = [0.0, 0.1, 0.2, 0.3]
    # Errors of 0.3 and trembling of 0.4 are 0.5 together; times spread by 0.05 of a second squared.
    found = drift(times, [0.0] * 4, [0.0] * 4, [0.3] * 4, SpeedPrior(trembles_mm=0.4))
    assert found.sigma_mm_s == pytest.approx(0.5 / math.sqrt(0.05))
    assert found.span_s == pytest.approx(0.3)


def test_frames_known_worse_weigh_less():
    times, along = np.array([0.0, 0.1, 0.2, 0.3]), np.array([0.0, 1.0, 5.0, 3.0])
    sigmas = np.array([0.1, 0.2, 0.4, 0.1])
    found = drift(times, along, -along, sigmas, SpeedPrior(trembles_mm=0.0))
    slope = np.polyfit(times, along, 1, w=1.0 / sigmas)[0]
    assert (found.along_mm_s, found.across_mm_s) == pytest.approx((slope, -slope))


def test_a_slope_needs_four_frames_at_different_times():
    drift([0.0, 0.1, 0.2, 0.3], [0.0] * 4, [0.0] * 4, [0.1] * 4, SpeedPrior())
    for times in ([0.0, 0.1, 0.2], [1.0] * 4):
        with pytest.raises(BadValue):
            drift(times, [0.0] * len(times), [0.0] * len(times), [0.1] * len(times), SpeedPrior())


def test_what_may_be_believed_of_moving_bases():
    for good in ((1.0, 0.0), (1000.0, 5.0)):
        SpeedPrior(*good)
    for wrong in ((0.9, 0.1), (1001.0, 0.1), (100.0, -0.1), (100.0, 5.1)):
        with pytest.raises(BadValue):
            SpeedPrior(*wrong)


def anybody(_):
    return True


def nobody(_):
    return False


def watched(
    places,
    judge=ProgressTest.NO_GAIN,
    seconds=0.5,
    least=0.0,
    touched=nobody,
    pace=None,
    since=0,
    sigma=0.05,
):
    """What a watch says frame by frame of 20 ms, and the watch."""
    trail = CarrierTrail(BASE, Direction.RIGHT, pace or SpeedPrior(), 10**10, FurthestAdvance())
    still = NoGain(judge, seconds, least, Thresholds())
    said = []
    for k, place in enumerate(places):
        x, y = place if isinstance(place, tuple) else (place, 100.0)
        measured = MeasuredPose.with_sigmas(Pose(x, y, 0.0), sigma, sigma, 0.1)
        trail.take(k * STEP, SeenBase("H1", measured))
        said.append(still.update(trail, since, touched))
    return said, still


def first(said):
    return next((k, each) for k, each in enumerate(said) if each is not None)


COMES = [40.0 * k * 0.02 for k in range(51)]  # a second at 40 mm/s
STANDS = [40.0] * 60


@pytest.mark.parametrize("judge", list(ProgressTest))
@pytest.mark.parametrize("seconds", [0.4, 0.8])
def test_his_progress_has_stopped_so_long_after_he_stopped(judge, seconds):
    said, _ = watched(COMES + STANDS, judge, seconds)
    k, found = first(said)
    assert found.instant.t_s == pytest.approx(1.0 + seconds, abs=0.02)
    assert k * 0.02 == pytest.approx(1.0 + seconds, abs=0.05)
    assert found.probability > 0.995
    assert found.gain_mm == pytest.approx(0.0, abs=0.5)
    assert found.flag == ()
    # It rests on the frames of the time it lasted.
    assert found.frames[-1] - found.frames[0] == round(seconds * 50) * STEP
    assert found.since_ns == found.frames[0]


def test_no_stop_reaches_back_before_his_clock_started():
    said, _ = watched([40.0] * 60, since=20 * STEP)
    k, found = first(said)
    assert k == 45  # half a second is 25 frames
    assert found.instant.t_s == pytest.approx(0.9, abs=0.001)


def test_running_on_is_no_stop():
    said, still = watched([40.0 * 0.02 * k for k in range(100)])
    assert not any(said)
    assert still.missed() is None
    assert still.close() is None


def test_running_across_alone_is_no_stop_but_hindered_it_is():
    across = [(40.0, 100.0 + 0.6 * k) for k in range(60)]  # 30 mm/s
    assert not any(watched(across)[0])
    assert any(watched(across, touched=anybody)[0])
    # Slower than 8 mm/s it is no running.
    assert any(watched([(40.0, 100.0 + 0.15 * k) for k in range(60)])[0])
    assert not any(watched([(40.0, 100.0 + 0.17 * k) for k in range(60)])[0])
    # And who is pushed back faster than he goes aside is stopped.
    assert any(watched([(40.0 - 0.7 * k, 100.0 + 0.6 * k) for k in range(60)])[0])


def test_who_asks_for_standing_is_told_of_any_way():
    for move in ((0.6, 0.0), (0.0, 0.6), (-0.6, 0.0)):
        places = [(40.0 + move[0] * k, 100.0 + move[1] * k) for k in range(60)]
        assert not any(watched(places, ProgressTest.STANDING, touched=anybody)[0])


def test_who_is_asked_since_when_is_told_the_first_frame_of_it():
    asked = []

    def touched(since_ns):
        asked.append(since_ns)
        return False

    watched([(40.0, 100.0 + 0.6 * k) for k in range(26)], touched=touched)
    assert asked == [0]


def test_a_step_on_and_one_back_is_no_standing():
    there = [40.0 + 10.0 * k * 0.02 for k in range(26)]
    said, _ = watched([*there, *there[::-1]], seconds=1.0)
    assert not any(said)


@pytest.mark.parametrize(("gain", "plain"), [(2.32, True), (2.26, False)])
def test_who_has_plainly_got_on_is_not_weighed(gain, plain):
    # Two millimetres and four sigmas of two frames of 0.05: 2.283. A base that trembled by 5 mm
    # might stand all the same.
    places = [gain * k / 25 for k in range(26)]
    _, still = watched(places, pace=SpeedPrior(trembles_mm=5.0))
    assert (still.close() is None) is plain
    assert still.close() is None  # told once


def test_the_way_he_may_creep_comes_on_top():
    places = [5.0 * k / 25 for k in range(26)]
    _, still = watched(places, pace=SpeedPrior(trembles_mm=5.0), least=2.7)
    assert still.close() is None
    _, still = watched(places, pace=SpeedPrior(trembles_mm=5.0), least=2.8)
    assert still.close() is not None


def test_what_may_have_been_a_stop_is_told_once_it_is_over():
    slow = [1.2 * k / 25 for k in range(26)]
    runs = [slow[-1] + 0.8 * k for k in range(1, 40)]
    said, still = watched([*slow, *runs], pace=SpeedPrior(trembles_mm=1.0))
    missed = still.missed()
    assert not any(said)
    assert missed is not None
    assert missed.probability >= 0.5
    assert still.missed() is None
    assert still.close() is None


@pytest.mark.parametrize(
    ("missed", "flag"), [(11, ()), (12, ("the carrier was out of sight for a moment",))]
)
def test_out_of_sight_for_long_enough_to_go_and_come_back_is_said(missed, flag):
    trail = CarrierTrail(BASE, Direction.RIGHT, SpeedPrior(), 10**10, FurthestAdvance())
    still = NoGain(ProgressTest.NO_GAIN, 0.5, 0.0, Thresholds())
    found = None
    for k in [*range(10), *range(10 + missed, 60)]:
        measured = MeasuredPose.with_sigmas(Pose(40.0, 100.0, 0.0), 0.05, 0.05, 0.1)
        trail.take(k * STEP, SeenBase("H1", measured))
        found = found or still.update(trail, 0, nobody)
    assert found.flag == flag
