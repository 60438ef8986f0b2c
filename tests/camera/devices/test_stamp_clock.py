"""Every picture is stamped with the instant it was taken, as well as the driver lets us know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.camera.devices.webcam import StampClock

MS = 1_000_000


def test_without_a_drivers_stamp_the_arrival_counts():
    clock = StampClock()
    assert [clock.stamp(t * MS, 0.0) for t in (100, 133)] == [100 * MS, 133 * MS]
    assert not clock.driver_stamps


def test_a_stamp_of_our_own_clock_is_taken_as_it_is():
    clock = StampClock()
    assert clock.stamp(5_040 * MS, 5_000.0) == 5_000 * MS
    assert clock.driver_stamps


def test_a_stamp_that_stands_still_says_nothing():
    clock = StampClock()
    clock.stamp(5_040 * MS, 5_000.0)
    assert clock.stamp(5_073 * MS, 5_000.0) == 5_073 * MS
    assert not clock.driver_stamps


@given(late=st.lists(st.integers(0, 30), min_size=2, max_size=40))
def test_a_foreign_clock_is_moved_by_the_quickest_picture(late):
    """Pictures taken each 40 ms reach us 10 ms later at best: that is all nobody can know."""
    clock = StampClock()
    start, quickest = 10_000_000, 31
    for k, extra in enumerate(late):
        quickest = min(quickest, extra)
        taken = 40 * (k + 1)
        stamped = clock.stamp((start + taken + 10 + extra) * MS, float(taken))
        # In 40 pictures of 40 ms two clocks drift apart by at most 0.16 ms.
        assert 0 <= stamped - (start + taken + 10 + quickest) * MS <= 0.16 * MS
        assert stamped <= (start + taken + 10 + extra) * MS


@pytest.mark.parametrize("late_ms", [1_990, 2_000, 2_010, 10_000])
def test_a_picture_is_never_fresher_because_it_is_later(late_ms):
    clock = StampClock()
    clock.stamp(5_040 * MS, 5_000.0)
    assert clock.stamp((5_033 + late_ms) * MS, 5_033.0) == 5_033 * MS


def test_a_backlog_behind_a_foreign_clock_stays_late_for_minutes():
    """At 30 pictures a second for two minutes, each 400 ms late after the first second."""
    clock, start = StampClock(), 10_000_000
    for k in range(1, 3_600):
        taken = 33 * k
        late = 0 if k <= 30 else 400
        stamped = clock.stamp((start + taken + late) * MS, float(taken))
    assert (start + taken + late) * MS - stamped > 380 * MS


def test_a_clock_of_our_own_is_never_ahead_of_the_arrival():
    clock = StampClock()
    clock.stamp(5_040 * MS, 5_000.0)
    assert clock.stamp(5_060 * MS, 5_061.0) == 5_060 * MS
