"""The play-by-play as pages show it: every line of the game, and those that were taken back."""

from __future__ import annotations

import threading

from referee.core.clock import MS_NS
from referee.core.errors import BadValue
from referee.game.fold import Fold
from referee.game.journal import Entry, Journal, OverturnEntry
from referee.game.play_by_play import PlayByPlay
from referee.game.sheet_line import SheetLine, sheet_lines
from referee.night.interface import NightInfo
from referee.night.sound.sentences import player_name
from referee.web.server.page_app import JsonValues

# A page shows the end of an evening, not all of it.
KEPT_LINES = 200


class PlayLog:
    """Told once for all pages; it is made anew only when the journal has grown."""

    def __init__(self, about: NightInfo) -> None:
        roster, names = about.roster, about.names
        self._keeper = Fold(about.rulebook.game, about.field)
        self._teller = PlayByPlay(names, lambda player: player_name(player, roster, names))
        self._words: dict[int, str] = {}
        self._count = -1
        self._lines: tuple[JsonValues, ...] = ()
        self._lock = threading.Lock()

    def lines(self, entries: tuple[Entry, ...]) -> tuple[JsonValues, ...]:
        """The newest lines, the oldest of them first."""
        with self._lock:
            if len(entries) != self._count:
                self._count, self._lines = len(entries), self._told(entries)
            return self._lines

    def _told(self, entries: tuple[Entry, ...]) -> tuple[JsonValues, ...]:
        journal = Journal(entries)
        standing = {line.number: line for line in sheet_lines(self._keeper, journal)}
        overturned = journal.overturned()
        told = []
        for entry in entries[-KEPT_LINES:]:
            line = standing.get(entry.number)
            if line is not None:
                self._words[entry.number] = self._teller.tell_plainly(line)
            elif isinstance(entry.what, OverturnEntry) or entry.number not in overturned:
                continue  # an overturn shows in what it changed, a note in the line of its play
            words = self._words.get(entry.number) or self._as_written(entries, entry.number)
            told.append(_values(entry, words, line))
        return tuple(told)

    def _as_written(self, entries: tuple[Entry, ...], number: int) -> str:
        """A line as it read before it was taken back."""
        before = Journal(entries[:number])
        try:
            found = [each for each in sheet_lines(self._keeper, before) if each.number == number]
        except BadValue:
            return "Taken back."
        return self._teller.tell_plainly(found[0]) if found else "Taken back."


def _values(entry: Entry, words: str, line: SheetLine | None) -> JsonValues:
    return {
        "number": entry.number,
        "t_ms": entry.t_ns // MS_NS,
        "by": entry.by,
        "words": words,
        "flagged": line is not None and line.flagged,
        "struck": line is None,
    }
