"""The power log: a line for every event. A full disk delays lines, it does not lose them.

Lines wait in memory until the disk takes them, and a line the disk took half of is finished later.
Writing happens on a thread of its own, because nothing may wait for a disk.
"""

from __future__ import annotations

import io
import json
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from referee.power.events import PowerEvent
from referee.system_clock import clock_s

FORMAT, VERSION = "referee.power-log", 1
MAX_WAITING = 100_000
AGAIN_S = 0.25
# How long the last lines are tried for when the run is over.
GIVE_UP_S = 1.0


class LogWriter(Protocol):
    """What the log writes to: takes some of the bytes, says how many, or raises ``OSError``."""

    def write(self, data: bytes, /) -> int | None:
        """Take bytes."""

    def close(self) -> None:
        """Done."""


LogOpener = Callable[[Path], LogWriter]


class PowerLog:
    """Appends to a file; events of an earlier run stay in it."""

    def __init__(
        self, path: Path, about: dict[str, object], opener: LogOpener | None = None
    ) -> None:
        self._path = path
        self._opener = opener or _appending
        header = {"format": FORMAT, "version": VERSION, **about}
        self._waiting: deque[bytes] = deque([_line(header)])
        self._rest = b""
        self._file: LogWriter | None = None
        self._lost = 0
        self._changed = threading.Condition()
        self._ending = False
        self.trouble = ""
        self._thread = threading.Thread(target=self._run, name="power log", daemon=True)
        self._thread.start()

    def keep(self, event: PowerEvent) -> None:
        """Take an event down; returns at once."""
        with self._changed:
            if len(self._waiting) >= MAX_WAITING:
                self._lost += 1
                return
            self._waiting.append(_line(event.to_json()))
            self._changed.notify()

    def close(self, patience_s: float) -> int:
        """Write what waits, as far as the disk allows; says how many lines could not be written."""
        with self._changed:
            self._ending = True
            self._changed.notify()
        self._thread.join(patience_s)
        return len(self._waiting) + bool(self._rest) + self._lost

    def unwritten(self) -> list[bytes]:
        """The lines that still wait."""
        with self._changed:
            return ([self._rest] if self._rest else []) + list(self._waiting)

    def _run(self) -> None:
        give_up_s = float("inf")
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting) or self._ending or self._rest)
                if self._ending and not self._waiting and not self._rest:
                    break
                if self._ending and give_up_s == float("inf"):
                    give_up_s = clock_s() + GIVE_UP_S
            if not self._write_one():
                if clock_s() > give_up_s:
                    break
                time.sleep(AGAIN_S)
        if self._file is not None:
            self._file.close()

    def _write_one(self) -> bool:
        if not self._rest:
            with self._changed:
                if not self._waiting:
                    return True
                self._rest = self._waiting.popleft()
        try:
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self._opener(self._path)
            taken = self._file.write(self._rest) or 0
        except OSError as error:
            self.trouble = f"the power log cannot be written: {error.strerror or error}"
            return False
        self._rest = self._rest[taken:]
        self.trouble = ""
        return taken > 0


def _appending(path: Path) -> io.FileIO:
    """The end of the file; an unfinished line of a run that was killed is ended first."""
    unfinished = path.exists() and path.stat().st_size > 0 and not _ends_well(path)
    stream = io.FileIO(path, "a")
    if unfinished:
        stream.write(b"\n")
    return stream


def _ends_well(path: Path) -> bool:
    with path.open("rb") as stream:
        stream.seek(-1, io.SEEK_END)
        return stream.read(1) == b"\n"


def _line(content: dict[str, object]) -> bytes:
    text = json.dumps(content, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return text.encode() + b"\n"
