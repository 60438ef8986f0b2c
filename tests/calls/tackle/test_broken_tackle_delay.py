"""Broken tackles that are told some time later."""

from __future__ import annotations

import pytest

from referee.calls.tackle.broken_tackle_delay import BrokenTackleDelay
from tests.calls.making import call
from tests.calls.plays import MS


class Nobody:
    """Says of nobody but one player that he is hidden, and of him up to a time."""

    def __init__(self, until_ms=-1):
        self._until_ns = until_ms * MS

    def hidden(self, t_ns):
        return ["A9"] if t_ns <= self._until_ns else []

    was_hidden = hidden


def test_a_broken_tackle_is_told_a_tenth_of_a_second_after_the_rulebook_s_time():
    waiting, told = BrokenTackleDelay(0.5, Nobody()), call(1000)
    assert waiting.update(1000 * MS, [told]) == []
    assert waiting.update(1599 * MS, []) == []
    assert waiting.update(1600 * MS, []) == [told]
    assert waiting.update(1700 * MS, []) == []


def test_without_such_a_time_it_is_told_at_once():
    assert BrokenTackleDelay(0.0, Nobody(9999)).update(1000 * MS, [call(1000)]) == [call(1000)]


@pytest.mark.parametrize(("until_ms", "flagged"), [(999, False), (1000, True)])
def test_who_was_hidden_since_then_is_named(until_ms, flagged):
    waiting = BrokenTackleDelay(0.5, Nobody(until_ms))
    for t_ms in (999, 1000):
        waiting.update(t_ms * MS, [])
    waiting.update(1001 * MS, [call(1000)])
    (told,) = waiting.update(1600 * MS, [])
    assert told.flagged is flagged


def test_what_still_waits_at_the_end_is_left_once():
    waiting = BrokenTackleDelay(0.5, Nobody())
    waiting.update(1000 * MS, [call(1000)])
    assert waiting.close() == [call(1000)]
    assert waiting.close() == []
