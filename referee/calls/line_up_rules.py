"""What a rulebook says of the line-up before the snap: its lines, its depths, who may catch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number

_ELEVEN = 11


class AtTheLine(StrEnum):
    """Who of the offense may stand right at the line of scrimmage."""

    CENTER = "center"
    ENDS_TOO = "center and ends"
    ANYBODY = "anybody"


class StackingExemption(StrEnum):
    """Whom short yardage frees of the ban on stacking."""

    NOBODY = "nobody"
    DEFENSE = "defense"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class LineUpRules:
    """The offense before the snap."""

    on_line_yd: Annotated[
        Ruled[float], number(0.0, 10.0, "yards behind the line up to which a front is on it")
    ]
    least_on_line: Annotated[Ruled[float], number(0, _ELEVEN, "players who have to be on it")]
    most_on_line: Annotated[Ruled[float], number(0, _ELEVEN, "players who may be on it")]
    at_the_line: Annotated[
        Ruled[AtTheLine], choice(AtTheLine, "who may stand right at the line of scrimmage")
    ]
    others_off_yd: Annotated[Ruled[float], number(0.0, 10.0, "yards the others have to be off it")]
    gap_base_widths: Annotated[
        Ruled[float], number(0.0, 5.0, "base widths between neighbours on the line")
    ]
    may_touch: Annotated[Ruled[bool], flag("whether neighbours on the line may touch")]
    over_the_line: Annotated[
        Ruled[bool], flag("whether a base of the offense may reach over the line of scrimmage")
    ]
    outside_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards players outside the tackles may be deep; 0: any")
    ]
    backs_base_lengths: Annotated[
        Ruled[float], number(0.0, 5.0, "base lengths backs have to be behind the linemen")
    ]
    deepest_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards behind the line nobody may be deeper; 0: any")
    ]
    passer_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards behind the line for the quarterback; 0: any")
    ]
    whole_base: Annotated[
        Ruled[bool], flag("whether these two are of the whole base; else of its front")
    ]
    behind_center: Annotated[
        Ruled[bool], flag("whether somebody has to stand straight behind the center")
    ]
    at_or_away: Annotated[
        Ruled[bool], flag("whether he has to be at the center or a base length behind him")
    ]
    backing: Annotated[
        Ruled[bool], flag("whether a quarterback at the center has to face away from him")
    ]
    sneak_yd: Annotated[
        Ruled[float], number(0.0, 50.0, "yards from a goal line within which he may face him")
    ]
    between: Annotated[Ruled[bool], flag("whether a back may stand between center and quarterback")]
    beside_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards deep he has to be for a back beside him; 0: any")
    ]
    square_deg: Annotated[
        Ruled[float], number(0.0, 180.0, "degrees a base may be turned from straight ahead")
    ]
    inside: Annotated[Ruled[bool], flag("whether everybody has to stand and be wholly in bounds")]
    by_number: Annotated[Ruled[bool], flag("whether only certain numbers are eligible receivers")]
    penalty_yd: Annotated[
        Ruled[float], number(0.0, 20.0, "yards it costs if the ball is snapped all the same")
    ]


@dataclass(frozen=True, slots=True)
class AlignmentRules:
    """The defense before the snap, and stacking by either side."""

    off_yd: Annotated[Ruled[float], number(0.0, 10.0, "yards a defender has to be off the line")]
    gap_base_widths: Annotated[
        Ruled[float], number(0.0, 5.0, "base widths between defenders side by side")
    ]
    down_linemen: Annotated[Ruled[float], number(0, _ELEVEN, "defenders who have to be near it")]
    down_until_yd: Annotated[Ruled[float], number(0.0, 50.0, "yards off it that are near")]
    stack_base_lengths: Annotated[
        Ruled[float], number(0.0, 5.0, "base lengths below which a man behind another is stacked")
    ]
    stack_within_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards from the line within which nobody may stack")
    ]
    stack_short: Annotated[
        Ruled[StackingExemption], choice(StackingExemption, "who may stack with short yardage")
    ]
    stack_short_yd: Annotated[Ruled[float], number(0.0, 20.0, "yards that are short")]
    stack_nose: Annotated[
        Ruled[bool], flag("whether one may stack behind the man across from the center")
    ]
    stack_receivers: Annotated[Ruled[bool], flag("whether two receivers may stack")]
