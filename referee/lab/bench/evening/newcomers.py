"""Which figures have come in from beside the board since the snap before, and by what names."""

from __future__ import annotations

from collections.abc import Collection

from referee.lab.bench.evening.evening_play import NewcomerCount
from referee.lab.bench.evening.own_names import OwnNames


class Newcomers:
    """Told at every snap whose figures truly stand there; what the eyes call them comes later."""

    def __init__(self) -> None:
        self._stood: frozenset[str] = frozenset()
        self._came: frozenset[str] = frozenset()

    def snap(self, figures: Collection[str]) -> None:
        """These stand there. Before the first snap nobody stood anywhere, so nobody comes in."""
        there = frozenset(figures)
        self._came = there - self._stood if self._stood else frozenset()
        self._stood = there

    def count(self, names: OwnNames) -> NewcomerCount:
        """How many came in before this play, and how many had their own name by themselves."""
        own = sum(names.name_of(figure) == figure for figure in self._came)
        return NewcomerCount(len(self._came), own)
