"""The simulated switch in real time: ``python -m hardware.sim.pty_board --port NAME``.

Standard output gets one JSON object a line: first ``{"port": ...}``, then every edge with its time
on the monotonic clock. Standard input takes commands, each answered with ``{"done": ...}``; at its
end the board goes away.

    stop open | stop whole              the emergency-stop loop
    load [unfitted] [welded] [cut] [mains]
    vibration BIAS_MV SWING_MV HZ
    reset line|brownout|power [HOLD_MS]
    hang [all]                          the main loop stops, or interrupts too
    unplug | plug [PATH]                PATH: another name for the port
    lag                                 how far behind real time it has been at most
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pty
import select
import sys
import time
import tty
from pathlib import Path

from hardware.sim import build
from hardware.sim.chip import BROWN_OUT, POWER, RESET_LINE, Chip

_CAUSES = {"line": RESET_LINE, "brownout": BROWN_OUT, "power": POWER}
_HALF_WAVE_US = 8333
_STEP_S = 0.001
_STRIDE_US = 5000


class Board:
    """The chip, its port and its clock."""

    def __init__(self, chip: Chip, link: Path, bootloader_ms: float, patient: bool) -> None:
        """Plugged in at once."""
        self._chip = chip
        self._chip.reads_lines = False
        self._link = link
        self._bootloader_ms = bootloader_ms
        self._patient = patient
        self._begun_ns = time.monotonic_ns()
        self._worst_lag_us = 0.0
        self._master: int | None = None
        self._opened = False
        self._stdin = sys.stdin.fileno()
        self._commands = b""
        self._plug()

    def run(self) -> None:
        """Until standard input ends."""
        while True:
            waiting = [self._stdin]
            if self._master is not None and self._opened:
                waiting.append(self._master)
            ready, _, _ = select.select(waiting, [], [], _STEP_S)
            self._pass_time()
            self._look_at_port()
            if self._stdin in ready and not self._obey():
                self._unplug()
                return

    def _plug(self) -> None:
        """A new port, as after plugging in: nobody has opened it yet."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        name = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(master, False)
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(name)
        self._master, self._opened = master, False
        tell(port=str(self._link), tty=name)

    def _unplug(self) -> None:
        """The port goes away, and with it the power."""
        if self._master is not None:
            os.close(self._master)
            self._master = None
            self._chip.reset(POWER)
            self._report()
        self._link.unlink(missing_ok=True)

    def _pass_time(self) -> None:
        now_us = (time.monotonic_ns() - self._begun_ns) / 1000
        if self._master is None:  # without power no time passes for the chip
            self._begun_ns += round((now_us - self._chip.now_us) * 1000)
            return
        behind_us = now_us - self._chip.now_us
        self._worst_lag_us = max(self._worst_lag_us, behind_us)
        if self._patient and behind_us > _STRIDE_US:
            self._begun_ns += round((behind_us - _STRIDE_US) * 1000)
            now_us = self._chip.now_us + _STRIDE_US
        self._chip.run_until(now_us)
        self._report()
        data = bytes(self._chip.raw)
        self._chip.raw.clear()
        if data and self._opened:
            # Nobody reads, or the program has just gone: an adapter drops what does not fit.
            with contextlib.suppress(BlockingIOError):
                os.write(self._master, data)

    def _look_at_port(self) -> None:
        """Sees a program open or close the port, and takes what it has written."""
        if self._master is None:
            return
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        flags = dict(poll.poll(0)).get(self._master, 0)
        is_open = not flags & select.POLLHUP
        if is_open and not self._opened and self._bootloader_ms:
            self._chip.reset(RESET_LINE, self._bootloader_ms)
        self._opened = is_open
        if flags & select.POLLIN:
            self._chip.send(os.read(self._master, 4096))

    def _obey(self) -> bool:
        chunk = os.read(self._stdin, 4096)
        *lines, self._commands = (self._commands + chunk).split(b"\n")
        for line in lines:
            self._do(line.decode().split())
            self._report()
            tell(done=line.decode(), t_ns=time.monotonic_ns())
        return bool(chunk)

    def _do(self, words: list[str]) -> None:
        match words:
            case ["stop", "open" | "whole" as how]:
                self._chip.stop(is_open=how == "open")
            case ["load", *how]:
                self._chip.load(
                    fitted="unfitted" not in how,
                    welded="welded" in how,
                    cut="cut" in how,
                    half_wave_us=_HALF_WAVE_US if "mains" in how else 0,
                )
            case ["vibration", bias_mv, swing_mv, hz]:
                self._chip.vibration(int(bias_mv), int(swing_mv), int(hz))
            case ["reset", cause, *hold_ms]:
                self._chip.reset(_CAUSES[cause], float(hold_ms[0]) if hold_ms else 0)
            case ["hang", *how]:
                self._chip.hang(interrupts_too=how == ["all"])
            case ["unplug"]:
                self._unplug()
            case ["plug", *path]:
                self._link = Path(path[0]) if path else self._link
                self._plug()
            case ["lag"]:
                tell(lag_ms=round(self._worst_lag_us / 1000, 3))
            case _:
                tell(unknown=" ".join(words))

    def _report(self) -> None:
        for edge in self._chip.edges:
            t_ns = self._begun_ns + round(edge.us * 1000)
            tell(edge=edge.what, value=edge.value, t_ns=t_ns)
        self._chip.edges.clear()


def tell(**what: object) -> None:
    """One line of JSON for whoever started us."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Runs the board until standard input ends."""
    parser = argparse.ArgumentParser(description="The simulated switch behind a pseudo-terminal.")
    parser.add_argument(
        "--port", type=Path, required=True, help="name of the port, a link that is made"
    )
    parser.add_argument("--hex", type=Path, default=build.RELEASE, help="firmware instead of ours")
    parser.add_argument(
        "--bootloader-ms", type=float, default=0, help="opening resets the board for so long"
    )
    parser.add_argument(
        "--bootloader", type=Path, help="hex file of a bootloader that is there too"
    )
    parser.add_argument(
        "--patient", action="store_true", help="on a busy computer go slower, do not catch up"
    )
    parser.add_argument("--blank", action="store_true", help="no firmware yet")
    asked = parser.parse_args()
    try:
        hex_file = None if asked.blank else asked.hex
        chip = Chip(build.library(), hex_file, bootloader=asked.bootloader)
    except build.NotHere as error:
        sys.exit(str(error))
    with chip:
        Board(chip, asked.port, asked.bootloader_ms, asked.patient).run()


if __name__ == "__main__":
    main()
