"""How quick a table's own time passes beside the clock on the wall: never quicker than that."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from referee.core.clock import MS_NS, S_NS
from referee.system_clock import clock_ns

# A picture that comes late by less is made up for by the next ones: a hiccup that nobody sees.
# What is more is not: time has then passed more slowly.
CATCH_UP_NS = 50 * MS_NS
# The speed that is shown is that of so much time on the wall.
SPEED_NS = 2 * S_NS


class Pace:
    """Told of every instant of the table before it is shown; waits until that is due."""

    def __init__(
        self,
        clock: Callable[[], int] = clock_ns,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock, self._wait = clock, wait
        # What the wall's clock is ahead of the table's, as of the last time that it fell behind.
        self._ahead_ns: int | None = None
        # Instants on the wall and at the table.
        self._past: deque[tuple[int, int]] = deque()

    def keep(self, t_ns: int) -> None:
        """Return when ``t_ns`` of the table's time may be shown."""
        now_ns = self._clock()
        if self._ahead_ns is None:
            self._ahead_ns = now_ns - t_ns
        early_ns = t_ns + self._ahead_ns - now_ns
        while early_ns > 0:
            self._wait(early_ns / S_NS)
            now_ns = self._clock()
            early_ns = t_ns + self._ahead_ns - now_ns
        if -early_ns > CATCH_UP_NS:
            self._ahead_ns = now_ns - t_ns - CATCH_UP_NS
        self._past.append((now_ns, t_ns))
        while now_ns - self._past[0][0] > SPEED_NS and len(self._past) > 2:
            self._past.popleft()

    @property
    def speed(self) -> float:
        """The table's time by the wall's, over the last two seconds; 1 is real time."""
        past = tuple(self._past)
        if len(past) < 2 or past[-1][0] <= past[0][0]:
            return 1.0
        return min(1.0, (past[-1][1] - past[0][1]) / (past[-1][0] - past[0][0]))
