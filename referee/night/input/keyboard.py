"""The keys of the terminal that the referee was started in, read one by one as they are pressed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Protocol, Self, TextIO

from referee.night.input.key_names import WINDOWS_LEADS, key_names_of, windows_key_name

# One wait for a key.
LOOK_S = 0.05
# The second piece of a key comes within this time.
REST_S = 0.03
ESCAPE_BYTE = b"\x1b"
SENT_AT_ONCE = 64


class KeySource(Protocol):
    """Where pressed keys come from."""

    def pressed(self, wait_s: float) -> list[str]:
        """The names of the keys that were pressed; none after that time."""

    def close(self) -> None:
        """Leave the terminal as it was."""


def open_terminal(stream: TextIO | None = None) -> KeySource | None:
    """The keys of the terminal; None where there is none, as in a service or a pipe."""
    source = sys.stdin if stream is None else stream
    try:
        if not source.isatty():
            return None
    except (AttributeError, ValueError):  # no input at all, or one that is closed
        return None
    return _opened(source)


if sys.platform == "win32":
    import msvcrt
    import time

    class _Windows:
        """The console of Windows tells every key by itself."""

        def pressed(self, wait_s: float) -> list[str]:
            if not msvcrt.kbhit():
                time.sleep(wait_s)
            names: list[str] = []
            while msvcrt.kbhit():
                sent = msvcrt.getwch()
                if sent in WINDOWS_LEADS:
                    name = windows_key_name(sent, msvcrt.getwch())
                    names += [name] if name else []
                else:
                    names += key_names_of(sent)
            return names

        def close(self) -> None:
            """Nothing was changed."""

    def _opened(_stream: TextIO) -> KeySource:
        return _Windows()

else:
    import os
    import select
    import termios
    import tty

    class _Posix:
        """A terminal gives whole lines; here it gives keys, and shows none of them."""

        def __init__(self, stream: TextIO) -> None:
            self._fd, self._over = stream.fileno(), False
            self._before = termios.tcgetattr(self._fd)
            tty.setcbreak(self._fd)

        def pressed(self, wait_s: float) -> list[str]:
            ready, _, _ = select.select([] if self._over else [self._fd], [], [], wait_s)
            if not ready:
                return []
            sent = self._read()
            # What belongs to one key may come in two pieces over a slow line.
            if sent.endswith(ESCAPE_BYTE) and select.select([self._fd], [], [], REST_S)[0]:
                sent += self._read()
            return list(key_names_of(sent.decode("utf-8", "replace")))

        def _read(self) -> bytes:
            try:
                sent = os.read(self._fd, SENT_AT_ONCE)
            except OSError:  # the terminal was closed
                sent = b""
            self._over = not sent
            return sent

        def close(self) -> None:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def _opened(stream: TextIO) -> KeySource:
        return _Posix(stream)


class KeyReader:
    """Reads keys in a thread of its own until it is closed."""

    def __init__(self, keys: KeySource, hear: Callable[[str], None]) -> None:
        self._keys, self._hear = keys, hear
        self._open = True
        self._thread = threading.Thread(target=self._run, name="keys", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False
        self._thread.join(1.0)
        self._keys.close()

    def _run(self) -> None:
        while self._open:
            for name in self._keys.pressed(LOOK_S):
                self._hear(name)
