"""The one clock: fine steps, the same in every process, and read in one place."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from importlib import reload
from itertools import pairwise
from pathlib import Path

import pytest

import referee
from referee import system_clock
from referee.core.clock import MS_NS, ns_from_s

READS = re.compile(r"\btime\.monotonic(?:_ns)?\b(?!`)|\bimport\b.*\bmonotonic")


def test_seconds_as_nanoseconds():
    assert [ns_from_s(s) for s in (0.0, 0.25, 1e-9, -2.0)] == [0, 250 * MS_NS, 1, -2000 * MS_NS]


@pytest.mark.parametrize(
    ("platform", "wanted"), [("win32", time.perf_counter_ns), ("linux", time.monotonic_ns)]
)
def test_windows_has_its_performance_counter(monkeypatch, platform, wanted):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "platform", platform)
        assert reload(system_clock).clock_ns is wanted
    reload(system_clock)


def test_the_clock_steps_by_less_than_a_millisecond_and_never_back():
    readings = [system_clock.clock_ns() for _ in range(100_000)]
    steps = {b - a for a, b in pairwise(readings)}
    assert 0 < min(step for step in steps if step) < MS_NS
    assert min(steps) >= 0
    before_s, between_s, after_s = (
        system_clock.clock_ns() / 1e9,
        system_clock.clock_s(),
        system_clock.clock_ns() / 1e9,
    )
    assert before_s <= between_s <= after_s


def test_another_process_reads_the_same_clock():
    reads = "from referee.system_clock import clock_ns; print(clock_ns())"
    before_ns = system_clock.clock_ns()
    said = subprocess.run([sys.executable, "-c", reads], capture_output=True, check=True, text=True)
    assert before_ns < int(said.stdout) < system_clock.clock_ns()


def test_nobody_else_reads_the_monotonic_clock():
    package = Path(referee.__file__).parent
    readers = [p for p in package.rglob("*.py") if READS.search(p.read_text(encoding="utf-8"))]
    assert readers == [Path(system_clock.__file__)]


@pytest.mark.parametrize(
    "line", ["t = time.monotonic_ns()", "from time import monotonic", "clock=time.monotonic,"]
)
def test_a_reader_is_found(line):
    assert READS.search(line)
