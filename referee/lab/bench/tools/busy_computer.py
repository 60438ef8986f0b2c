"""Other processes that keep the cores busy, as long as a block lasts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

BUSY = "while True: pass"


@contextmanager
def busy_computer(processes: int) -> Iterator[None]:
    """So many processes that never rest; each of them is ended, whatever happens in the block."""
    words = [sys.executable, "-c", BUSY]
    with ExitStack() as ended:
        for _ in range(processes):
            process = subprocess.Popen(words)  # noqa: S603 - our own words
            ended.callback(process.wait)
            ended.callback(process.kill)
        yield
