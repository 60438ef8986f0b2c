"""What a rulebook says of every touch that may end a play, tackles and sacks alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number


class UnclearTackle(StrEnum):
    """The default of the rulebook; either way the call is flagged."""

    NO_TACKLE = "no tackle"
    TACKLE = "tackle"


@dataclass(frozen=True, slots=True)
class TouchRules:
    """What a rulebook says of every touch that may end a play, tackles and sacks alike."""

    corner_base_lengths: Annotated[
        Ruled[float],
        number(
            0.0, 0.5, "how far behind the front a side still counts as its corner, in base lengths"
        ),
    ]
    fallen_tackles: Annotated[Ruled[bool], flag("whether a fallen opponent's base tackles")]
    falling_breaks: Annotated[
        Ruled[bool], flag("whether a tackler who falls over has been shaken off")
    ]
    falling_s: Annotated[
        Ruled[float],
        number(0.0, 3.0, "seconds after the touch within which the tackler's fall counts"),
    ]
    together_fumbles: Annotated[
        Ruled[bool], flag("whether two who tackle at the same time cause a fumble")
    ]
    together_s: Annotated[
        Ruled[float], number(0.0, 1.0, "seconds within which two touches count as simultaneous")
    ]
    unclear: Annotated[
        Ruled[UnclearTackle],
        choice(
            UnclearTackle,
            "what a touch counts as when it may not have been one; either way it is flagged",
        ),
    ]
    coasting: Annotated[
        Ruled[bool], flag("whether touches count while bases coast after the power went off")
    ]
