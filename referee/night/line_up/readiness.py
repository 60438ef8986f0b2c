"""When a line-up counts as set: the coach says so, or it rests long enough with hands away."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.clock import MS_NS

# A coach who takes the hand away only to look gets this long before the board starts.
RESTS_NS = 3_000 * MS_NS
# Between "set" and the snap, so that nobody is surprised and a last word is possible.
COUNT_NS = 800 * MS_NS


@dataclass
class Readiness:
    """``by_itself``: a line-up that was touched since the stop, and rests, counts as set.

    ``unasked``: that is why it counts now; nobody has said so.
    """

    by_itself: bool = False
    ready: bool = False
    unasked: bool = False
    _touched: bool = False
    _resting_ns: int | None = None
    _open_ns: int | None = None

    def said(self, *, ready: bool) -> None:
        """A coach says that all is set, or that it is not."""
        self.ready, self.unasked, self._open_ns = ready, False, None
        self._touched = self._touched and ready

    def stopped(self) -> None:
        """The power is off: nothing counts as set until it is said or shown again."""
        self.ready = self.unasked = self._touched = False
        self._resting_ns = self._open_ns = None

    def left_ns(self, t_ns: int) -> int | None:
        """How much of the count is left; None: it does not run."""
        return None if self._open_ns is None else max(self._open_ns + COUNT_NS - t_ns, 0)

    def update(
        self, t_ns: int, *, hands: bool, resting: bool, may: bool, lined_up: bool = True
    ) -> bool:
        """A frame with the power off; whether the power is to come on with it.

        ``may``: nothing speaks against it. It has to stay so for the count. ``lined_up``: no rule
        is against the line-up; a coach who says "ready" may start all the same.
        """
        self._touched |= hands
        if hands or not resting:
            self._resting_ns = None
        elif self._resting_ns is None:
            self._resting_ns = t_ns
        rested = self._resting_ns is not None and t_ns - self._resting_ns >= RESTS_NS
        if self.unasked and not lined_up:
            self.ready = self.unasked = False
        if self.by_itself and self._touched and rested and may and lined_up and not self.ready:
            self.ready = self.unasked = True
        if not (self.ready and may and resting):
            self._open_ns = None
            return False
        if self._open_ns is None:
            self._open_ns = t_ns
        return t_ns - self._open_ns >= COUNT_NS
