"""A night at rest with a desk: wishes are obeyed at once, as the loop would between two frames."""

from __future__ import annotations

from types import SimpleNamespace

from referee.night.command_handlers import handle_command
from referee.night.interface import NightInfo
from referee.night.night import Night
from referee.record.game.game_store import GameStore
from tests.core.fields import EASY
from tests.official.evenings import ROSTER
from tests.review.folders import CAMERA, JOURNAL, teams
from tests.review.games import RULEBOOK, S

NAMES = {team: sheet.name for team, sheet in teams().teams.items()}


class NightDesk:
    """As much of a desk as a review asks for; ``says`` is what people would hear."""

    def __init__(self, folder=None, journal=JOURNAL) -> None:
        self.night = Night(RULEBOOK, EASY, ROSTER, journal, NAMES)
        self.about = NightInfo(
            "Tonight", RULEBOOK, EASY, ROSTER, NAMES, {}, CAMERA, 30.0, True, folder
        )
        self.store = None if folder is None else GameStore.again(folder)
        self.says: list[str] = []

    @property
    def snapshot(self):
        ledger = self.night.ledger
        return SimpleNamespace(entries=ledger.journal.entries, calls=tuple(ledger.shown))

    def submit(self, command, reply=lambda _orders: None) -> None:
        orders = handle_command(self.night, command, 60 * S)
        self.says += orders.says
        if self.store is not None:
            self.store.entries(orders.entries)
            self.store.flush()
        reply(orders)

    def close(self) -> None:
        if self.store is not None:
            self.store.close()
