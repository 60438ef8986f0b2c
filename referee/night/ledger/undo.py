"""Taking back: the last thing that happened to the game, with the notes that came with it."""

from __future__ import annotations

from referee.core.errors import BadValue
from referee.game.events import Noted, Started
from referee.game.journal import Entry, Journal, OverturnEntry

TAKEN_BACK = "taken back"


def undo_entries(journal: Journal) -> tuple[OverturnEntry, ...]:
    """The verdicts that take the last of it back; done again, they go further back."""
    spoken_of = journal.overturned()
    found: list[OverturnEntry] = []
    for entry in reversed(journal.entries):
        if entry.number in spoken_of or _takes_back(entry):
            continue
        if isinstance(entry.what, Started):
            break
        found.append(OverturnEntry(entry.number, TAKEN_BACK))
        if not isinstance(entry.what, Noted):
            return tuple(found)
    raise BadValue("entries", len(journal.entries), "a journal with something to take back")


def _takes_back(entry: Entry) -> bool:
    return isinstance(entry.what, OverturnEntry) and entry.what.why == TAKEN_BACK
