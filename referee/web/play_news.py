"""What has happened since a page was last told: calls, entries of the journal, words spoken."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field

from referee.game.journal import Entry
from referee.play.desk import About
from referee.play.orders import Orders
from referee.play.snapshot import Snapshot
from referee.web.entries import Reader, struck
from referee.web.feed import MS_NS, Values
from referee.web.play_moment import call_values

KEPT_WORDS = 60
# A page that has just been opened needs the end of the log, not the whole evening at once.
FIRST_ENTRIES = 200


class Spoken:
    """The last sentences and whistles, numbered; the night's thread adds them, pages read them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: deque[Values] = deque(maxlen=KEPT_WORDS)
        self.number = 0

    def hear(self, orders: Orders) -> None:
        """What an order says aloud; called from the night's thread."""
        if not (orders.says or orders.whistle):
            return
        with self._lock:
            self.number += 1
            said = {"number": self.number, "says": list(orders.says), "whistle": orders.whistle}
            self._kept.append(said)

    def after(self, number: int) -> list[Values]:
        """What came after a number, the oldest first."""
        if number == self.number:
            return []
        with self._lock:
            return [dict(said) for said in list(self._kept)[number - self.number :]]


@dataclass
class News:
    """What one page was told already."""

    about: About
    spoken: Spoken
    call: int = 0
    entry: int = 0
    words: int = field(default=-1)
    _struck: tuple[int, ...] = ()

    def since(self, now: Snapshot) -> Values:
        """Everything new, once; an empty list where there is nothing."""
        if self.words < 0:
            self.words = self.spoken.number
            self.entry = max(0, len(now.entries) - FIRST_ENTRIES)
        said = self.spoken.after(self.words)
        self.words += len(said)
        calls = [s for s in now.shown if s.number > self.call]
        self.call = calls[-1].number if calls else self.call
        about, state = self.about, now.state
        news: Values = {
            "calls": [call_values(shown, about.field, state) for shown in calls],
            "said": said,
        }
        if len(now.entries) != self.entry:
            reader = Reader(about.names, about.field)
            news["entries"] = [_entry(e, reader.words(e, state)) for e in now.entries[self.entry :]]
            self.entry = len(now.entries)
            news["struck"] = list(struck(now.entries))
        return news


def _entry(entry: Entry, words: str) -> Values:
    return {
        "number": entry.number,
        "t_ms": entry.t_ns // MS_NS,
        "by": entry.by,
        "words": words,
        "flagged": bool(getattr(entry.what, "flagged", False)),
    }
