"""The ledger: official and journal together, and what is said of every call and entry."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from referee.calls.call import Call
from referee.calls.episode import Episode
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.renaming import in_another_order
from referee.core.roster import Roster, Team
from referee.game.events import (
    Event,
    FoulAnswer,
    FoulCalled,
    FoulPlay,
    FoulRolled,
    FoulsSettled,
    NamesCorrected,
    Noted,
    QuarterEnded,
    Started,
)
from referee.game.fold import Fold
from referee.game.journal import Entry, Journal, OverturnEntry
from referee.game.penalties.choices import PenaltyChoice, foul_words, penalty_choices
from referee.game.state import State
from referee.night.commands import EnforcePenalty
from referee.night.ledger.penalties import (
    entries_before_last_play,
    foul_calls_of,
    foul_events_of,
    penalty_entries,
)
from referee.night.night_output import NightOutput, SpokenSentence
from referee.night.screen.decisions import decision_due, decision_question
from referee.night.screen.snapshot import ShownCall
from referee.night.sound.period_sentence import period_sentence
from referee.night.sound.sentences import call_sentence, score_sentence
from referee.official.line_up.line_up import LineUp
from referee.official.official import Official
from referee.official.outcome import OfficialOutcome
from referee.rulebooks.rulebook import Rulebook

KEPT_CALLS = 200
# Who an entry is by, as the journal says it.
REFEREE = "referee"
COACH = "coach"
# Why an entry was overturned, where it was only taken back.
TAKEN_BACK = "taken back"


class OverturnedBy(StrEnum):
    """What takes entries back; the value begins the sentence about it."""

    REVIEW = "After review: "
    UNDO = "Taken back: "
    PENALTY = "Penalty: "


class Ledger:
    """One game, from the journal as it stands. ``offset_ns`` makes game time of the clock's."""

    def __init__(
        self,
        rulebook: Rulebook,
        field: FieldProfile,
        roster: Roster,
        journal: Journal,
        names: Mapping[Team, str],
        offset_ns: int,
    ) -> None:
        self.rulebook, self.field, self.roster = rulebook, field, roster
        self.journal, self.names, self._offset_ns = journal, names, offset_ns
        self._said: dict[Episode, str] = {}
        self.fold = Fold(rulebook.game, field)
        self.official = Official(rulebook, field, roster, self.fold.state(journal))
        self.shown: deque[ShownCall] = deque(maxlen=KEPT_CALLS)
        self._numbered = 0

    @property
    def state(self) -> State:
        """The game as far as plays are over."""
        return self.official.state

    @property
    def choices(self) -> tuple[PenaltyChoice, ...]:
        """The answers to the fouls that come up next; empty: there is nothing to settle."""
        return penalty_choices(self.fold, self.state, self.names)

    @property
    def down_and_distance(self) -> str:
        """Down and distance, or what comes next."""
        return self.state.words(self.field)

    def last_change(self) -> tuple[int, int]:
        """The entry by which the game changed last, and when by the night's clock; 0: none has."""
        for entry in reversed(self.journal.entries):
            if not isinstance(entry.what, Noted | NamesCorrected):
                return entry.number, entry.t_ns - self._offset_ns
        return 0, 0

    def record(self, outcome: OfficialOutcome, before: State, t_ns: int) -> NightOutput:
        """What an answer of the official means for people and for the journal."""
        told: dict[str, Call] = {}
        for call in outcome.calls:
            self._numbered += 1
            shown = ShownCall(self._numbered, call, call_sentence(call, self.roster, self.names))
            self.shown.append(shown)
            sentence = shown.sentence
            if sentence and self._said.get(call.episode) != sentence:
                told[sentence] = call
            self._said[call.episode] = sentence
        sentences = [SpokenSentence(words, call) for words, call in told.items()]
        entries = tuple(self._append(t_ns, REFEREE, event) for event in outcome.events)
        if entries and self.state != before:
            said = self._says(before)
            sentences += [SpokenSentence(said)] if said else []
            self._said.clear()
        return NightOutput(sentences=tuple(sentences), calls=outcome.calls, entries=entries)

    def enter(self, now_ns: int, event: Event) -> NightOutput:
        """Something that no camera sees; play goes on from there."""
        if isinstance(event, FoulCalled):
            return self.call_fouls(now_ns, (event,), COACH).saying(
                f"Flag. {foul_words(self.state.fouls[-1], self.names)}."
            )
        if isinstance(event, FoulRolled):
            before = self.state.fouls_called
            output = self.call_fouls(now_ns, (event,), COACH)
            new = self.state.fouls[-1:] if self.state.fouls_called > before else ()
            called = f"Flag. {foul_words(new[0], self.names)}." if new else "No foul."
            return output.saying(called)
        if isinstance(event, FoulsSettled):
            return self.settle(now_ns, event)
        return self._judged(self.journal.append(self._at_ns(now_ns), COACH, event))

    def overturn(
        self,
        now_ns: int,
        overturned: Sequence[OverturnEntry],
        by: OverturnedBy = OverturnedBy.REVIEW,
    ) -> NightOutput:
        """Entries do not stand any more, all of them or none; everything after them follows.

        Nothing is said where the game stays as it was.
        """
        journal = self.journal
        for each in overturned:
            journal = journal.append(self._at_ns(now_ns), COACH, each)
        if self.fold.state(journal) == self.state:
            entries = journal.entries[len(self.journal.entries) :]
            self.journal = journal
            return NightOutput(entries=entries)
        return self._judged(journal, by.value, reviewed=by is OverturnedBy.REVIEW)

    def correct_names(self, now_ns: int, truly: Mapping[str, str], since: int) -> NightOutput:
        """Names were mixed up in all but the first ``since`` entries, and in the play that runs."""
        self.official.rename(truly)
        return self.correct_entries(now_ns, truly, since)

    def correct_entries(self, now_ns: int, truly: Mapping[str, str], since: int) -> NightOutput:
        """Names were mixed up in all but the first ``since`` entries, and not any more."""
        whole = in_another_order(truly)
        called = tuple(sorted(whole))
        event = NamesCorrected(since, called, tuple(whole[name] for name in called))
        return NightOutput(entries=(self._append(now_ns, COACH, event),))

    def note(self, now_ns: int, what: Noted) -> NightOutput:
        """Something to remember; it changes nothing else."""
        return NightOutput(entries=(self._append(now_ns, COACH, what),))

    def unnote(self, now_ns: int, what: Noted) -> NightOutput:
        """The last note like this one does not stand."""
        for number, event in reversed(tuple(self.journal.standing())):
            if event == what:
                return self.overturn(now_ns, (OverturnEntry(number, TAKEN_BACK),))
        raise BadValue("note", what.words, "a note that stands in the journal")

    def undo(self, now_ns: int) -> NightOutput:
        """Take back the last thing that happened; done again, the one before it."""
        return self.overturn(now_ns, entries_to_undo(self.journal), OverturnedBy.UNDO)

    def snapped(self, found: LineUp, now_ns: int) -> NightOutput:
        """The ball is snapped from a line-up: what a rule had against it is said and kept."""
        calls = foul_calls_of(found.faults, now_ns, self.official.number)
        said = self.record(OfficialOutcome(calls), self.state, now_ns)
        return said.with_words_of(self.call_fouls(now_ns, foul_events_of(found, self.rulebook)))

    def call_fouls(
        self, now_ns: int, events: Sequence[FoulCalled | FoulRolled | Noted], by: str = REFEREE
    ) -> NightOutput:
        """Fouls are called, and kept until they are settled; the play goes on."""
        for event in events:
            if isinstance(event, FoulCalled | FoulRolled):
                self.official.note_foul(event)
        return NightOutput(entries=tuple(self._append(now_ns, by, each) for each in events))

    def settle(self, now_ns: int, event: FoulsSettled) -> NightOutput:
        """The fouls that come up next are taken, declined, or cancel out."""
        journal = self.journal.append(self._at_ns(now_ns), COACH, event)
        if event.how is not FoulAnswer.DECLINE:
            return self._judged(journal, OverturnedBy.PENALTY)
        return replace(self._judged(journal), sentences=()).saying("Penalty declined.")

    def penalty(self, now_ns: int, command: EnforcePenalty) -> NightOutput:
        """Yards are walked off: of the play the foul belongs to nothing else stands."""
        since = entries_before_last_play(self.journal) if command.in_play else None
        made = penalty_entries(self.journal, self.fold, command, since)
        if isinstance(made, OverturnEntry):
            return self.overturn(now_ns, (made,), OverturnedBy.PENALTY)
        return self._judged(
            self.journal.append(self._at_ns(now_ns), COACH, made), OverturnedBy.PENALTY
        )

    def decline(self, now_ns: int) -> NightOutput:
        """The fouls that wait are not enforced."""
        if not self.choices:
            raise BadValue("penalty", None, "a foul that waits to be taken or declined")
        return self.settle(now_ns, FoulsSettled(FoulAnswer.DECLINE))

    def _append(self, t_ns: int, by: str, what: Event | OverturnEntry) -> Entry:
        self.journal = self.journal.append(self._at_ns(t_ns), by, what)
        return self.journal.entries[-1]

    def _at_ns(self, t_ns: int) -> int:
        """Game time; an entry never stands before the one above it."""
        last_ns = self.journal.entries[-1].t_ns if self.journal.entries else 0
        return max(t_ns + self._offset_ns, last_ns)

    def _judged(self, journal: Journal, lead: str = "", *, reviewed: bool = False) -> NightOutput:
        """The journal says something else from here on, if that makes sense: the state follows."""
        before = self.state
        after, follows = self.fold.with_what_follows(self.fold.state(journal))
        for event in follows:
            journal = journal.append(journal.entries[-1].t_ns, REFEREE, event)
        entries = journal.entries[len(self.journal.entries) :]
        self.journal = journal
        self.official.renew(after)
        self._said.clear()
        says = self._says(before)
        told = SpokenSentence(lead + says, after_review=says if reviewed else "")
        return NightOutput(entries=entries, sentences=(told,) if says else ())

    def _says(self, before: State) -> str:
        """What is said of a change of the game: the end of a period first; maybe nothing."""
        after, rules = self.state, self.rulebook.game
        period = period_sentence(rules, before, after)
        words = self.down_and_distance
        asked = decision_question(after, rules, self.names) if decision_due(after) else words
        said = score_sentence(before, after, self.names, asked)
        return " ".join(part for part in (period, said) if part)


def entries_to_undo(journal: Journal) -> tuple[OverturnEntry, ...]:
    """What takes back the last thing that happened, its play's fouls and the notes after it."""
    spoken_of = journal.overturned()
    found: list[OverturnEntry] = []
    ended = False
    for entry in reversed(journal.entries):
        if entry.number in spoken_of or _takes_back(entry):
            continue
        if entry.by == REFEREE and isinstance(entry.what, QuarterEnded):
            # It came by itself after the play above it, and goes with it.
            found.append(OverturnEntry(entry.number, TAKEN_BACK))
            continue
        if isinstance(entry.what, Started):
            break
        of_play = isinstance(entry.what, FoulCalled) and entry.what.play is FoulPlay.THIS
        if ended and not of_play:
            return tuple(found)
        found.append(OverturnEntry(entry.number, TAKEN_BACK))
        ended |= not isinstance(entry.what, Noted | FoulCalled | FoulRolled | NamesCorrected)
    if ended:
        return tuple(found)
    raise BadValue("entries", len(journal.entries), "a journal with something to take back")


def _takes_back(entry: Entry) -> bool:
    return isinstance(entry.what, OverturnEntry) and entry.what.why == TAKEN_BACK
