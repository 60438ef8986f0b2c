"""The journal: entries are appended and never changed.

An `OverturnEntry` takes an earlier one back. It names the entry that it overturns and what counts
in its place, or nothing, and may itself be overturned. Which entries count is decided from the
end: one that was overturned later says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.core.errors import BadValue
from referee.game.events import Event


@dataclass(frozen=True, slots=True)
class OverturnEntry:
    """Overturns the entry of that number. ``instead`` takes its place; None: nothing does."""

    entry: int
    why: str
    instead: Event | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. Numbers count from 1; ``by`` is who wrote it, such as referee or coach."""

    number: int
    t_ns: int
    by: str
    what: Event | OverturnEntry

    def __post_init__(self) -> None:
        if self.t_ns < 0:
            raise BadValue("t_ns", self.t_ns, "a time that is not negative")
        if not self.by:
            raise BadValue("by", self.by, "who wrote it, such as referee")
        if isinstance(self.what, OverturnEntry) and not 1 <= self.what.entry < self.number:
            raise BadValue("entry", self.what.entry, f"an earlier entry, 1 to {self.number - 1}")


@dataclass(frozen=True, slots=True)
class Journal:
    """All entries of a game, in order."""

    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        last_ns = 0
        for place, entry in enumerate(self.entries, 1):
            if entry.number != place:
                raise BadValue("number", entry.number, f"{place}, without a gap")
            if entry.t_ns < last_ns:
                raise BadValue("t_ns", entry.t_ns, f"not before the entry above ({last_ns})")
            last_ns = entry.t_ns

    def append(self, t_ns: int, by: str, what: Event | OverturnEntry) -> Journal:
        """A journal with one more entry; this one stays as it is."""
        return Journal((*self.entries, Entry(len(self.entries) + 1, t_ns, by, what)))

    def standing(self) -> Iterator[tuple[int, Event]]:
        """The events that count, with the number of their entry, in the order they happened."""
        overturned = self.overturned()
        for entry in self.entries:
            if isinstance(entry.what, OverturnEntry):
                continue
            ruling = overturned.get(entry.number)
            if ruling is None:
                yield entry.number, entry.what
            elif ruling.instead is not None:
                yield entry.number, ruling.instead

    def overturned(self) -> dict[int, OverturnEntry]:
        """The last overturn of each overturned entry, by the entry's number."""
        found: dict[int, OverturnEntry] = {}
        for entry in reversed(self.entries):
            ruling = entry.what
            if isinstance(ruling, OverturnEntry) and entry.number not in found:
                found.setdefault(ruling.entry, ruling)
        return found
