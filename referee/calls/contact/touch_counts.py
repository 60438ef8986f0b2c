"""Which touch of two a call is about, counted through all power runs of a play.

A tracker counts afresh in each run. Without what was called before, a touch that is still there
when power returns would pass for the one that was called already, and stand in its place.
"""

from __future__ import annotations

_Pair = tuple[str, str]


class TouchCounts:
    """The touches of one play that were called, pair by pair."""

    def __init__(self) -> None:
        self._play: int | None = None
        self._before: dict[_Pair, int] = {}
        self._called: dict[_Pair, int] = {}

    def next_run(self) -> None:
        """Take in that the power is on again: what was called so far is of an earlier run."""
        self._before = dict(self._called)

    def count(self, play: int, pair: _Pair, number: int) -> int:
        """Which touch of a pair in its play one is that has a number in this run; it is called."""
        if play != self._play:
            self._play, self._before, self._called = play, {}, {}
        found = self._before.get(pair, 0) + number
        self._called[pair] = max(found, self._called.get(pair, 0))
        return found
