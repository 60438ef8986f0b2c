"""Two teams of eleven whose bases are all alike."""

from __future__ import annotations

from referee.core.geometry.base_shape import BaseShape
from referee.core.roster import Player, Roster, Team

A_SIDE = 11


def plain_roster(base: BaseShape, first_number: int = 50) -> Roster:
    """Players H50 to H60 and A50 to A60 on one kind of base."""
    return Roster(
        tuple(
            Player(f"{team.value[0].upper()}{number}", team, number, base)
            for team in Team
            for number in range(first_number, first_number + A_SIDE)
        )
    )
