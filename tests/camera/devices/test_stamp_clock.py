"""Every picture is stamped with the instant it was taken, as well as the driver lets us know."""

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
        assert stamped == (start + taken + 10 + quickest) * MS
        assert stamped <= (start + taken + 10 + extra) * MS
