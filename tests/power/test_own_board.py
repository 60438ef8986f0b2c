"""The whole way on the committed firmware: guard process, terminal, simulated chip in real time."""

from __future__ import annotations

import sys

import pytest

from referee.power.events import PowerEventKind
from referee.power.link import PowerLink
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice
from referee.power.switch import PowerCause

if sys.platform == "win32":
    pytest.skip("a pseudo-terminal stands in for the port", allow_module_level=True)

from hardware.sim.rig import Rig
from referee.system_clock import clock_ns
from tests.hardware.conftest import or_skip

MS = 1_000_000
LEASE_NS = 3_000 * MS  # so long that on a busy computer too the trouble ends it, not the lease
PATIENCE_S = 20.0


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with or_skip(Rig, tmp_path_factory.mktemp("rig") / "port") as rig:
        yield rig


@pytest.fixture
def link(board):
    with PowerLink(RelayChoice("referee", PortIdentity(path=str(board.port)))) as link:
        link.wait_ready(PATIENCE_S)
        cleared(link)
        yield link


def cleared(link):
    """As a person does who sees that it did not help the first time: the stop settles slowly."""
    for _ in range(10):
        link.clear()
        if link.wait_until(lambda s: s.ready and not s.fault, PATIENCE_S / 10):
            return
    raise AssertionError(f"never cleared: {link.standing()}")


def on(link, board):
    began_ns = clock_ns()
    link.on(LEASE_NS)
    board.wait_edge("relay", 1, began_ns, PATIENCE_S)


def test_a_pulse_is_as_long_as_the_chip_says(link, board):
    began = len(board.seen)
    link.pulse(100 * MS)
    ended = board.wait_edge("relay", 0, board.wait_edge("relay", 1, clock_ns() - MS).t_ns)
    link.wait_until(
        lambda _: any(e.what.kind is PowerEventKind.OPENED for e in link.events_after(0)),
        PATIENCE_S,
    )
    told = next(e.what for e in link.events_after(0) if e.what.kind is PowerEventKind.OPENED)
    closed = next(s for s in board.seen[began:] if s.what == "relay")
    assert (ended.t_ns - closed.t_ns) / MS == pytest.approx(100, abs=0.1)
    assert told.cause is PowerCause.PULSE_OVER
    assert float(told.detail.split()[1]) == pytest.approx(100, abs=0.1)


def test_shaking_is_told_from_its_first_to_its_last_moment(board):
    board.do("vibration 2500 900 120")
    choice = RelayChoice("referee", PortIdentity(path=str(board.port)), sense_level=60)
    with PowerLink(choice) as link:
        link.wait_ready(PATIENCE_S)
        cleared(link)
        link.pulse(300 * MS)

        def told():
            return [e.what for e in link.events_after(0) if e.what.kind is PowerEventKind.SENSE]

        link.wait_until(lambda _: len(told()) == 2, PATIENCE_S)
    board.do("vibration 2500 0 120")
    began, ended = told()
    assert (began.detail, ended.detail) == ("shaking", "still")
    load = {s.value: s.t_ns for s in board.seen if s.what == "load"}
    # One sample a millisecond, and half a wave of 120 Hz until the swing is there.
    assert began.t_ns - load[1] == pytest.approx(3 * MS, abs=6 * MS + began.within_ns)
    assert ended.t_ns - load[0] == pytest.approx(-2 * MS, abs=6 * MS + ended.within_ns)


@pytest.mark.parametrize(
    ("trouble", "after", "cause"),
    [
        ("stop open", "stop whole", PowerCause.EMERGENCY_STOP),
        ("reset brownout 20", "lag", PowerCause.RESTARTED),
        ("hang", "lag", PowerCause.RESTARTED),
        ("unplug", "plug", PowerCause.LINK_LOST),
    ],
)
def test_after_trouble_it_is_off_until_cleared(link, board, trouble, after, cause):
    on(link, board)
    struck_ns = clock_ns()
    board.do(trouble)
    board.wait_edge("relay", 0, struck_ns - MS, PATIENCE_S)
    assert link.wait_until(lambda s: s.fault and s.cause is cause, PATIENCE_S)
    board.do(after)
    assert link.wait_until(lambda s: s.linked, PATIENCE_S)
    cleared_ns = clock_ns()
    assert not [s for s in board.seen if s.what == "relay" and s.value and s.t_ns > struck_ns]
    cleared(link)
    assert not [s for s in board.seen if s.what == "relay" and s.value and s.t_ns > cleared_ns]
