"""The terminal is told once that a table is slower than real time."""

from __future__ import annotations

import pytest

from referee.apps.play.slow_table import SlowTable


def told(*speeds):
    """What is told while the speed is this at look after look; looks after the last are none."""
    said, left = [], list(speeds)
    table = SlowTable(lambda: left.pop(0), said.append)
    while left and not table.look():
        pass
    return said, left


def test_it_says_how_slow_and_looks_no_more():
    said, left = told(1.0, 0.9, 0.7, 0.62, 0.3, 0.3, 0.3)
    assert len(said) == 1
    assert "0.6 x of real time" in said[0]
    assert left == [0.3, 0.3, 0.3]


@pytest.mark.parametrize(
    "speeds", [(1.0, 0.96, 0.95, 1.0), (0.4, 0.5, 1.0, 0.4, 0.5, 1.0)], ids=["quick", "hiccups"]
)
def test_real_time_and_hiccups_are_not_told(speeds):
    assert told(*speeds) == ([], [])


def test_where_the_night_goes_by_the_systems_clock_there_is_nothing_to_look_at():
    assert told(None, 0.1, 0.1, 0.1, 0.1) == ([], [0.1, 0.1, 0.1, 0.1])
