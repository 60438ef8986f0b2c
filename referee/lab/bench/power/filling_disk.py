"""A disk that fills up in the middle of a line and later has room again."""

from __future__ import annotations

import errno
import threading
from pathlib import Path


class FillingDisk:
    """Takes so many bytes and no more, until there is room."""

    def __init__(self, path: Path, room: int) -> None:
        self._stream = path.open("ab", buffering=0)
        self._room: int | None = room
        self._lock = threading.Lock()

    def write(self, data: bytes, /) -> int:
        """As much as fits; nothing at all is an error."""
        with self._lock:
            if self._room is None:
                return self._stream.write(data)
            if self._room == 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            taken = self._stream.write(data[: self._room])
            self._room -= taken
            return taken

    def make_room(self) -> None:
        """There is room again; the log writes on a thread of its own."""
        with self._lock:
            self._room = None

    def close(self) -> None:
        """Done."""
        self._stream.close()
