"""Behind a pseudo-terminal the simulated board is a serial port like another."""

import os
import select

import pytest

from hardware.sim.lines import framed
from hardware.sim.rig import Rig
from tests.hardware.conftest import or_skip

tty = pytest.importorskip("tty", reason="pseudo-terminals are of Unix", exc_type=ImportError)

SILENCE_S = 0.3
TRIES = 30


@pytest.fixture
def rig(tmp_path, simulator):
    with or_skip(Rig, tmp_path / "port") as rig:
        yield rig


class Port:
    """The port as a program has it; what a board that still boots has not heard is said again."""

    def __init__(self, path):
        self.fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.fd)
        self.rest = b""

    def until(self, start):
        """The first line that begins so; TimeoutError when the board is silent for long."""
        while True:
            while b"\n" not in self.rest:
                if not select.select([self.fd], [], [], SILENCE_S)[0]:
                    raise TimeoutError(start)
                data = os.read(self.fd, 4096)
                if not data:
                    raise EOFError
                self.rest += data
            line, _, self.rest = self.rest.partition(b"\n")
            if line.startswith(start.encode()):
                return line.decode()

    def ask(self, number, words):
        for _ in range(TRIES):
            os.write(self.fd, framed(f"@{number} {words}"))
            try:
                return self.until(f"={number}")
            except TimeoutError:
                continue
        raise TimeoutError(words)


def test_a_program_opens_the_port_switches_on_and_off(rig):
    port = Port(rig.port)
    assert " OK " in port.ask("01", "HELLO 1 2000")
    assert " OK " in port.ask("02", "ON 5000")
    on = rig.wait_edge("relay", 1)
    assert " OK " in port.ask("03", "OFF")
    assert rig.wait_edge("relay", 0, on.t_ns)


def test_unplugging_opens_the_relay_and_ends_the_port(rig, tmp_path):
    port = Port(rig.port)
    port.ask("01", "HELLO 1 2000")
    port.ask("02", "ON 5000")
    on = rig.wait_edge("relay", 1)
    rig.do("unplug")
    assert rig.wait_edge("relay", 0, on.t_ns)
    assert not rig.port.exists()
    with pytest.raises((EOFError, OSError)):
        port.until("never")
    rig.do(f"plug {tmp_path / 'other'}")
    again = Port(tmp_path / "other")
    assert " boot=" in again.ask("01", "HELLO 1 2000")


def test_opening_the_port_resets_a_board_that_is_wired_so(tmp_path, simulator):
    with or_skip(lambda: Rig(tmp_path / "port", bootloader_ms=50)) as rig:
        port = Port(rig.port)
        assert rig.wait_edge("reset", 2)
        assert " rst=02 " in port.ask("01", "HELLO 1 2000")


def test_a_hand_at_the_stop_loop_is_felt(rig):
    port = Port(rig.port)
    port.ask("01", "HELLO 1 2000")
    port.ask("02", "ON 5000")
    opened_ns = rig.do("stop open")
    rig.wait_edge("relay", 0)
    assert " trip=estop " in port.ask("03", "STAT")
    assert rig.wait_edge("stop", 1).t_ns <= opened_ns
