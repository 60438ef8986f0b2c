"""What a person decides about a flag, as entries of the journal: the one way to overturn a call.

`effect_of_ruling` makes the entries and writes nothing. `ReviewSource.give` writes them: into the
folder of a recorded game, or through the night that is running.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.game.events import Event
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.review.queue import FlaggedEntry, unflagged
from referee.review.rulings.changes import (
    GameChanges,
    compare_games,
    journal_with,
    state_before,
    with_falling_entries,
)
from referee.review.rulings.choices import event_of_choice
from referee.review.rulings.flagged_call import BoardPlace, FlaggedCall, flagged_call_of
from referee.review.rulings.given_ruling import GivenRuling, Ruling, given_rulings, ruling_entry


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """What a person asks for; ``instead``, ``place`` and ``player`` are needed only to overturn."""

    ruling: Ruling
    instead: str = ""
    place: BoardPlace | None = None
    player: str | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """The entries that a ruling writes into the journal, and what they change."""

    entries: tuple[OverturnEntry, ...]
    changes: GameChanges


def effect_of_ruling(
    keeper: Fold,
    field: FieldProfile,
    roster: Roster,
    journal: Journal,
    item: FlaggedEntry,
    request: RulingRequest,
) -> RulingEffect:
    """The entries that a ruling on a flag comes to; nothing is written."""
    if request.ruling is Ruling.REOPEN:
        given = _reopening(journal, item)
    elif not item.open:
        raise BadValue(
            "flag", PlainWord("decided already"), "an open flag: take its ruling back first"
        )
    elif request.ruling is Ruling.OVERTURN:
        about = flagged_call(keeper, roster, journal, item)
        given = _overturning(keeper, field, about, journal, request)
    else:
        stands = unflagged(_standing(journal, item.number))
        given = (ruling_entry(item.number, request.ruling, stands, remark=request.remark),)
    return RulingEffect(given, compare_games(keeper, journal, journal_with(journal, given)))


def flagged_call(keeper: Fold, roster: Roster, journal: Journal, item: FlaggedEntry) -> FlaggedCall:
    """The play that a flag is about, as the journal stands."""
    stands = _standing(journal, item.play)
    return flagged_call_of(item, stands, state_before(keeper, journal, item.play), roster)


def _overturning(
    keeper: Fold, field: FieldProfile, about: FlaggedCall, journal: Journal, request: RulingRequest
) -> tuple[OverturnEntry, ...]:
    """The play's end becomes the chosen outcome; a flag on another entry of the play is settled."""
    item = about.item
    instead, words = event_of_choice(about, request.instead, request.place, request.player, field)
    ruling = ruling_entry(item.play, request.ruling, instead, words, request.remark)
    given = with_falling_entries(keeper, journal, ruling)
    if item.number == item.play:
        return given
    return (OverturnEntry(item.number, ruling.why, unflagged(item.event)), *given)


def _reopening(journal: Journal, item: FlaggedEntry) -> tuple[OverturnEntry, ...]:
    """A ruling and those that came with it are taken back, the last one first."""
    if item.ruling is None:
        raise BadValue("flag", PlainWord("open"), "a flag with a ruling on it")
    together = _given_together(journal, item, item.ruling)
    return tuple(ruling_entry(number, Ruling.REOPEN) for number in together)


def _given_together(journal: Journal, item: FlaggedEntry, ruling: GivenRuling) -> list[int]:
    """The numbers of the entries that were written with a ruling, newest first."""
    belong = {
        each.number
        for each in given_rulings(journal)
        if each.falls_with == item.play
        or (each.entry in (item.number, item.play) and each.why == ruling.why)
    }
    first = last = ruling.number
    while last + 1 in belong:
        last += 1
    while first - 1 in belong:
        first -= 1
    return list(range(last, first - 1, -1))


def _standing(journal: Journal, number: int) -> Event:
    """The event that stands at a number."""
    for each, event in journal.standing():
        if each == number:
            return event
    raise BadValue("flag", PlainWord("of a play that was taken back"), "a play that stands")
