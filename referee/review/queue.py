"""The queue: every entry of the journal that somebody should look at, with the call behind it.

A play that is over writes the entry that changes the game, then a note for each of its other calls;
a coach may ask for a look at it with a flagged note of his own. The journal knows who was flagged
and which verdicts stand; the calls know why, when and how well it was measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.calls.call import Call, CallKind, final_calls
from referee.game.events import Event, Noted, PlayEnded, Score, Scored
from referee.game.journal import Entry, Journal, OverturnEntry

# How a coach's note begins that wants the newest call looked at.
CHALLENGE = "challenge"
CHALLENGED = "a coach has challenged it"
_SCORES = {
    CallKind.TOUCHDOWN: (Score.TOUCHDOWN, Score.PLAYED_TRY),
    CallKind.SAFETY: (Score.SAFETY,),
}


@dataclass(frozen=True, slots=True)
class FlaggedEntry:
    """An entry to be looked at. ``play`` is the entry of the play's end, maybe the same one.

    ``call`` is None where it was not kept; ``ruling`` the number of the verdict that stands.
    """

    number: int
    play: int
    t_ns: int
    event: Event
    call: Call | None
    reasons: tuple[str, ...]
    verdict: OverturnEntry | None = None
    ruling: int | None = None

    @property
    def open(self) -> bool:
        """Whether nobody has decided on it yet."""
        return self.verdict is None


def review_queue(journal: Journal, calls: Sequence[Call]) -> tuple[FlaggedEntry, ...]:
    """All flags of a game in the order of the journal, decided ones too."""
    rulings = _rulings(journal)
    return tuple(_decided(item, rulings.get(item.number)) for item in _items(journal, calls))


def unflagged(event: Event) -> Event:
    """The same event, looked at."""
    if isinstance(event, PlayEnded | Scored | Noted):
        return replace(event, flagged=False)
    return event


def plays_of(journal: Journal) -> list[list[Entry]]:
    """What the referee wrote for each play: the entry that changes the game, then the notes."""
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


def _decided(item: FlaggedEntry, ruling: tuple[int, OverturnEntry] | None) -> FlaggedEntry:
    if ruling is None:
        return item
    return replace(item, ruling=ruling[0], verdict=ruling[1])


def _rulings(journal: Journal) -> dict[int, tuple[int, OverturnEntry]]:
    """For each entry that a standing verdict speaks of that verdict and its number."""
    stands = journal.overturned()
    return {
        entry.what.entry: (entry.number, entry.what)
        for entry in journal.entries
        if isinstance(entry.what, OverturnEntry) and stands.get(entry.what.entry) is entry.what
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


def _asked_for(entry: Entry, play: int, calls: Sequence[Call]) -> FlaggedEntry:
    """What somebody wants looked at: a challenge is about the newest call before it."""
    what = entry.what
    if not (isinstance(what, Noted) and what.words.startswith(CHALLENGE)):
        return _item(entry, play, None)
    made = final_calls([call for call in calls if call.t_ns <= entry.t_ns])
    item = _item(entry, play, made[-1] if made else None)
    return replace(item, reasons=(CHALLENGED, *item.reasons))


def _wants_a_look(what: Event | OverturnEntry) -> bool:
    return isinstance(what, PlayEnded | Scored | Noted) and what.flagged


def _item(entry: Entry, play: int, call: Call | None) -> FlaggedEntry:
    assert not isinstance(entry.what, OverturnEntry)  # noqa: S101 - verdicts are never items
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
        return what.words == " ".join((call.kind.value, *call.players))
    if isinstance(what, PlayEnded):
        return what.how == call.kind.value
    return isinstance(what, Scored) and what.how in _SCORES.get(call.kind, ())
