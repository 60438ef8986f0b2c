"""The delay of a broken tackle: a touch that does not tackle is one only if the carrier gets on.

`tackle` finds the touch, and the call waits here for the rulebook's seconds. A play that ends in
that time, as when progress has stopped, drops it. What two tacklers at once or a tackler
who falls make of a touch is decided in `tackle_aftermath`.
"""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import Call
from referee.calls.contact.contact_tracker import ContactTracker
from referee.calls.doubts import Doubt, DoubtKind
from referee.core.clock import ns_from_s

# What stops at the end of that time is sure a few frames later.
_SURE_NS = 100_000_000
_KEPT_NS = 3_000_000_000


class BrokenTackleDelay:
    """The broken tackles of one phase that are found and not yet told."""

    def __init__(self, seconds: float, contacts: ContactTracker) -> None:
        self._wait_ns = ns_from_s(seconds) + _SURE_NS if seconds > 0.0 else 0
        self._contacts = contacts
        self._waiting: list[Call] = []
        self._hidden: list[tuple[int, str]] = []

    def update(self, t_ns: int, found: list[Call]) -> list[Call]:
        """What is to be told after a frame, with what it found."""
        waiting = [*self._waiting, *found]
        if self._wait_ns:
            # Most who are missed for a frame or two are seen soon enough to have been elsewhere.
            self._hidden += [(t_ns, name) for name in self._contacts.was_hidden(t_ns)]
            self._hidden = [each for each in self._hidden if t_ns - each[0] <= _KEPT_NS]
        due = [call for call in waiting if t_ns >= call.t_ns + self._wait_ns]
        self._waiting = [call for call in waiting if t_ns < call.t_ns + self._wait_ns]
        return [self._with_hidden(call, t_ns) for call in due]

    def _with_hidden(self, call: Call, now_ns: int) -> Call:
        """Whoever was out of sight since then may have had a part in stopping the carrier."""
        if not self._wait_ns:
            return call
        then = {name for t_ns, name in self._hidden if t_ns >= call.t_ns}
        names = sorted(then.union(self._contacts.hidden(now_ns)))
        reasons = (Doubt(DoubtKind.GONE_A_MOMENT, name) for name in names)
        return replace(call, flag=tuple(dict.fromkeys((*call.flag, *reasons))))

    def close(self) -> list[Call]:
        """At the end of a phase: what still waits, and nothing came between."""
        waiting, self._waiting = self._waiting, []
        return waiting
