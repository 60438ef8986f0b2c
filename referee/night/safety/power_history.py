"""Whether the switch was closed at the instant of a frame that is looked at a little later."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

KEPT = 64


@dataclass
class PowerHistory:
    """The last changes of the switch, as the device reports them."""

    _at_ns: list[int] = field(default_factory=list)
    _closed: list[bool] = field(default_factory=list)

    def note(self, since_ns: int, *, closed: bool) -> None:
        """The switch has been so since an instant; told again it changes nothing."""
        if self._closed and self._closed[-1] is closed:
            return
        # A report can tell a change that lies before the last one only by a clock's error.
        self._at_ns.append(max(since_ns, self._at_ns[-1] if self._at_ns else since_ns))
        self._closed.append(closed)
        del self._at_ns[:-KEPT], self._closed[:-KEPT]

    def at(self, t_ns: int) -> bool:
        """Whether it was closed then; before anything is known it was open."""
        place = bisect_right(self._at_ns, t_ns)
        return place > 0 and self._closed[place - 1]
