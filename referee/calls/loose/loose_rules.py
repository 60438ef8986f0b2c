"""What a rulebook says of a ball that lies loose on the board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number


class RecoveredBy(StrEnum):
    """What recovers a loose ball."""

    TOUCH = "any touch"
    FRONT_HELD = "the front, held"


class JointPossession(StrEnum):
    """What it is when opponents have it at the same time."""

    AGAIN = "drop it again"
    LAST = "who had it last"


class LooseSpot(StrEnum):
    """Where the ball goes that left the field."""

    OUT = "where it went out"
    NOT_FORWARD = "where it went out, but never ahead of where it was lost"


class FarEndZone(StrEnum):
    """What it is when it leaves the field through the end zone ahead."""

    TOUCHBACK = "touchback"
    LOST = "where it was lost"


@dataclass(frozen=True, slots=True)
class LooseRules:
    """A rulebook's own way with fumbles."""

    comes_off: Annotated[
        Ruled[bool], flag("whether a carrier loses the ball when it comes off the base in a run")
    ]
    recovers: Annotated[
        Ruled[RecoveredBy], choice(RecoveredBy, "what recovers a ball that lies on the board")
    ]
    hold_s: Annotated[
        Ruled[float],
        number(0.0, 10.0, "seconds of power for which the ball has to be held without a break"),
    ]
    near_balls: Annotated[
        Ruled[float],
        number(
            0.0,
            2.0,
            "how near a dropped ball touches the base beside it, in ball widths; "
            "0: no ball is dropped",
        ),
    ]
    both: Annotated[
        Ruled[JointPossession],
        choice(JointPossession, "what happens when two opponents have the ball at once"),
    ]
    tries: Annotated[
        Ruled[float],
        number(0, 20, "tries after which the side that had the ball last keeps it; 0: no limit"),
    ]
    advance: Annotated[
        Ruled[bool], flag("whether the player who recovers the ball may run with it")
    ]
    others_stay: Annotated[
        Ruled[bool],
        flag(
            "whether on the last down and late in a half the fumbler's team mates "
            "may not run with it"
        ),
    ]
    regained_dead: Annotated[
        Ruled[bool], flag("whether the ball is dead once the side that lost it first has it again")
    ]
    scores: Annotated[Ruled[bool], flag("whether recovering the ball in the end zone ahead scores")]
    scores_own: Annotated[
        Ruled[bool], flag("whether the side that lost the ball also scores by recovering it there")
    ]
    may_keep: Annotated[
        Ruled[bool],
        flag("whether a takeaway in the own end zone may be kept there as a touchback"),
    ]
    out: Annotated[
        Ruled[LooseSpot], choice(LooseSpot, "where a loose ball is placed after it left the field")
    ]
    out_ahead: Annotated[
        Ruled[FarEndZone],
        choice(FarEndZone, "what it is when a loose ball leaves the end zone ahead"),
    ]
    out_behind: Annotated[
        Ruled[bool], flag("whether it is a safety when a loose ball leaves the own end zone")
    ]
    touchback_yd: Annotated[
        Ruled[float], number(1.0, 50.0, "the own yard line on which a touchback puts the ball")
    ]
