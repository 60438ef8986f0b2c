"""Bought boards are told off in time after every trouble, and a guard that forgets to is found."""

from __future__ import annotations

import pytest

from referee.lab.bench.power.bought_boards import FAKES
from referee.lab.bench.power.bought_faults import BOUGHT_FAULTS, run_bought_fault
from referee.power.guard.core import GuardCore

EACH_TWICE = 2 * len(FAKES)


@pytest.mark.parametrize("name", BOUGHT_FAULTS)
def test_every_trouble_opens_every_bought_board_within_the_bar(name):
    worst_ms, again = run_bought_fault(name, EACH_TWICE)
    assert worst_ms <= 300
    assert again == 0


def test_a_guard_that_obeys_before_it_looks_at_the_time_would_be_found(monkeypatch):
    obey = GuardCore.order

    def at_once(self, t_ns, order):
        self.tick = lambda _t_ns: None
        try:
            obey(self, t_ns, order)
        finally:
            del self.tick

    monkeypatch.setattr(GuardCore, "order", at_once)
    worst_ms, _ = run_bought_fault("both stood still, counted from when they go on", EACH_TWICE)
    assert worst_ms > 300
