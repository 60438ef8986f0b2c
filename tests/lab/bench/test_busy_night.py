"""The benches of a busy computer and of many nights: what counts, and what is joined."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import asdict
from types import SimpleNamespace

import pytest

from referee.calls.call import CallAction, CallKind
from referee.core.errors import BadValue
from referee.lab.bench.play import busy_night
from referee.lab.bench.play.bench import PARTS, run
from referee.lab.bench.play.busy_night import BACK_S, BusyNight, busy_rows
from referee.lab.bench.play.kept_parts import KeptParts
from referee.lab.bench.play.latency import LEAST_ANSWERS, LEAST_CUTS, PowerOffLatency
from referee.system_clock import clock_ns


class Seat:
    """A night of which one play has been counted, with one touch that nobody saw."""

    def __init__(self, flagged):
        call = SimpleNamespace(
            kind=CallKind.TACKLE,
            action=CallAction.CUT,
            flagged=flagged,
            players=("H1", "A1"),
            t_ns=0,
        )
        numbers = SimpleNamespace(fps=28.0, strained=False)
        self.now = SimpleNamespace(
            state=SimpleNamespace(plays=1),
            performance=numbers,
            watching=True,
            calls=(SimpleNamespace(call=call),),
        )
        off = SimpleNamespace(closed=False, latched=False)
        self.board = SimpleNamespace(power=lambda: off, ready=None, facts_after=lambda _n: [])
        self.evening = None

    def check(self):
        pass

    def wait(self, until, _seconds):
        return clock_ns() if until() else None


@pytest.mark.parametrize(("flagged", "wrong"), [(False, 1), (True, 0)])
def test_a_touch_that_the_physics_does_not_know_is_wrong_unless_it_is_flagged(
    monkeypatch, flagged, wrong
):
    monkeypatch.setattr(busy_night, "bench_night", lambda *_a, **_k: nullcontext(Seat(flagged)))
    monkeypatch.setattr(busy_night, "page_open", lambda _desk: nullcontext())
    monkeypatch.setattr(busy_night, "busy_computer", lambda _busy: nullcontext())
    monkeypatch.setattr(busy_night, "LOOK_S", 0.0)
    found = busy_night.play_beside(2, 0.01, 1, lambda _share: None)
    assert (found.judged, found.flagged, found.wrong) == (1, int(flagged), wrong)
    assert found.plays == 0
    assert (found.watching, found.fps, found.usual_fps) == (1.0, 28.0, 28.0)
    assert found.back_s < BACK_S


def rows_of(night):
    return {row.label.partition(": ")[2]: row for row, _ in busy_rows(night) if row is not None}


def test_a_night_that_goes_on_and_comes_back_passes():
    rows = rows_of(BusyNight(4, 240.0, plays=3, back_s=6.0, judged=2, flagged=1))
    assert all(row.passes for row in rows.values())


@pytest.mark.parametrize(
    "night",
    [
        BusyNight(4, 240.0, plays=0, back_s=6.0),
        BusyNight(4, 240.0, plays=3, back_s=BACK_S),
        BusyNight(4, 240.0, plays=3, back_s=6.0, judged=2, wrong=1),
    ],
)
def test_a_night_that_stops_or_stays_slow_or_is_wrong_does_not(night):
    assert not all(row.passes for row in rows_of(night).values())


def test_nights_are_joined_until_there_is_enough():
    one = PowerOffLatency(30.0, [10.0] * 600, [80.0] * 25, [20.0] * 25, 4, 20.0, 7, 1, 100.0)
    assert not one.enough
    both = one.joined(
        PowerOffLatency(30.0, [12.0] * 600, [90.0] * 20, [21.0] * 20, 5, 26.0, 3, 0, 200.0)
    )
    assert both.enough
    assert (both.plays, both.dropped, both.lost_leases, both.seconds) == (9, 10, 1, 300.0)
    assert both.rate == pytest.approx(24.0)
    assert len(both.answers) >= LEAST_ANSWERS
    assert len(both.cuts) == len(both.best) >= LEAST_CUTS


def test_a_night_that_was_measured_is_read_again_as_it_was(tmp_path):
    night = PowerOffLatency(30.0, [10.5], [80.25], [20.0], 4, 20.0, 7, 1, 100.0)
    KeptParts("abc1234", tmp_path).values("latency-30-1", lambda: asdict(night))
    again = KeptParts("abc1234", tmp_path).values("latency-30-1", lambda: pytest.fail("again"))
    assert PowerOffLatency(**again) == night


def test_a_part_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(BadValue, match="latency-30, latency-60, hands-0, hands-4, load-0"):
        run(quick=False, part="hand-4")
    assert {"memory", "trouble", "load-2", "load-4"} <= set(PARTS)
