"""The plan of a night: the rules, who kicks off, and where the record goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.core.direction import Direction
from referee.core.roster import Team
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Plan:
    """``folder`` is where the game is kept, None: nowhere. ``resume``: it goes on from there.

    ``kicks`` opens the game with a kickoff; ``home_plays`` is home's way in the first quarter.
    """

    rulebook: Rulebook
    kicks: Team = Team.AWAY
    home_plays: Direction = Direction.RIGHT
    folder: Path | None = None
    resume: bool = False
