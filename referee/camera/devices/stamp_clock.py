"""When a picture was taken: the driver's stamp put on our clock, or the moment it arrived."""

from __future__ import annotations

from collections import deque

from referee.core.clock import MS_NS

REMEMBERED = 300  # pictures; quicker than two clocks drift apart by a millisecond
SAME_CLOCK_NS = 2_000_000_000  # a stamp this little before its arrival is of our clock


class StampClock:
    """Drivers stamp with our monotonic clock (Linux), with the time since they started, or not.

    A stamp of another clock is moved by the shortest way a picture ever had: a picture may come
    late, none comes before it was taken.
    """

    def __init__(self) -> None:
        self._apart_ns: deque[int] = deque(maxlen=REMEMBERED)
        self._last_driver_ns = 0
        self.driver_stamps = False

    def stamp(self, arrival_ns: int, driver_ms: float) -> int:
        """The instant of capture on our clock, never after the arrival."""
        driver_ns = round(driver_ms * MS_NS) if 0.0 < driver_ms < 1e13 else 0
        self.driver_stamps = driver_ns > self._last_driver_ns
        if not self.driver_stamps:
            # A stamp that stands still or jumps back says nothing; what was learned from it goes.
            self._apart_ns.clear()
            self._last_driver_ns = driver_ns
            return arrival_ns
        self._last_driver_ns = driver_ns
        if 0 <= arrival_ns - driver_ns < SAME_CLOCK_NS:
            return driver_ns
        self._apart_ns.append(arrival_ns - driver_ns)
        return driver_ns + min(self._apart_ns)
