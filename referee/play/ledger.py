"""The ledger: official and journal together, and what is said of every call and entry."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.events import Event, Noted
from referee.game.fold import Keeper
from referee.game.journal import Entry, Journal, Verdict
from referee.game.state import State
from referee.official.official import Official
from referee.official.outcome import Outcome
from referee.play.orders import Orders
from referee.play.sentences import after_play, spoken
from referee.play.snapshot import Shown
from referee.rulebooks.rulebook import Rulebook

KEPT_CALLS = 200
REFEREE, COACH = "referee", "coach"


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
        self.field, self.roster, self.journal = field, roster, journal
        self._names, self._offset_ns = names, offset_ns
        self._keeper = Keeper(rulebook.game, field)
        self.official = Official(rulebook, field, roster, self._keeper.state(journal))
        self.shown: deque[Shown] = deque(maxlen=KEPT_CALLS)
        self._numbered = 0

    @property
    def state(self) -> State:
        """The game as far as plays are over."""
        return self.official.state

    @property
    def words(self) -> str:
        """Down and distance, or what comes next."""
        return self.state.words(self.field)

    def told(self, outcome: Outcome, before: State, t_ns: int) -> Orders:
        """What an answer of the official means for people and for the journal."""
        says = []
        for call in outcome.calls:
            self._numbered += 1
            sentence = spoken(call, self.roster, self._names)
            self.shown.append(Shown(self._numbered, call, sentence))
            says.append(sentence)
        entries = tuple(self._append(t_ns, REFEREE, event) for event in outcome.events)
        if entries:
            says.append(after_play(before, self.state, self._names, self.words))
        return Orders(says=tuple(filter(None, says)), calls=outcome.calls, entries=entries)

    def enter(self, now_ns: int, event: Event) -> Orders:
        """Something that no camera sees; play goes on from there."""
        return self._judged(self.journal.append(self._at_ns(now_ns), COACH, event))

    def overturn(self, now_ns: int, verdict: Verdict) -> Orders:
        """A verdict on an earlier entry; everything after it follows."""
        return self.judge(now_ns, (verdict,))

    def judge(self, now_ns: int, verdicts: Sequence[Verdict]) -> Orders:
        """Verdicts that belong together: all or none. What confirms a call is no news."""
        journal = self.journal
        for verdict in verdicts:
            journal = journal.append(self._at_ns(now_ns), COACH, verdict)
        if self._keeper.state(journal) == self.state:
            entries = journal.entries[len(self.journal.entries) :]
            self.journal = journal
            return Orders(entries=entries)
        return self._judged(journal, "After review: ")

    def note(self, now_ns: int, what: Noted) -> Orders:
        """Something to remember; it changes nothing else."""
        return Orders(entries=(self._append(now_ns, COACH, what),))

    def unnote(self, now_ns: int, what: Noted) -> Orders:
        """The last note like this one does not stand."""
        for number, event in reversed(tuple(self.journal.standing())):
            if event == what:
                return Orders(entries=(self._append(now_ns, COACH, Verdict(number, "taken back")),))
        raise BadValue("note", what.words, "a note that stands in the journal")

    def undo(self, now_ns: int) -> Orders:
        """Take back the last entry that stands."""
        return self._judged(self.journal.undo(self._at_ns(now_ns), COACH, "taken back"))

    def _append(self, t_ns: int, by: str, what: Event | Verdict) -> Entry:
        self.journal = self.journal.append(self._at_ns(t_ns), by, what)
        return self.journal.entries[-1]

    def _at_ns(self, t_ns: int) -> int:
        """Game time; an entry never stands before the one above it."""
        last_ns = self.journal.entries[-1].t_ns if self.journal.entries else 0
        return max(t_ns + self._offset_ns, last_ns)

    def _judged(self, journal: Journal, lead: str = "") -> Orders:
        """The journal says something else from here on, if that makes sense: the state follows."""
        before, after = self.state, self._keeper.state(journal)
        entries = journal.entries[len(self.journal.entries) :]
        self.journal = journal
        self.official.renew(after)
        says = after_play(before, after, self._names, after.words(self.field))
        return Orders(says=(lead + says,) if says else (), entries=entries)
