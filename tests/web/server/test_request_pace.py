"""A stranger who asks without end is answered later and later; a press does not wait for it."""

from __future__ import annotations

import pytest

from referee.web.server.request_pace import LONGEST_WAIT_S, PRESSING, READING, RequestPace

OTHER = "192.168.1.66"


def test_a_page_is_loaded_at_once_and_a_flood_is_paced():
    pace = RequestPace()
    waits = [pace.wait_s(OTHER, False, 5.0) for _ in range(90)]
    assert waits[:60] == [0.0] * 60
    assert waits[60] == pytest.approx(1.0 / READING.each_s)
    assert waits[-1] == LONGEST_WAIT_S
    assert pace.wait_s("192.168.1.67", False, 5.0) == 0.0


def test_whoever_rests_is_answered_at_once_again():
    pace = RequestPace()
    for _ in range(200):
        pace.wait_s(OTHER, False, 5.0)
    assert pace.wait_s(OTHER, False, 5.0 + LONGEST_WAIT_S + 0.2) == 0.0


def test_a_press_has_a_purse_of_its_own():
    pace = RequestPace()
    for _ in range(200):
        pace.wait_s(OTHER, False, 5.0)
    assert [pace.wait_s(OTHER, True, 5.0) for _ in range(10)] == [0.0] * 10
    assert pace.wait_s(OTHER, True, 5.0) == pytest.approx(1.0 / PRESSING.each_s)


def test_many_addresses_fill_no_memory():
    pace = RequestPace()
    for n in range(10_000):
        pace.wait_s(f"10.0.{n // 256}.{n % 256}", False, 5.0)
    assert len(pace._purses) <= 256
