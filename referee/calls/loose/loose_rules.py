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
        Ruled[bool], flag("whether a carrier has lost a ball that comes off his base in a run")
    ]
    recovers: Annotated[
        Ruled[RecoveredBy], choice(RecoveredBy, "what recovers a ball on the board")
    ]
    hold_s: Annotated[
        Ruled[float], number(0.0, 10.0, "seconds of power it has to be held without a break")
    ]
    near_balls: Annotated[
        Ruled[float],
        number(
            0.0, 2.0, "how near, in ball widths, a ball that was dropped touches whom it lies by"
        ),
    ]
    both: Annotated[
        Ruled[JointPossession], choice(JointPossession, "what it is when opponents have it at once")
    ]
    tries: Annotated[
        Ruled[float],
        number(0, 20, "tries after which who had it last keeps it; 0: until somebody has it"),
    ]
    advance: Annotated[Ruled[bool], flag("whether who recovers it may run with it")]
    others_stay: Annotated[
        Ruled[bool],
        flag("whether on the last down and late in a half only the fumbler's team mates may not"),
    ]
    regained_dead: Annotated[
        Ruled[bool], flag("whether it is dead once the side that lost it first has it again")
    ]
    scores: Annotated[
        Ruled[bool], flag("whether who takes it away in the end zone ahead of him scores")
    ]
    scores_own: Annotated[
        Ruled[bool], flag("whether the side that lost it scores by recovering it in that ahead")
    ]
    may_keep: Annotated[
        Ruled[bool],
        flag("whether who takes the ball away in his own end zone may keep it there: a touchback"),
    ]
    out: Annotated[Ruled[LooseSpot], choice(LooseSpot, "where it goes when it leaves the field")]
    out_ahead: Annotated[
        Ruled[FarEndZone], choice(FarEndZone, "what it is when it leaves the end zone ahead")
    ]
    out_behind: Annotated[
        Ruled[bool], flag("whether it is a safety when it leaves the own end zone")
    ]
    touchback_yd: Annotated[
        Ruled[float], number(1.0, 50.0, "own yard line at which a touchback puts the ball")
    ]
