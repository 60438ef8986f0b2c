"""The power log loses nothing: a disk that is full takes the lines later."""

from __future__ import annotations

import errno
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.power.events import PowerEvent, PowerEventKind, PowerHappening
from referee.power.guard import log as log_module
from referee.power.guard.log import PowerLog
from referee.power.guard.messages import (
    GuardOrder,
    GuardReport,
    GuardVerb,
    message_line,
    order_in,
    report_in,
)
from referee.power.switch import PowerCause


def event(number):
    return PowerEvent(
        number,
        PowerHappening(PowerEventKind.OPENED, 10**15 + number, 5, PowerCause.PULSE_OVER, "é"),
    )


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class FullDisk:
    """Takes some bytes, then refuses, then has room again."""

    def __init__(self, path, allowance):
        self.out, self.allowance = path.open("ab"), allowance

    def write(self, data):
        room = self.allowance.pop(0) if self.allowance else len(data)
        if room == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.out.write(data[:room])
        return min(room, len(data))

    def close(self):
        self.out.close()


def test_every_event_is_a_line_after_the_header(tmp_path):
    log = PowerLog(tmp_path / "new" / "power.jsonl", {"model": "lcus"})
    for number in range(1, 50):
        log.keep(event(number))
    assert log.close(5.0) == 0
    header, *lines = rows(tmp_path / "new" / "power.jsonl")
    assert header == {"format": "referee.power-log", "version": 1, "model": "lcus"}
    assert [PowerEvent.from_table(SettingsTable(row, "log")) for row in lines] == [
        event(n) for n in range(1, 50)
    ]


def test_a_second_run_is_added_to_the_first(tmp_path):
    path = tmp_path / "power.jsonl"
    for number in (1, 2):
        log = PowerLog(path, {})
        log.keep(event(number))
        log.close(5.0)
    assert [row.get("n") for row in rows(path)] == [None, 1, None, 2]


def test_half_a_line_of_a_killed_run_does_not_spoil_the_next(tmp_path):
    path = tmp_path / "power.jsonl"
    path.write_text('{"n":7,"ki', encoding="utf-8")
    log = PowerLog(path, {})
    log.keep(event(1))
    log.close(5.0)
    assert [json.loads(line).get("n") for line in path.read_text().splitlines()[1:]] == [None, 1]


@pytest.mark.parametrize("allowance", [[0, 0, 0], [10, 0, 3, 0, 1], [60, 20, 0, 0, 5, 0]])
def test_a_full_disk_delays_lines_and_loses_none(tmp_path, monkeypatch, allowance):
    monkeypatch.setattr(log_module, "AGAIN_S", 0.001)
    disk = FullDisk(tmp_path / "power.jsonl", list(allowance))
    log = PowerLog(tmp_path / "power.jsonl", {}, lambda path: disk)
    for number in range(1, 20):
        log.keep(event(number))
    assert log.close(5.0) == 0
    assert [row.get("n") for row in rows(tmp_path / "power.jsonl")] == [None, *range(1, 20)]


def test_a_disk_that_stays_full_is_admitted(tmp_path, monkeypatch):
    monkeypatch.setattr(log_module, "AGAIN_S", 0.001)
    monkeypatch.setattr(log_module, "GIVE_UP_S", 0.01)
    disk = FullDisk(tmp_path / "power.jsonl", [0] * 10_000)
    log = PowerLog(tmp_path / "power.jsonl", {}, lambda path: disk)
    log.keep(event(1))
    assert log.close(5.0) == 2
    assert [json.loads(line).get("n") for line in log.unwritten()] == [None, 1]
    assert "cannot be written: No space left" in log.trouble


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=40)
EVENTS = st.builds(
    PowerEvent,
    st.integers(1, 2**40),
    st.builds(
        PowerHappening,
        st.sampled_from(PowerEventKind),
        st.integers(0, 2**62),
        st.integers(0, 2**40),
        st.none() | st.sampled_from(PowerCause),
        WORDS,
        st.none() | st.integers(0, 2**40),
    ),
)
STANDINGS = st.builds(
    GuardReport,
    *([st.integers(0, 2**62)] * 2),
    *([st.booleans()] * 3),
    st.sampled_from(PowerCause),
    st.integers(0, 2**62),
    st.none() | st.integers(1, 2**62),
    *([WORDS] * 3),
    st.booleans(),
    st.none() | st.integers(-(2**60), 2**60),
    st.integers(0, 2**40),
    st.floats(-1000, 1000),
    st.integers(0, 2**40),
    st.lists(WORDS, max_size=3).map(tuple),
)


@given(EVENTS | STANDINGS)
def test_a_report_arrives_as_it_was_sent(report):
    assert report_in(message_line(report)) == report


@given(
    st.integers(0, 2**60), st.sampled_from(GuardVerb), st.integers(0, 2**62), st.integers(0, 2**40)
)
def test_an_order_arrives_as_it_was_given(number, verb, t_ns, for_ns):
    order = GuardOrder(number, verb, t_ns, for_ns)
    assert order_in(message_line(order)) == order


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_nonsense_is_refused_in_one_way(line):
    for read in (order_in, report_in):
        with pytest.raises(BadValue):
            read(line)
