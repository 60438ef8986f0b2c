"""What a rulebook says of passes to a marker: who may catch them, with what, and when they fail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number


class CatchWith(StrEnum):
    """Which part of a base has to touch the marker."""

    FRONT = "front"
    ANY_PART = "any part"


class SimultaneousTouch(StrEnum):
    """What it is when a receiver and a defender touch it at the same time."""

    BATTED = "batted down"
    NO_ADVANCE = "catch without advance"
    NEITHER = "incomplete"  # nobody was before the other: no clear catch


class RunPastBy(StrEnum):
    """Whose running past the marker makes the pass incomplete."""

    INTENDED = "intended receiver"
    ANYBODY = "anybody"


class IllegalTouchBy(StrEnum):
    """Whose touch is illegal, and not only a pass that failed."""

    NOBODY = "nobody"
    LINEMEN = "linemen"
    INELIGIBLE = "whoever may not catch it"


class CatchAfterOut(StrEnum):
    """Whether a receiver who was out of bounds on its route may catch again."""

    NEVER = "never"
    IF_FORCED = "if forced out, once wholly back"


class MissedBackwardPass(StrEnum):
    """What a backward pass is that nobody catches."""

    FUMBLE = "fumble"
    STAYS_LIVE = "stays live"


@dataclass(frozen=True, slots=True)
class PassRules:
    """Passes to a marker on the board."""

    catch_with: Annotated[
        Ruled[CatchWith], choice(CatchWith, "which part of a base catches the ball")
    ]
    others_catch: Annotated[
        Ruled[bool],
        flag("whether an eligible receiver other than the intended one may catch the pass"),
    ]
    engaged_catches: Annotated[
        Ruled[bool], flag("whether a receiver who touches an opponent may catch the pass")
    ]
    fallen_catches: Annotated[
        Ruled[bool], flag("whether a receiver who has fallen may catch the pass")
    ]
    in_bounds: Annotated[Ruled[bool], flag("whether the catcher's whole base has to be in bounds")]
    back_in: Annotated[
        Ruled[CatchAfterOut],
        choice(CatchAfterOut, "when a receiver who was out of bounds on the route may catch again"),
    ]
    intercepts: Annotated[
        Ruled[bool], flag("whether a defender who catches the pass first intercepts it")
    ]
    engaged_bats: Annotated[
        Ruled[bool], flag("whether a defender who touches an opponent only bats the pass down")
    ]
    fouls: Annotated[
        Ruled[IllegalTouchBy],
        choice(IllegalTouchBy, "whose touch of the marker is illegal touching"),
    ]
    wrong_part: Annotated[
        Ruled[bool], flag("whether a receiver's touch that does not catch it ends the pass")
    ]
    together: Annotated[
        Ruled[SimultaneousTouch],
        choice(
            SimultaneousTouch, "what it is when receiver and defender touch the marker together"
        ),
    ]
    together_s: Annotated[
        Ruled[float],
        number(0.0, 1.0, "seconds within which two touches of the marker count as together"),
    ]
    passed_by: Annotated[
        Ruled[RunPastBy],
        choice(RunPastBy, "who makes the pass incomplete by running past the marker"),
    ]
    passed_base_lengths: Annotated[
        Ruled[float],
        number(0.0, 5.0, "how far past the marker the front has to be for that, in base lengths"),
    ]
    lost: Annotated[
        Ruled[bool],
        flag("whether the pass fails once the intended receiver falls or is out of bounds"),
    ]
    held_up_s: Annotated[
        Ruled[float],
        number(0.0, 60.0, "seconds without moving after which the receiver is held up; 0: never"),
    ]
    downed: Annotated[
        Ruled[bool], flag("whether a catcher whom an opponent tackles at that instant is down")
    ]
    intercepted_downed: Annotated[
        Ruled[bool], flag("whether an interceptor whom an opponent tackles at that instant is down")
    ]
    on_goal_line: Annotated[
        Ruled[bool], flag("whether a base that only reaches the goal line scores at the catch")
    ]
    backward: Annotated[
        Ruled[MissedBackwardPass],
        choice(MissedBackwardPass, "what a missed backward pass is"),
    ]
    named_first: Annotated[
        Ruled[bool], flag("whether nothing is thrown before the receiver has been named")
    ]
