"""Runs that the page starts: they tell their address, and end when they are asked to."""

from __future__ import annotations

import sys
import textwrap
import threading

import pytest

from referee.apps.home.started_runs import MOST_RUNS, StartedRuns
from referee.core.errors import BadValue
from referee.web.home.home_page import StartKind

# Stands in for the program: tells its address as a page does, and waits until it is ended.
PROGRAM = textwrap.dedent(
    """
    import sys, time
    from referee.apps.terminal.shown_page import ADDRESS_FILE
    if "--fails" in sys.argv:
        print("referee: it cannot be"); sys.exit(2)
    ADDRESS_FILE.tell("http://127.0.0.1:1/#" + sys.argv[1])
    try:
        while True: time.sleep(0.05)
    except KeyboardInterrupt:
        sys.exit(130)
    """
)


@pytest.fixture
def runs():
    runs = StartedRuns([sys.executable, "-c", PROGRAM])
    yield runs
    runs.close()


def until(true):
    wait = threading.Event()
    for _ in range(600):
        if true():
            return
        wait.wait(0.05)
    raise AssertionError("it never came")


def test_a_run_tells_where_its_page_is_and_ends_when_stopped(runs):
    number = runs.start(StartKind.WATCH, "", ["token"])
    until(lambda: runs.listed()[0].address)
    assert runs.listed()[0].address == "http://127.0.0.1:1/#token"
    assert not runs.listed()[0].over
    runs.stop(number)
    assert runs.listed()[0].over
    runs.stop(number)
    assert runs.listed() == ()


def test_a_run_that_fails_says_why(runs):
    runs.start(StartKind.PLAN, "tonight", ["--fails"])
    until(lambda: runs.listed()[0].said)
    assert runs.listed()[0].said == "referee: it cannot be"


def test_there_is_an_end_to_how_many_run(runs):
    for _ in range(MOST_RUNS):
        runs.start(StartKind.WATCH, "", ["token"])
    with pytest.raises(BadValue, match="too many"):
        runs.start(StartKind.WATCH, "", ["token"])


def test_with_the_page_everything_ends():
    runs = StartedRuns([sys.executable, "-c", PROGRAM])
    runs.start(StartKind.WATCH, "", ["token"])
    until(lambda: runs.listed()[0].address)
    process = runs._runs[1].process
    runs.close()
    assert process.poll() is not None
