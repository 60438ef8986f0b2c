"""Tells the terminal, once, that a simulated table is slower than real time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Self

from referee.core.closing import Closing

LOOK_S = 1.0
# From this share of real time on nobody sees the difference.
KEEPS_UP = 0.95
# A hiccup of the start is not told: so many looks in a row have to find it slow.
LOOKS = 3


class SlowTable(Closing):
    """Looks every second at how quick a table's time passes, until there was something to tell.

    ``speed`` is None where the night goes by the system's clock.
    """

    def __init__(self, speed: Callable[[], float | None], tell: Callable[[str], None]) -> None:
        self._speed, self._tell = speed, tell
        self._slow = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table's speed", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def look(self) -> bool:
        """One look; whether it was the last."""
        speed = self._speed()
        if speed is None:
            return True
        self._slow = self._slow + 1 if speed < KEEPS_UP else 0
        if self._slow < LOOKS:
            return False
        self._tell(
            f"This computer cannot keep up: the table's time passes at {speed:.1f} x of real time."
            " No picture is missed, and the game is the same."
        )
        return True

    def close(self) -> None:
        """Look no more."""
        self._over.set()

    def _run(self) -> None:
        while not self._over.wait(LOOK_S):
            if self.look():
                return
