"""What a rulebook says of all penalties alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from referee.core.settings.ruled import Ruled, flag


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    """How far yards go at most, and what becomes of fouls by both sides."""

    half_the_distance: Annotated[
        Ruled[bool],
        flag("whether no penalty goes further than half the way to the goal of who fouled"),
    ]
    offset: Annotated[
        Ruled[bool],
        flag("whether fouls of both sides at the same time cancel out, and the down is repeated"),
    ]
