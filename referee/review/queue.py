"""The queue: every flagged entry of the journal, with the call behind it.

A play that is over writes the entry that changes the game, then a note for each of its other calls;
a coach asks for a look at a call with a flagged note. The journal knows which entries were flagged
and which rulings stand; the calls know why, when and how well it was measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.calls.call import Call, CallKind, final_calls
from referee.game.events import Event, Noted, NoteTopic, PlayEnded, Score, Scored, noted_call
from referee.game.journal import Entry, Journal, OverturnEntry
from referee.review.rulings.given_ruling import GivenRuling, given_rulings

CHALLENGED = "a coach has challenged it"
_SCORES = {
    CallKind.TOUCHDOWN: (Score.TOUCHDOWN, Score.PLAYED_TRY),
    CallKind.SAFETY: (Score.SAFETY,),
}


@dataclass(frozen=True, slots=True)
class FlaggedEntry:
    """An entry to be looked at. ``play`` is the entry of the play's end, maybe the same one.

    ``call`` is None where it was not kept, ``ruling`` where nobody has decided yet.
    """

    number: int
    play: int
    t_ns: int
    event: Event
    call: Call | None
    reasons: tuple[str, ...]
    ruling: GivenRuling | None = None

    @property
    def open(self) -> bool:
        """Whether no ruling on it stands."""
        return self.ruling is None


def review_queue(journal: Journal, calls: Sequence[Call]) -> tuple[FlaggedEntry, ...]:
    """All flags of a game in the order of the journal, decided ones too."""
    rulings = _standing_rulings(journal)
    items = _items(journal, calls)
    return tuple(replace(item, ruling=rulings.get(item.number)) for item in items)


def unflagged(event: Event) -> Event:
    """The same event, looked at."""
    if isinstance(event, PlayEnded | Scored | Noted):
        return replace(event, flagged=False)
    return event


def plays_of(journal: Journal) -> list[list[Entry]]:
    """The referee's entries of each play: the one that changes the game, then the notes."""
    plays: list[list[Entry]] = []
    for entry in journal.entries:
        if isinstance(entry.what, OverturnEntry):
            continue
        noted = isinstance(entry.what, Noted)
        if entry.by == "referee" and not noted:
            plays.append([entry])
        elif plays and noted and _belongs(entry, plays[-1][0]):
            plays[-1].append(entry)
    return plays


def _belongs(note: Entry, end: Entry) -> bool:
    return note.by == end.by and note.t_ns == end.t_ns


def _standing_rulings(journal: Journal) -> dict[int, GivenRuling]:
    """The ruling that stands on an entry, by the entry's number."""
    stands = journal.overturned()
    return {
        each.entry: each
        for each in given_rulings(journal)
        if stands.get(each.entry) is journal.entries[each.number - 1].what
    }


def _items(journal: Journal, calls: Sequence[Call]) -> list[FlaggedEntry]:
    found: list[FlaggedEntry] = []
    told: set[int] = set()
    before_ns = -1
    for play in plays_of(journal):
        end_ns = play[0].t_ns
        made = final_calls([call for call in calls if before_ns < call.t_ns <= end_ns])
        before_ns = end_ns
        for entry, call in _behind(play, made):
            told.add(entry.number)
            if _wants_a_look(entry.what) or (call is not None and call.flagged):
                found.append(_item(entry, play[0].number, call))
    end = 0
    for entry in journal.entries:
        if entry.by == "referee" and entry.number in told and not isinstance(entry.what, Noted):
            end = entry.number
        if entry.number not in told and _wants_a_look(entry.what):
            found.append(_asked_for(entry, end or entry.number, calls))
    return sorted(found, key=lambda item: item.number)


def _is_challenge(what: Event | OverturnEntry) -> bool:
    return isinstance(what, Noted) and what.about is NoteTopic.CHALLENGE


def _asked_for(entry: Entry, play: int, calls: Sequence[Call]) -> FlaggedEntry:
    """A coach's flag: a challenge is about the newest call before it."""
    if not _is_challenge(entry.what):
        return _item(entry, play, None)
    made = final_calls([call for call in calls if call.t_ns <= entry.t_ns])
    item = _item(entry, play, made[-1] if made else None)
    return replace(item, reasons=(CHALLENGED, *item.reasons))


def _wants_a_look(what: Event | OverturnEntry) -> bool:
    return isinstance(what, PlayEnded | Scored | Noted) and what.flagged


def _item(entry: Entry, play: int, call: Call | None) -> FlaggedEntry:
    assert not isinstance(entry.what, OverturnEntry)  # noqa: S101 - rulings are never items
    t_ns = entry.t_ns if call is None else call.t_ns
    return FlaggedEntry(
        entry.number, play, t_ns, entry.what, call, () if call is None else call.flag
    )


def _behind(play: Sequence[Entry], calls: Sequence[Call]) -> list[tuple[Entry, Call | None]]:
    """Each entry of a play with the call it came from, the notes first: they name theirs."""
    left = list(calls)
    pairs: list[tuple[Entry, Call | None]] = []
    for entry in (*play[1:], play[0]):
        call = next((each for each in reversed(left) if _says(entry.what, each)), None)
        if call is None and entry is play[0] and left and not isinstance(entry.what, PlayEnded):
            call = next((each for each in reversed(left) if each.ends_play), None)
        if call is not None:
            left.remove(call)
        pairs.append((entry, call))
    return pairs


def _says(what: Event | OverturnEntry, call: Call) -> bool:
    """Whether an event is what the official makes of a call."""
    if isinstance(what, Noted):
        return what.words == noted_call(call.kind.value, call.players).words
    if isinstance(what, PlayEnded):
        return what.how == call.kind.value
    return isinstance(what, Scored) and what.how in _SCORES.get(call.kind, ())
