"""The calls of one play: those made, the one that ended it, and those that still wait."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.call import Call, CallKind
from referee.core.renaming import renamed
from referee.official.play.state import PlayState


class CallLog:
    """Keeps the calls of a play in their order.

    A stop that a rule makes takes effect at once. Its call waits until no earlier event can end the
    play any more.
    """

    def __init__(self, wait_ns: int) -> None:
        self._wait_ns = wait_ns
        self._held: list[tuple[int, Call]] = []
        self.made: list[Call] = []
        self.ended: Call | None = None
        self.before: PlayState | None = None

    def make(self, call: Call) -> Call:
        """Add a call."""
        self.made.append(call)
        return call

    def refused(self, call: Call) -> bool:
        """Whether the same rule has refused the same thing at that instant already."""
        return call.kind is CallKind.NOT_ALLOWED and any(
            (made.kind, made.rule, made.t_ns) == (call.kind, call.rule, call.t_ns)
            for made in self.made
        )

    def hold(self, call: Call, t_ns: int) -> None:
        """Keep a call back until everything before it is known."""
        self._held.append((t_ns, call))

    def end(self, call: Call, before: PlayState) -> None:
        """End the play with this call; calls held back for a later instant are dropped."""
        if self.ended is None:
            self.before = before
        self.ended = call
        self._held = [(t_ns, held) for t_ns, held in self._held if held.t_ns < call.t_ns]

    def reopen(self) -> PlayState | None:
        """Take back the end of the play; returns the state before it."""
        before, self.ended, self.before = self.before, None, None
        return before

    def rename(self, names: Mapping[str, str]) -> None:
        """Players have turned out to be others."""
        self._held = [(since, renamed(call, names)) for since, call in self._held]
        self.made = [renamed(call, names) for call in self.made]
        self.ended, self.before = renamed(self.ended, names), renamed(self.before, names)

    def due(self, t_ns: int | None) -> list[Call]:
        """The calls that have waited long enough at an instant in ns; without one, all calls."""
        ready = [c for since, c in self._held if t_ns is None or t_ns - since >= self._wait_ns]
        self._held = [(since, c) for since, c in self._held if c not in ready]
        return [self.make(call) for call in ready]
