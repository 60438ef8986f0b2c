"""Verdicts of a review: confirm, cannot tell, overturn, or take a verdict back again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.game.events import Event
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.review.queue import FlaggedEntry, unflagged
from referee.review.rulings.changes import (
    FALLS,
    GameChanges,
    compare_games,
    journal_with,
    overturning_entries,
    state_before,
)
from referee.review.rulings.choices import event_of_choice
from referee.review.rulings.flagged_call import BoardPlace, FlaggedCall, flagged_call_of


class Ruling(StrEnum):
    """What a person decides about a flagged call."""

    CONFIRM = "confirmed"
    CANNOT_TELL = "cannot tell"
    OVERTURN = "overturned"
    REOPEN = "taken back"


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """A decision; what stands instead is asked for only to overturn."""

    ruling: Ruling
    instead: str = ""
    place: BoardPlace | None = None
    player: str | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """What a wish comes to: the verdicts for the journal, and what they change."""

    verdicts: tuple[OverturnEntry, ...]
    changes: GameChanges


def effect_of_ruling(
    keeper: Fold,
    field: FieldProfile,
    roster: Roster,
    journal: Journal,
    item: FlaggedEntry,
    wish: RulingRequest,
) -> RulingEffect:
    """The verdicts of a wish; nothing is written."""
    if wish.ruling is Ruling.REOPEN:
        return _reopened(keeper, journal, item)
    if not item.open:
        raise BadValue(
            "flag", PlainWord("decided already"), "an open flag: take its verdict back first"
        )
    if wish.ruling is Ruling.OVERTURN:
        return _overturned(
            keeper, field, flagged_call(keeper, roster, journal, item), journal, wish
        )
    verdict = OverturnEntry(item.number, _why(wish, ""), unflagged(_standing(journal, item.number)))
    return _decision(keeper, journal, (verdict,))


def flagged_call(keeper: Fold, roster: Roster, journal: Journal, item: FlaggedEntry) -> FlaggedCall:
    """The play that a flag is about, as the journal stands."""
    stands = _standing(journal, item.play)
    return flagged_call_of(item, stands, state_before(keeper, journal, item.play), roster)


def ruling_of(verdict: OverturnEntry) -> Ruling:
    """Which decision a verdict in the journal is; one that nobody gave on this page overturns."""
    for ruling in (Ruling.CONFIRM, Ruling.CANNOT_TELL, Ruling.REOPEN):
        if verdict.why.startswith(ruling.value):
            return ruling
    return Ruling.OVERTURN


def _overturned(
    keeper: Fold, field: FieldProfile, about: FlaggedCall, journal: Journal, wish: RulingRequest
) -> RulingEffect:
    item = about.item
    instead, words = event_of_choice(about, wish.instead, wish.place, wish.player, field)
    why = _why(wish, words)
    given = overturning_entries(keeper, journal, item.play, why, instead)
    if item.number != item.play:
        given = (OverturnEntry(item.number, why, unflagged(item.event)), *given)
    return _decision(keeper, journal, given)


def _reopened(keeper: Fold, journal: Journal, item: FlaggedEntry) -> RulingEffect:
    """The verdict and those that came with it are taken back, the last one first."""
    if item.ruling is None:
        raise BadValue("flag", PlainWord("open"), "a flag with a verdict on it")
    together = _together(journal, item, item.ruling)
    return _decision(
        keeper, journal, tuple(OverturnEntry(n, Ruling.REOPEN.value) for n in together)
    )


def _decision(keeper: Fold, journal: Journal, given: tuple[OverturnEntry, ...]) -> RulingEffect:
    return RulingEffect(given, compare_games(keeper, journal, journal_with(journal, given)))


def _together(journal: Journal, item: FlaggedEntry, ruling: int) -> list[int]:
    """The numbers of the verdicts that were given with one, newest first."""
    about = {item.number, item.play}
    falls, last = FALLS.format(item.play), ruling
    entries = journal.entries
    why = _verdict(journal, ruling).why
    while last < len(entries) and _goes_on(entries[last].what, about, why, falls):
        last += 1
    first = last
    while first > 1 and _goes_on(entries[first - 2].what, about, why, falls):
        first -= 1
    return list(range(last, first - 1, -1))


def _goes_on(what: Event | OverturnEntry, about: set[int], why: str, falls: str) -> bool:
    if not isinstance(what, OverturnEntry):
        return False
    return what.why == falls or (what.entry in about and what.why == why)


def _verdict(journal: Journal, number: int) -> OverturnEntry:
    what = journal.entries[number - 1].what
    if not isinstance(what, OverturnEntry):
        raise BadValue("entry", number, "the number of a verdict")
    return what


def _standing(journal: Journal, number: int) -> Event:
    for each, event in journal.standing():
        if each == number:
            return event
    raise BadValue("flag", PlainWord("of a play that was taken back"), "a play that stands")


def _why(wish: RulingRequest, words: str) -> str:
    parts = (f"{wish.ruling.value}: {words}" if words else wish.ruling.value, wish.remark.strip())
    return "; ".join(part for part in parts if part)
