"""The power at a frame's own instant, though it is asked for later."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.night.safety.power_history import PowerHistory


def test_before_anything_is_known_it_was_open():
    assert not PowerHistory().at(10**12)


def test_a_frame_of_before_the_change_had_the_power_of_before():
    history = PowerHistory()
    history.note(100, closed=True)
    history.note(200, closed=False)
    assert [history.at(t) for t in (99, 100, 199, 200, 5000)] == [False, True, True, False, False]


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=40, unique=True))
def test_it_is_what_was_noted_last_before(times):
    history = PowerHistory()
    changes = [(t, k % 2 == 0) for k, t in enumerate(sorted(times))]
    for t, closed in changes:
        history.note(t, closed=closed)
        history.note(t + 1, closed=closed)
    for asked in range(0, 10_001, 97):
        before = [closed for t, closed in changes if t <= asked]
        assert history.at(asked) is (before[-1] if before else False)
