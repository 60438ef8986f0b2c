"""What has happened since a page was last told: calls, entries of the journal, words spoken."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from referee.night.interface import NightInfo
from referee.night.night_output import NightOutput
from referee.night.screen.snapshot import Snapshot
from referee.web.night.play_log import PlayLog
from referee.web.night.snapshot_json import call_json
from referee.web.server.page_app import JsonValues

KEPT_WORDS = 60


class SpokenLines:
    """The last sentences and whistles, numbered; the night's thread adds them, pages read them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: deque[JsonValues] = deque(maxlen=KEPT_WORDS)
        self.number = 0

    def hear(self, orders: NightOutput) -> None:
        """What an order says aloud; called from the night's thread."""
        if not (orders.says or orders.whistle):
            return
        with self._lock:
            self.number += 1
            told = (each.after_review for each in orders.sentences if each.after_review)
            self._kept.append(
                {
                    "number": self.number,
                    "says": list(orders.says),
                    "review": next(told, None),
                    "whistle": orders.whistle,
                }
            )

    def after(self, number: int) -> list[JsonValues]:
        """What came after a number, the oldest first."""
        if number == self.number:
            return []
        with self._lock:
            return [dict(said) for said in list(self._kept)[number - self.number :]]


@dataclass
class PageUpdates:
    """What one page was told already."""

    about: NightInfo
    spoken: SpokenLines
    log: PlayLog
    call: int = 0
    entries: int = -1
    words: int = -1

    def since(self, now: Snapshot) -> JsonValues:
        """Everything new: calls and words once each, the log whole whenever it has changed."""
        if self.words < 0:
            self.words = self.spoken.number
        said = self.spoken.after(self.words)
        self.words += len(said)
        calls = [shown for shown in now.calls if shown.number > self.call]
        self.call = calls[-1].number if calls else self.call
        told = [
            call_json(shown, self.about.field, now.state, self.about.rulebook) for shown in calls
        ]
        news: JsonValues = {"calls": told, "said": said}
        if len(now.entries) != self.entries:
            self.entries = len(now.entries)
            news["log"] = list(self.log.lines(now.entries))
        return news
