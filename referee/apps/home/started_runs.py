"""Other runs of this program, started from the page: each with a page of its own, ended with it."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from referee.apps.terminal.shown_page import ADDRESS_FILE
from referee.core.errors import BadValue, PlainWord
from referee.web.home.home_page import StartedProgram, StartKind

# A run ends by itself within so long once it is asked to: first of all the board is off.
ENDS_S = 8.0
KEPT_LINES = 6
# So many at once: more is a page that presses by itself.
MOST_RUNS = 6


@dataclass
class Run:
    """One run: what it is, its process, and the newest of what it said."""

    number: int
    kind: StartKind
    what: str
    process: subprocess.Popen[str]
    address_file: Path
    said: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))

    @property
    def address(self) -> str:
        """Where its page is; empty: not yet."""
        try:
            return self.address_file.read_text(encoding="utf-8").strip()
        except OSError:
            return ""

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.process.poll() is not None

    def listen(self) -> None:
        """Keep what it says, until it ends."""
        assert self.process.stdout is not None  # noqa: S101 - it is piped
        for line in self.process.stdout:
            if line.strip():
                self.said.append(line.strip())


class StartedRuns:
    """Every run that was started here; `close` ends those that still go on."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._command = list(command or (sys.executable, "-m", "referee"))
        self._runs: dict[int, Run] = {}
        self._lock = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="referee-home-")

    def start(self, kind: StartKind, what: str, words: Sequence[str]) -> int:
        """Start a run of the program with these words; returns its number."""
        with self._lock:
            if sum(not run.over for run in self._runs.values()) >= MOST_RUNS:
                raise BadValue(
                    "runs", PlainWord("too many at once"), "room: stop one of them first"
                )
            number = max(self._runs, default=0) + 1
            told = Path(self._folder.name) / f"{number}.address"
            run = Run(number, kind, what, self._popen(words, told), told)
            self._runs[number] = run
        threading.Thread(target=run.listen, name=f"run {number}", daemon=True).start()
        return number

    def _popen(self, words: Sequence[str], told: Path) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - our own program, with words of our own
            [*self._command, *words, "--port", "0", "--no-browser"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=ADDRESS_FILE.told_in(told),
            start_new_session=True,  # Ctrl-C at the terminal is ours: we end the others in order
        )

    def listed(self) -> tuple[StartedProgram, ...]:
        """All of them, the oldest first."""
        with self._lock:
            runs = list(self._runs.values())
        return tuple(
            StartedProgram(
                run.number,
                run.kind,
                run.what,
                run.address,
                run.over,
                run.said[-1] if run.over and run.said else "",
            )
            for run in runs
        )

    def stop(self, number: int) -> None:
        """End a run as Ctrl-C does, and wait; one that has ended is forgotten."""
        with self._lock:
            run = self._runs.get(number)
        if run is None:
            return
        if run.over:
            with self._lock:
                self._runs.pop(number, None)
            return
        _end(run)

    def close(self) -> None:
        """End everything that still goes on."""
        with self._lock:
            runs = list(self._runs.values())
        for run in runs:
            _end(run)
        self._folder.cleanup()


def _end(run: Run) -> None:
    if run.over:
        return
    ask = signal.SIGTERM if sys.platform == "win32" else signal.SIGINT
    run.process.send_signal(ask)
    try:
        run.process.wait(ENDS_S)
    except subprocess.TimeoutExpired:
        run.process.kill()  # the lease of its switch ends by itself
        run.process.wait(ENDS_S)
