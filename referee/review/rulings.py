"""Verdicts of a review: confirm, cannot tell, overturn, or take a verdict back again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue, Word
from referee.core.field import FieldProfile
from referee.core.roster import Roster
from referee.game.events import Event
from referee.game.fold import Keeper
from referee.game.journal import Journal, Verdict
from referee.review.case import Case, Place, case_of
from referee.review.changes import FALLS, Changes, compared, state_before, verdicts, written
from referee.review.choices import outcome
from referee.review.queue import Flagged, unflagged


class Ruling(StrEnum):
    """What a person decides about a flagged call."""

    CONFIRM = "confirmed"
    CANNOT_TELL = "cannot tell"
    OVERTURN = "overturned"
    REOPEN = "taken back"


@dataclass(frozen=True, slots=True)
class Wish:
    """A decision; what stands instead is asked for only to overturn."""

    ruling: Ruling
    instead: str = ""
    place: Place | None = None
    player: str | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a wish comes to: the verdicts for the journal, and what they change."""

    verdicts: tuple[Verdict, ...]
    changes: Changes


def decide(
    keeper: Keeper, field: FieldProfile, roster: Roster, journal: Journal, item: Flagged, wish: Wish
) -> Decision:
    """The verdicts of a wish; nothing is written."""
    if wish.ruling is Ruling.REOPEN:
        return _reopened(keeper, journal, item)
    if not item.open:
        raise BadValue("flag", Word("decided already"), "an open flag: take its verdict back first")
    if wish.ruling is Ruling.OVERTURN:
        return _overturned(keeper, field, case(keeper, roster, journal, item), journal, wish)
    verdict = Verdict(item.number, _why(wish, ""), unflagged(_standing(journal, item.number)))
    return _decision(keeper, journal, (verdict,))


def case(keeper: Keeper, roster: Roster, journal: Journal, item: Flagged) -> Case:
    """The play that a flag is about, as the journal stands."""
    stands = _standing(journal, item.play)
    return case_of(item, stands, state_before(keeper, journal, item.play), roster)


def ruling_of(verdict: Verdict) -> Ruling:
    """Which decision a verdict in the journal is; one that nobody gave on this page overturns."""
    for ruling in (Ruling.CONFIRM, Ruling.CANNOT_TELL, Ruling.REOPEN):
        if verdict.why.startswith(ruling.value):
            return ruling
    return Ruling.OVERTURN


def _overturned(
    keeper: Keeper, field: FieldProfile, about: Case, journal: Journal, wish: Wish
) -> Decision:
    item = about.item
    instead, words = outcome(about, wish.instead, wish.place, wish.player, field)
    why = _why(wish, words)
    given = verdicts(keeper, journal, item.play, why, instead)
    if item.number != item.play:
        given = (Verdict(item.number, why, unflagged(item.event)), *given)
    return _decision(keeper, journal, given)


def _reopened(keeper: Keeper, journal: Journal, item: Flagged) -> Decision:
    """The verdict and those that came with it are taken back, the last one first."""
    if item.ruling is None:
        raise BadValue("flag", Word("open"), "a flag with a verdict on it")
    together = _together(journal, item, item.ruling)
    return _decision(keeper, journal, tuple(Verdict(n, Ruling.REOPEN.value) for n in together))


def _decision(keeper: Keeper, journal: Journal, given: tuple[Verdict, ...]) -> Decision:
    return Decision(given, compared(keeper, journal, written(journal, given)))


def _together(journal: Journal, item: Flagged, ruling: int) -> list[int]:
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


def _goes_on(what: Event | Verdict, about: set[int], why: str, falls: str) -> bool:
    if not isinstance(what, Verdict):
        return False
    return what.why == falls or (what.entry in about and what.why == why)


def _verdict(journal: Journal, number: int) -> Verdict:
    what = journal.entries[number - 1].what
    if not isinstance(what, Verdict):
        raise BadValue("entry", number, "the number of a verdict")
    return what


def _standing(journal: Journal, number: int) -> Event:
    for each, event in journal.standing():
        if each == number:
            return event
    raise BadValue("flag", Word("of a play that was taken back"), "a play that stands")


def _why(wish: Wish, words: str) -> str:
    parts = (f"{wish.ruling.value}: {words}" if words else wish.ruling.value, wish.remark.strip())
    return "; ".join(part for part in parts if part)
