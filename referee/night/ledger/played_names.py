"""The names that a play was counted under, and the one question that may be asked about them.

Nothing waits for the answer. The question goes with the next thing that is entered, when the board
runs again, and when somebody corrects the names of the play otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.frame import NAME_SURE, BoardFrame
from referee.core.errors import BadValue
from referee.core.roster import Roster
from referee.game.events import FoulCalled, FoulRolled, NamesCorrected, Noted
from referee.game.fold import Fold
from referee.game.journal import Entry, Journal
from referee.game.name_at_stake import NameAtStake, PlayPart, name_at_stake
from referee.game.sheet_line import sheet_lines
from referee.night.commands import SayWhoPlayed


@dataclass(frozen=True, slots=True)
class WhoPlayed:
    """A question about the play of the entry ``number``: was that ``shown`` or ``other``?

    ``since`` is how many entries there were when the play began.
    """

    number: int
    part: PlayPart
    shown: str
    other: str
    since: int


class PlayedNames:
    """Remembers whose names were uncertain in a play, and asks about one of them after it."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        # For each uncertain name of the play the second likeliest one.
        self._others: dict[str, str] = {}
        self._asked: WhoPlayed | None = None

    def begin(self) -> None:
        """Another play begins: nobody can look at the figures of the last one any more."""
        self._others.clear()
        self._asked = None

    def see(self, board: BoardFrame) -> None:
        """A frame under power: the names are those of the line-up that is played from."""
        if not board.power:
            return
        for base in board.seen:
            if base.other_name and base.name_probability < NAME_SURE:
                self._others[base.player] = base.other_name
            else:
                self._others.pop(base.player, None)

    def close(self) -> None:
        """A person has said something about the names of this play: nothing more is asked."""
        self._others.clear()
        self._asked = None

    def count(self, entries: tuple[Entry, ...], fold: Fold, journal: Journal, since: int) -> None:
        """A play was counted in these entries: what is asked about it, if anything."""
        counted = [entry.number for entry in entries if _counts(entry)]
        if not counted:
            return
        self._asked = None
        if not self._others:
            return
        for line in sheet_lines(fold, journal):
            if line.number == counted[-1]:
                found = name_at_stake(line, self._others, self._roster)
                self._asked = None if found is None else _asking(line.number, found, since)

    def open(self, journal: Journal) -> WhoPlayed | None:
        """The question, as long as nothing but notes has been written since; None: none."""
        asked = self._asked
        if asked is None or any(_counts(entry) for entry in journal.entries[asked.number :]):
            return None
        return asked

    def asked_by(self, said: SayWhoPlayed, journal: Journal) -> WhoPlayed:
        """The question that an answer is to; it has to be open, with these names."""
        asked = self.open(journal)
        if asked is None or (asked.number, asked.shown) != (said.number, said.shown):
            raise BadValue("question", said.number, "one that is still open")
        if said.player not in (None, asked.shown, asked.other):
            raise BadValue("player", said.player, f"{asked.shown} or {asked.other}")
        return asked


def _asking(number: int, found: NameAtStake, since: int) -> WhoPlayed:
    return WhoPlayed(number, found.part, found.player, found.other, since)


def _counts(entry: Entry) -> bool:
    """Whether an entry is more than a note."""
    return not isinstance(entry.what, Noted | FoulCalled | FoulRolled | NamesCorrected)
