"""The board's clock on the computer's: the true instant lies within what is stated."""

from __future__ import annotations

import numpy as np
import pytest

from referee.power.efl.board_clock import WRAP_US, BoardClock

S = 1_000_000_000


def listened(rate, seconds, seed, start_us=0, delay_ms=3.0):
    """A clock after so many seconds of answers every 60 ms, with one-sided random delays."""
    rng = np.random.default_rng(seed)
    clock = BoardClock()
    for t_ns in range(5 * S, round((5 + seconds) * S), S * 60 // 1000):
        there, back = rng.exponential(delay_ms * 1e6, 2)
        stamp = round(start_us + t_ns * rate / 1000) % WRAP_US
        clock.compare(stamp, t_ns - round(there), t_ns + round(back))
    return clock


@pytest.mark.parametrize("rate", [0.995, 1.0, 1.00005, 1.005])
@pytest.mark.parametrize("seconds", [0.1, 0.9, 5, 30, 90])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_true_instant_lies_within_what_is_stated(rate, seconds, seed):
    clock = listened(rate, seconds, seed)
    for later_ms in (-50, 0, 20):
        true_ns = round((5 + seconds) * S) + later_ms * 1_000_000
        host_ns, within_ns = clock.host_ns(round(true_ns * rate / 1000) % WRAP_US)
        assert abs(host_ns - true_ns) <= within_ns


def test_half_a_millisecond_is_reached_within_seconds():
    clock = listened(1.004, 10, seed=3, delay_ms=0.5)
    assert clock.host_ns(round(15 * S * 1.004 / 1000))[1] < 500_000


def test_the_drift_of_a_poor_resonator_is_learned():
    assert listened(1.004, 30, seed=4).fit.drift_ppm == pytest.approx(4000, abs=100)


def test_a_stamp_that_wraps_goes_on():
    start_us = WRAP_US - 6 * 1_000_000
    clock = listened(1.0, 10, seed=5, start_us=start_us)
    host_ns, within_ns = clock.host_ns((start_us + 15 * 1_000_000) % WRAP_US)
    assert abs(host_ns - 15 * S) <= within_ns


def test_a_length_is_trimmed_once_the_rate_is_known():
    assert listened(1.005, 30, seed=6).board_ms(3000) == pytest.approx(3015, abs=1)


def test_a_length_is_left_alone_before_that():
    assert listened(1.005, 3, seed=6).board_ms(3000) == 3000


def test_before_the_first_answer_nothing_is_known():
    assert BoardClock().host_ns(5) is None
    assert BoardClock().fit is None
