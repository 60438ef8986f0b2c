"""Two teams to play with when nobody brought any: numbers as positions wear them, mixed bases.

Eleven a side, and so many of each beside the board as are asked for.
"""

from __future__ import annotations

import numpy as np

from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base

# In the order of a formation's places: line first, then ends, then backs.
NUMBERS = {
    Team.HOME: (72, 66, 54, 63, 77, 88, 84, 12, 40, 22, 81),
    Team.AWAY: (92, 97, 95, 91, 52, 58, 55, 24, 21, 33, 36),
}
# Beside the board: a lineman, a back, a lineman, an end.
SUBSTITUTES = {Team.HOME: (75, 28, 60, 86), Team.AWAY: (79, 44, 68, 89)}
MOST_BESIDE = 4
LETTER = {Team.HOME: "H", Team.AWAY: "A"}
# A team mostly stands on one kind of base; a few figures got others over the years.
USUAL = ("standard", "bevelled", "round-front", "narrow")
ODD_SHARE = 0.18


def usual_roster(seed: int, substitutes: int = 0) -> Roster:
    """Eleven against eleven, the same for the same seed; then the ``substitutes`` of each team."""
    rng = np.random.default_rng([seed, 21])
    players: list[Player] = []
    usual: dict[Team, str] = {}
    for team, numbers in NUMBERS.items():
        own = usual[team] = str(rng.choice(USUAL[:3]))
        players += [_player(team, number, own, rng) for number in numbers]
    for team, own in usual.items():
        waiting = SUBSTITUTES[team][:substitutes]
        players += [_player(team, number, own, rng) for number in waiting]
    return Roster(tuple(players))


def _player(team: Team, number: int, own: str, rng: np.random.Generator) -> Player:
    """Somebody of a team, mostly on the team's ``own`` kind of base."""
    kind = str(rng.choice(USUAL)) if rng.random() < ODD_SHARE else own
    return Player(f"{LETTER[team]}{number}", team, number, load_base(kind))
