"""A board at rest, for what is judged at a stop."""

from __future__ import annotations

from collections.abc import Mapping

from referee.calls.context import JudgingContext
from referee.calls.phase_state import PlayPhase
from referee.calls.stops.stopped_board import StoppedBoard
from referee.calls.tackle_box import TackleBox, tackle_box
from referee.calls.thresholds import Thresholds
from referee.core.roster import Player, Roster, Team
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import BASE, film, situation
from tests.core.fields import EASY

ROSTER = Roster(
    tuple(
        Player(f"{team.name[0]}{number}", team, number, BASE)
        for team in Team
        for number in (1, 2, 5, 8, 22, 33, 55, 66, 71, 76)
    )
)
PLAYERS = {player.id: player for player in ROSTER}
Places = Mapping[str, tuple[float, float, float]]


def book(league: str) -> JudgingContext:
    """A league's rules on the easy field."""
    return JudgingContext(load_rulebook(league).calls, EASY, PLAYERS, Thresholds())


def frames(places: Places, seconds: float = 0.4, **filmed):
    """Frames of a board on which nobody moves."""
    moves = {name: [(0.0, *place)] for name, place in places.items()}
    return film(moves, seconds, sigma_mm=0.05, sigma_deg=0.1, power=[(0.0, False)], **filmed)


def stop(
    league: str, places: Places, box: TackleBox | None = None, filmed=None, **changes
) -> StoppedBoard:
    """A stop of a play of home's, from x = 300 to the right; H1 has the ball."""
    boards = tuple(frames(places, **(filmed or {})))
    play = situation(dict(places), phase=PlayPhase.READ, **changes)
    return StoppedBoard(book(league), play, boards, box or tackle_box(boards[0], ROSTER, Team.HOME))
