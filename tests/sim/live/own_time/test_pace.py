"""The table's time: never quicker than the wall's, slower where the computer is; time is data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.sim.live.own_time.pace import CATCH_UP_NS, Pace

MS = 1_000_000
FRAME = 33 * MS


class Wall:
    """A clock that only passes while something takes time; a wait may end early or late."""

    def __init__(self, off_ns=()):
        self.ns, self.waits = 7_000 * MS, []
        self._off_ns = list(off_ns)

    def __call__(self):
        return self.ns

    def wait(self, seconds):
        self.waits.append(seconds)
        off_ns = self._off_ns.pop() if self._off_ns else 0
        self.ns += max(1, round(seconds * 1e9) + off_ns)


def shown(work_ns, off_ns=()):
    """When each picture was shown on the wall, where so much work lies before it; and the pace."""
    wall = Wall(off_ns)
    pace = Pace(wall, wall.wait)
    at = []
    for number, took_ns in enumerate(work_ns):
        wall.ns += took_ns
        pace.keep(number * FRAME)
        at.append(wall.ns)
    return at, pace


works = st.lists(st.integers(0, 400 * MS), min_size=2, max_size=60)
offs = st.lists(st.integers(-20 * MS, 60 * MS), max_size=60)


@given(works, offs)
def test_since_the_first_picture_it_is_never_ahead_of_real_time(work_ns, off_ns):
    at, _ = shown(work_ns, off_ns)
    assert all(at[k] - at[0] >= k * FRAME for k in range(len(at)))


@given(works, offs)
def test_between_any_two_pictures_no_more_than_a_hiccup_is_made_up_for(work_ns, off_ns):
    at, _ = shown(work_ns, off_ns)
    for first in range(len(at)):
        for last in range(first, len(at)):
            assert at[last] - at[first] >= (last - first) * FRAME - CATCH_UP_NS


def test_a_quick_computer_is_in_real_time():
    at, pace = shown([5 * MS] * 120)
    assert at[-1] - at[0] == 119 * FRAME
    assert pace.speed == pytest.approx(1.0)


def test_a_slow_one_goes_on_without_a_wait_and_says_how_slow_it_is():
    wall = Wall()
    pace = Pace(wall, wall.wait)
    for number in range(200):
        wall.ns += 66 * MS
        pace.keep(number * FRAME)
    # Two frames' time for each of them: half of real time, and nothing to wait for.
    assert wall.waits == []
    assert pace.speed == pytest.approx(0.5)


def test_the_speed_is_that_of_the_last_two_seconds():
    _, pace = shown([66 * MS] * 100 + [1 * MS] * 100)
    assert pace.speed == pytest.approx(1.0, abs=0.03)


def test_one_late_picture_is_made_up_for_and_a_long_halt_is_not():
    late, _ = shown([1 * MS] * 10 + [60 * MS] + [1 * MS] * 10)
    assert late[-1] - late[0] == 20 * FRAME
    halted, _ = shown([1 * MS] * 10 + [5_000 * MS] + [1 * MS] * 10)
    # The halt lies where one frame's time would have.
    assert halted[-1] - halted[0] == 19 * FRAME + 5_000 * MS - CATCH_UP_NS


def test_before_anything_was_shown_it_is_not_called_slow():
    assert Pace().speed == 1.0
