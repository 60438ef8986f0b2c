"""Two teams to play with when nobody brought any: numbers as positions wear them, mixed bases."""

from __future__ import annotations

import numpy as np

from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base

# In the order of a formation's places: line first, then ends, then backs.
NUMBERS = {
    Team.HOME: (72, 66, 54, 63, 77, 88, 84, 12, 40, 22, 81),
    Team.AWAY: (92, 97, 95, 91, 52, 58, 55, 24, 21, 33, 36),
}
LETTER = {Team.HOME: "H", Team.AWAY: "A"}
# A team mostly stands on one kind of base; a few figures got others over the years.
USUAL = ("standard", "bevelled", "round-front", "narrow")
ODD_SHARE = 0.18


def usual_roster(seed: int) -> Roster:
    """Eleven against eleven, the same for the same seed."""
    rng = np.random.default_rng([seed, 21])
    players: list[Player] = []
    for team, numbers in NUMBERS.items():
        own = str(rng.choice(USUAL[:3]))
        for number in numbers:
            kind = str(rng.choice(USUAL)) if rng.random() < ODD_SHARE else own
            name = f"{LETTER[team]}{number}"
            players.append(Player(name, team, number, load_base(kind)))
    return Roster(tuple(players))
