"""Whole games from kickoff to the final whistle, every play judged by the physics' truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.lab.bench.games.game_report import GameReport, PlayReport
from referee.lab.bench.games.judged_game import play_game

# Seeds nothing was tuned on.
SEEDS = {"efhl": 7121, "hefl": 7222}
PLAYS = {"efhl": 100, "hefl": 60}


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game: its rulebook, how many plays from scrimmage, and whose eyes."""

    rulebook: str
    plays: int
    eyes: str = "measured"

    @property
    def words(self) -> str:
        """As a table says it."""
        return f"{self.rulebook.upper()}, {self.plays} plays, {self.eyes} eyes"


def whole_game(wanted: WholeGame, told: Callable[[PlayReport], None]) -> GameReport:
    """Play it."""
    return play_game(wanted.rulebook, wanted.plays, SEEDS[wanted.rulebook], wanted.eyes, tell=told)
