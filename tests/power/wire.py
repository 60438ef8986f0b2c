"""A fake board behind a pseudo-terminal, so that the real guard process can open its port."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import tty

from referee.system_clock import clock_ns


class WiredBoard:
    """Runs a fake board in a thread; ``path`` is a link that stays when the terminal changes."""

    def __init__(self, board, link):
        self.board, self.path = board, link
        self.lock = threading.Lock()
        self.heard = b""
        self._master = self._slave = None
        self._over = threading.Event()
        self.plug()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join(5.0)
        self._let_go()

    @property
    def edges(self):
        with self.lock:
            return list(self.board.edges)

    def plug(self):
        """A new terminal, with another name if the old one is still held, behind the same link."""
        with self.lock:
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            fresh = self.path.with_suffix(".new")
            fresh.symlink_to(os.ttyname(self._slave))
            fresh.replace(self.path)

    def unplug(self):
        """The terminal dies and the board loses its supply."""
        with self.lock:
            self.board.t_ns = clock_ns()
            self.board.unplugged()
            self.path.unlink()
            self._let_go()

    def speak(self, data):
        """Bytes from somewhere, as if the board said them."""
        with self.lock:
            os.write(self._master, data)

    def _let_go(self):
        for fd in (self._master, self._slave):
            if fd is not None:
                with contextlib.suppress(OSError):
                    os.close(fd)
        self._master = self._slave = None

    def _run(self):
        while not self._over.is_set():
            with self.lock:
                master = self._master
                said = self.board.tick(clock_ns())
                if said and master is not None:
                    os.write(master, said)
            if master is None:
                self._over.wait(0.002)
                continue
            with contextlib.suppress(OSError, ValueError):
                if select.select([master], [], [], 0.001)[0]:
                    self._take(master)

    def _take(self, master):
        with self.lock:
            if master != self._master:
                return
            data = os.read(master, 4096)
            self.heard += data
            if said := self.board.feed(clock_ns(), data):
                os.write(master, said)
