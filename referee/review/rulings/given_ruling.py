"""Rulings in the journal: the one place that puts a ruling into words and reads it from them again.

An overturning entry holds a sentence for people and no field for the ruling, so that old journals
open. Whoever wants the ruling takes it from `given_rulings`, which reads each sentence once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.game.events import Event
from referee.game.journal import Journal, OverturnEntry

_FALLS_WITH = "falls with entry "


class Ruling(StrEnum):
    """What a person decides about a flagged call. The journal's sentence begins with the value."""

    CONFIRM = "confirmed"
    CANNOT_TELL = "cannot tell"
    OVERTURN = "overturned"
    REOPEN = "taken back"


@dataclass(frozen=True, slots=True)
class GivenRuling:
    """A ruling in the journal.

    ``number`` is the number of its own entry, ``entry`` the number of the entry it is about.
    ``falls_with`` is the number of the overturned entry without which ``entry`` is not possible;
    None: a person ruled on ``entry`` itself.
    """

    number: int
    entry: int
    kind: Ruling
    why: str
    falls_with: int | None = None


def given_rulings(journal: Journal) -> tuple[GivenRuling, ...]:
    """Every ruling of a journal in its order, those that do not stand any more too."""
    return tuple(
        _read(entry.number, entry.what)
        for entry in journal.entries
        if isinstance(entry.what, OverturnEntry)
    )


def ruling_entry(
    number: int, ruling: Ruling, instead: Event | None = None, outcome: str = "", remark: str = ""
) -> OverturnEntry:
    """The ruling on the entry with this number; ``outcome`` says in words what stands instead."""
    decided = f"{ruling.value}: {outcome}" if outcome else ruling.value
    remark = remark.strip()
    return OverturnEntry(number, f"{decided}; {remark}" if remark else decided, instead)


def falling_entry(number: int, falls_with: int) -> OverturnEntry:
    """The entry with this number is not possible without another one, which is overturned."""
    return OverturnEntry(number, f"{_FALLS_WITH}{falls_with}")


def _read(number: int, what: OverturnEntry) -> GivenRuling:
    """A sentence that no review wrote, such as a coach's own, is an overturned call."""
    kind = next((each for each in Ruling if what.why.startswith(each.value)), Ruling.OVERTURN)
    cause = what.why.removeprefix(_FALLS_WITH)
    falls_with = int(cause) if cause != what.why and cause.isdecimal() else None
    return GivenRuling(number, what.entry, kind, what.why, falls_with)
