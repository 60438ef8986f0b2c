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
    incomplete: Annotated[Ruled[bool], flag("whether a pass that hits nobody is incomplete")]
    intercepted: Annotated[Ruled[bool], flag("whether a pass that hits a defender is intercepted")]
    others: Annotated[
        Ruled[OtherReceiverHit],
        choice(OtherReceiverHit, "what it is when the pass hits another eligible receiver"),
    ]
    engaged_defender: Annotated[
        Ruled[EngagedDefenderHit],
        choice(
            EngagedDefenderHit,
            "what a defender who touches an opponent does to a pass that hits it",
        ),
    ]
    bats_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards past the line of scrimmage that count as near the line"),
    ]
    fouls: Annotated[
        Ruled[IllegalTouchBy], choice(IllegalTouchBy, "whom the pass may not hit first")
    ]
    engaged_lineman: Annotated[
        Ruled[bool], flag("whether hitting a lineman who touches another player is a foul too")
    ]
    fallen: Annotated[
        Ruled[bool],
        flag("whether a fallen receiver who is hit catches the pass and is down at that spot"),
    ]
    partly_over: Annotated[
        Ruled[bool],
        flag("whether a passer who is only partly past the line may still throw forward"),
    ]
    least_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "least length of a pass with the passing figure, from head to head, in yards",
        ),
    ]
    behind: Annotated[
        Ruled[bool], flag("whether a passer past the line of scrimmage may not throw forward")
    ]
