"""Starting a simulated switch behind a pseudo-terminal, and handling it as a hand would."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

from hardware.sim import build

_PATIENCE_S = 60.0  # with a computer that has much else to do


@dataclass(frozen=True, slots=True)
class Seen:
    """``relay``, ``load``, ``stop`` or ``reset`` changed, on the monotonic clock."""

    what: str
    value: int
    t_ns: int


class Rig:
    """A simulated switch in a process of its own; ``port`` is what a program opens."""

    def __init__(
        self,
        port: Path,
        *,
        hex_file: Path | None = build.RELEASE,
        bootloader: Path | None = None,
        bootloader_ms: float = 0,
        patient: bool = False,
    ) -> None:
        """Starts it and waits until the port is there. Raises NotHere where it cannot be built.

        Without a hex file the chip is blank. With ``bootloader_ms`` opening the port resets it, and
        holds it in reset for so long. On a computer that cannot keep up, a ``patient`` board's time
        passes more slowly instead of being caught up with.
        """
        build.library()
        command = [sys.executable, "-m", "hardware.sim.pty_board", "--port", str(port)]
        command += ["--hex", str(hex_file)] if hex_file else ["--blank"]
        command += ["--bootloader", str(bootloader)] if bootloader else []
        command += ["--bootloader-ms", str(bootloader_ms)]
        command += ["--patient"] if patient else []
        # Ctrl-C in the terminal is the owner's business; the end of its input ends the chip.
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            cwd=build.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._stdin = cast("IO[str]", self._process.stdin)
        self._stdout = cast("IO[str]", self._process.stdout)
        self._said: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._seen: list[Seen] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.port = port
        self._wait_for("port")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """The board goes away."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def pid(self) -> int:
        """The process, for whoever gives it the priority that hardware would have."""
        return self._process.pid

    def do(self, command: str) -> int:
        """Carries out a command of pty_board; returns when it was done, on the monotonic clock."""
        self._stdin.write(command + "\n")
        self._stdin.flush()
        return int(self._wait_for("done")["t_ns"])

    @property
    def seen(self) -> list[Seen]:
        """The edges so far."""
        with self._news:
            return list(self._seen)

    def wait_edge(
        self, what: str, value: int, after_ns: int = 0, within_s: float = _PATIENCE_S
    ) -> Seen:
        """The first such edge after a time, now or when it comes."""
        with self._news:
            self._news.wait_for(lambda: self._first(what, value, after_ns) is not None, within_s)
            edge = self._first(what, value, after_ns)
        if edge is None:
            raise TimeoutError(f"{what} did not become {value} within {within_s} s")
        return edge

    def _first(self, what: str, value: int, after_ns: int) -> Seen | None:
        for edge in self._seen:
            if edge.what == what and edge.value == value and edge.t_ns > after_ns:
                return edge
        return None

    def _read(self) -> None:
        for line in self._stdout:
            said = json.loads(line)
            if "edge" in said:
                with self._news:
                    self._seen.append(Seen(said["edge"], said["value"], said["t_ns"]))
                    self._news.notify_all()
            else:
                self._said.put(said)
        self._said.put(None)

    def _wait_for(self, key: str) -> dict[str, Any]:
        while True:
            said = self._said.get(timeout=_PATIENCE_S)
            if said is None:
                raise RuntimeError("the simulated switch has gone")
            if key in said:
                return said
