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

READS = re.compile(
    r"\btime\.(?:monotonic|perf_counter)(?:_ns)?\b(?!`)|\bimport\b.*\b(?:monotonic|perf_counter)"
)


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


def test_nobody_else_reads_a_clock_that_instants_could_be_of():
    """Benches may time themselves by another clock: they compare it with nothing else."""
    package = Path(referee.__file__).parent
    sources = [p for p in package.rglob("*.py") if package / "lab" not in p.parents]
    readers = [p for p in sources if READS.search(p.read_text(encoding="utf-8"))]
    assert readers == [Path(system_clock.__file__)]


def test_no_bench_reads_the_monotonic_clock_by_itself():
    lab = Path(referee.__file__).parent / "lab"
    assert [p for p in lab.rglob("*.py") if "time.monotonic" in p.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    "line",
    [
        "t = time.monotonic_ns()",
        "from time import monotonic",
        "clock=time.monotonic,",
        "import perf_counter",
    ],
)
def test_a_reader_is_found(line):
    assert READS.search(line)
