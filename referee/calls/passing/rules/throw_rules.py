"""What a rulebook says of passes with the passing figure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.passing.rules.pass_rules import IllegalTouchBy
from referee.core.settings.ruled import Ruled, choice, flag, number


class OtherReceiverHit(StrEnum):
    """What it is when the ball hits another eligible receiver than it was thrown to."""

    CATCH = "catch"
    NO_ADVANCE = "catch without advance"
    INCOMPLETE = "incomplete"


class EngagedDefenderHit(StrEnum):
    """What a ball comes to that hits a defender who touches an opponent."""

    INTERCEPTS = "intercepts"
    BATS_NEAR = "bats it down near the line"
    SPOILS = "makes it incomplete"


@dataclass(frozen=True, slots=True)
class ThrowRules:
    """Passes with the passing figure."""

    complete: Annotated[Ruled[bool], flag("whether a pass that hits its receiver is complete")]
    incomplete: Annotated[Ruled[bool], flag("whether one that hits nobody is incomplete")]
    intercepted: Annotated[Ruled[bool], flag("whether one that hits a defender is intercepted")]
    others: Annotated[
        Ruled[OtherReceiverHit],
        choice(OtherReceiverHit, "what it is when it hits another eligible receiver"),
    ]
    engaged_defender: Annotated[
        Ruled[EngagedDefenderHit],
        choice(EngagedDefenderHit, "what a defender who touches an opponent does to it"),
    ]
    bats_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards past the line of scrimmage that are near it")
    ]
    fouls: Annotated[Ruled[IllegalTouchBy], choice(IllegalTouchBy, "whom it must not hit first")]
    engaged_lineman: Annotated[
        Ruled[bool], flag("whether it is a foul too if he touches another player")
    ]
    fallen: Annotated[
        Ruled[bool], flag("whether a receiver who lies catches it and is down where he fell")
    ]
    partly_over: Annotated[
        Ruled[bool], flag("whether a passer who is not wholly past the line may throw")
    ]
    least_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards from head to head a pass with the figure has to go")
    ]
    behind: Annotated[
        Ruled[bool], flag("whether a passer past the line of scrimmage may not throw forward")
    ]
