"""A game that is being played: its journal from the night, its frames from the folder it keeps.

Rulings are commands: the night obeys them while the board rests, and announces once what changed.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from referee.calls.call import Call
from referee.core.errors import BadValue, PlainWord
from referee.game.journal import Journal, OverturnEntry
from referee.night.commands import ApplyRulings
from referee.night.interface import NightInfo, NightInterface
from referee.night.night_output import NightOutput
from referee.review.source.source import ReviewGameInfo, ReviewSource

ANSWER_S = 3.0


@dataclass
class _AwaitedOutput:
    came: threading.Event
    orders: NightOutput | None = None

    def take(self, orders: NightOutput) -> None:
        """From the night's thread."""
        self.orders = orders
        self.came.set()


class LiveGame(ReviewSource):
    """A `ReviewSource` of a night that is running."""

    running = True

    def __init__(self, desk: NightInterface) -> None:
        self._desk = desk

    @property
    def folder(self) -> Path | None:
        """What the night keeps, if it keeps anything."""
        about = self._desk.about
        return None if about is None else about.folder

    @cached_property
    def setting(self) -> ReviewGameInfo:
        """What stays as it is, once the night runs."""
        about = self._about()
        return ReviewGameInfo(
            about.title,
            about.rulebook,
            about.field,
            about.roster,
            about.names,
            about.camera,
            about.colours,
        )

    @property
    def powered(self) -> bool:
        """Whether the board has power now."""
        snapshot = self._desk.snapshot
        return snapshot is not None and snapshot.power

    def journal(self) -> Journal:
        """Every entry so far."""
        snapshot = self._desk.snapshot
        return Journal(() if snapshot is None else snapshot.entries)

    def calls(self) -> tuple[Call, ...]:
        """Every call that was kept; where nothing is kept, those that the night still knows."""
        if self.folder is not None:
            return super().calls()
        snapshot = self._desk.snapshot
        return () if snapshot is None else tuple(shown.call for shown in snapshot.calls)

    def give(self, entries: Sequence[OverturnEntry]) -> str:
        """Send rulings to the night and wait for its answer."""
        answer = _AwaitedOutput(threading.Event())
        self._desk.submit(ApplyRulings(tuple(entries)), answer.take)
        if not answer.came.wait(ANSWER_S) or answer.orders is None:
            raise BadValue(
                "the ruling", PlainWord("not taken yet"), "a night that answers: try again"
            )
        return answer.orders.refused

    def _about(self) -> NightInfo:
        about = self._desk.about
        if about is None:
            raise BadValue("the night", PlainWord("not running yet"), "a game that has begun")
        return about
