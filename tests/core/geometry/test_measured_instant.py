"""Times between frames: by hand, and against what really happened in drawn approaches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.geometry.measured_instant import closing_instant, crossing_instant


@given(st.floats(-5, -0.01), st.floats(0.01, 5), st.floats(0, 100), st.floats(0.001, 1))
def test_a_crossing_lies_on_the_straight_line_between_two_frames(before, after, t, step):
    found = crossing_instant(t, before, t + step, after)
    share = (found.t_s - t) / step
    assert before + share * (after - before) == pytest.approx(0.0, abs=1e-6)


def test_the_sigma_of_a_crossing_is_that_of_the_length_over_the_speed():
    # 4 mm in 0.1 s, measured to 0.2 mm in the middle: 0.2 / sqrt 2 over 40 mm/s
    found = crossing_instant(0.0, -2.0, 0.1, 2.0, 0.2, 0.2)
    assert found.sigma_s == pytest.approx(0.2 / np.sqrt(2) / 40)


def test_what_hardly_moves_crosses_somewhere_in_the_step():
    found = crossing_instant(0.0, -0.001, 0.1, 0.001, 5.0, 5.0)
    assert found.sigma_s == pytest.approx(0.1 / np.sqrt(12))
    assert crossing_instant(0.0, 0.0, 0.1, 0.0).t_s == pytest.approx(0.05)


def test_a_line_that_was_not_crossed_has_no_instant():
    with pytest.raises(BadValue, match="before_mm"):
        crossing_instant(0.0, 1.0, 0.1, 2.0)
    with pytest.raises(BadValue, match="later"):
        crossing_instant(0.1, -1.0, 0.1, 2.0)


@pytest.mark.parametrize("fps", [30, 60])
def test_a_closing_gap_shuts_when_it_did_and_the_sigma_says_how_well_that_is_known(fps):
    rng = np.random.default_rng(11)
    off = []
    for _ in range(400):
        truth, speed = rng.uniform(0.30, 0.30 + 1 / fps), rng.uniform(20, 120)
        times = np.arange(0.1, 0.5, 1 / fps)
        gaps = speed * np.maximum(truth - times, 0) + rng.normal(0, 0.1, len(times))
        # the last frame that is plainly apart, as the one who asks sees it
        apart = max(int(np.flatnonzero(gaps > 0.5).max(initial=0)), 0)
        first = max(apart - 4, 0)
        found = closing_instant(
            times[first:], gaps[first:], np.full(len(times) - first, 0.1), apart - first
        )
        off.append(((found.t_s - truth), found.sigma_s))
    errors, sigmas = np.array(off).T
    assert np.abs(errors).max() < 0.012
    assert np.std(errors / sigmas) == pytest.approx(1.0, abs=0.25)


def test_an_error_that_all_frames_share_shows_in_those_that_are_shut():
    # Every gap is read 0.3 mm too small: at 60 mm/s that alone would be 5 ms.
    times = np.arange(0, 1.0, 1 / 30)
    gaps = 60.0 * np.maximum(0.5 - times, 0) - 0.3
    apart = int(np.flatnonzero(gaps > 0.5).max())
    sigmas = np.full(len(times), 0.05)
    knowing = closing_instant(times, gaps, sigmas, apart, shared_mm=0.3)
    ignorant = closing_instant(times, gaps, sigmas, apart)
    assert knowing.t_s == pytest.approx(0.5, abs=0.001)
    assert ignorant.t_s < 0.499


def test_frames_long_after_the_touch_do_not_move_it():
    times = np.arange(0, 2.0, 1 / 30)
    gaps = 60.0 * np.maximum(0.5 - times, 0)
    apart = int(np.flatnonzero(gaps > 0.5).max())
    found = closing_instant(times, gaps, np.full(len(times), 0.1), apart)
    assert found.t_s == pytest.approx(0.5, abs=0.001)


def test_a_touch_in_the_only_frame_is_there():
    assert closing_instant([0.5], [0.0], [0.1], 0).t_s == 0.5


def test_the_frame_that_is_apart_must_be_one_of_them():
    with pytest.raises(BadValue, match="apart"):
        closing_instant([0.0, 0.1], [1.0, 0.0], [0.1, 0.1], 2)
