"""The real guard process on a pseudo-terminal: orders arrive, nothing keeps the relay closed.

How soon it opens is measured by `referee bench power`; here it is enough that it does.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from referee.lab.bench.power.bought_boards import FAKES
from referee.power.events import PowerEventKind
from referee.power.link import PowerLink
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice
from referee.power.switch import PowerCause, PowerLost, PowerRefused, PowerSwitch
from tests.power.fakes.efl import FakeEfl

if sys.platform == "win32":
    pytest.skip("a pseudo-terminal stands in for the port", allow_module_level=True)

from referee.system_clock import clock_ns, clock_s
from tests.power.wire import WiredBoard

MS = 1_000_000
LEASE_NS = 250 * MS
PATIENCE_S = 20.0

# What a referee is to the guard: asks for power and asks again, until something happens to it.
PROGRAM = """
import sys, time
from pathlib import Path
from referee.power.relay_choice import RelayChoice
from referee.power.link import PowerLink
from referee.power.ports import PortIdentity

if __name__ == "__main__":
    link = PowerLink(RelayChoice(sys.argv[1], PortIdentity(path=sys.argv[2])), Path(sys.argv[3]))
    link.wait_ready(20.0)
    print(link.guard_pid, flush=True)
    while True:
        link.on(250_000_000)
        time.sleep(0.03)
"""


@pytest.fixture
def wired(tmp_path):
    """Makes boards behind terminals and takes them down."""
    boards = []

    def make(model):
        board = FakeEfl(start_ns=clock_ns()) if model == "referee" else FAKES[model]()
        boards.append(WiredBoard(board, tmp_path / f"port{len(boards)}"))
        return boards[-1], RelayChoice(model, PortIdentity(path=str(boards[-1].path)))

    yield make
    for board in boards:
        board.__exit__()


def until(true, what):
    """Wait for something; the test fails if it never comes."""
    end_s = clock_s() + PATIENCE_S
    while not true():
        assert clock_s() < end_s, f"never: {what}"
        time.sleep(0.002)


def until_open(board):
    until(lambda: not board.board.closed, "the relay opens")


def keep_on(link, board):
    until(lambda: link.on(LEASE_NS) or board.board.closed, "the relay closes")


@pytest.mark.parametrize("model", ["referee", "lcus", "numato"])
def test_orders_are_obeyed_and_at_the_end_it_is_off(wired, model, tmp_path):
    board, choice = wired(model)
    with PowerLink(choice, tmp_path / "log.jsonl") as link:
        assert isinstance(link, PowerSwitch)
        link.wait_ready(PATIENCE_S)
        link.pulse(100 * MS)
        until(lambda: len(board.edges) == 2, "a pulse")
        keep_on(link, board)
        link.off()
        until(lambda: len(board.edges) == 4, "off")
        keep_on(link, board)
    assert not board.board.closed
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    edges = [row["kind"] for row in log[1:] if row["kind"] in ("closed", "opened")]
    assert edges == ["closed", "opened"] * 3
    assert [row["n"] for row in log[1:]] == list(range(1, len(log)))
    assert log[0]["capabilities"]["fails_off"] is (model == "referee")


def test_events_reach_the_program_with_their_cause(wired):
    choice = wired("referee")[1]
    with PowerLink(choice) as link:
        link.wait_ready(PATIENCE_S)
        link.pulse(100 * MS)
        until(
            lambda: any(e.what.kind is PowerEventKind.OPENED for e in link.events_after(0)),
            "an event",
        )
        causes = [
            e.what.cause for e in link.events_after(0) if e.what.kind is PowerEventKind.OPENED
        ]
        assert causes == [PowerCause.PULSE_OVER]
        assert link.state().cause is PowerCause.PULSE_OVER


@pytest.mark.parametrize(
    ("model", "end"),
    [
        ("referee", signal.SIGKILL),
        ("referee", signal.SIGSTOP),
        ("lcus-new", signal.SIGKILL),
        ("lcus-new", signal.SIGTERM),
    ],
)
def test_whatever_becomes_of_the_program_the_relay_opens(wired, tmp_path, model, end):
    board = wired(model)[0]
    program = [sys.executable, "-c", PROGRAM, model, str(board.path), str(tmp_path / "log")]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        try:
            guard = int(process.stdout.readline())
            until(lambda: board.board.closed, "the relay closes")
            process.send_signal(end)
            until_open(board)
        finally:
            process.kill()
    until(lambda: not alive(guard), "the guard ends after its program")
    last = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()][-1]
    assert (last["kind"], last["cause"]) == ("opened", PowerCause.HOST_SILENT.value)


@pytest.mark.parametrize(
    ("model", "end"),
    [("referee", signal.SIGSTOP), ("lcus-new", signal.SIGKILL), ("hw667", signal.SIGSTOP)],
)
def test_a_guard_that_is_dead_or_hangs_is_replaced_by_the_programs_own_hand(wired, model, end):
    board, choice = wired(model)
    with PowerLink(choice) as link:
        link.wait_ready(PATIENCE_S)
        keep_on(link, board)
        os.kill(link.guard_pid, end)
        until_open(board)
        until(lambda: link._dead, "the program notices")
        with pytest.raises(PowerLost, match="the board was told to open"):
            link.state()
        with pytest.raises(PowerLost):
            link.on(LEASE_NS)


@pytest.mark.parametrize("model", ["referee", "lcus-new"])
def test_pulled_out_and_plugged_in_elsewhere_it_is_found_and_stays_off(wired, model):
    board, choice = wired(model)
    with PowerLink(choice) as link:
        link.wait_ready(PATIENCE_S)
        keep_on(link, board)
        board.unplug()
        link.wait_until(lambda s: not s.linked, PATIENCE_S)
        with pytest.raises(PowerLost, match="no link"):
            link.state()
        with pytest.raises(PowerRefused, match="until it is cleared"):
            link.on(LEASE_NS)
        board.plug()
        link.wait_until(lambda s: s.ready, PATIENCE_S)
        assert link.state().cause is PowerCause.LINK_LOST
        link.clear()
        link.settled(PATIENCE_S)
        assert not board.board.closed
        keep_on(link, board)


def test_a_port_that_is_not_there_is_said_plainly(tmp_path):
    with PowerLink(RelayChoice("lcus", PortIdentity(path=str(tmp_path / "nothing")))) as link:
        link.wait_until(lambda s: "nothing: it is not there" in s.trouble, PATIENCE_S)
        with pytest.raises(PowerLost, match="it is not there"):
            link.wait_ready(0.0)


def test_a_port_that_another_program_holds_is_refused(wired):
    choice = wired("lcus")[1]
    with PowerLink(choice) as first, PowerLink(choice) as second:
        found = [
            link.wait_until(lambda s: s.ready or "has it open" in s.trouble, PATIENCE_S)
            for link in (first, second)
        ]
        assert sorted(standing.ready for standing in found) == [False, True]


def alive(pid):
    """Whether a process runs; one that waits to be buried by its parent does not."""
    words = [shutil.which("ps"), "-o", "stat=", "-p", str(pid)]
    listed = subprocess.run(words, capture_output=True, text=True)
    return listed.stdout.strip()[:1] not in ("", "Z")
