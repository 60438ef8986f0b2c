"""What a rulebook says of the line-up before the snap: its lines, its depths, who may catch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.jersey_numbers import JerseyNumbers, jersey_numbers
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
        Ruled[float],
        number(0.0, 10.0, "yards behind the line of scrimmage up to which a front is on the line"),
    ]
    off_line_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            10.0,
            "yards behind the line of scrimmage that who is off it has to be; 0: any depth",
        ),
    ]
    least_on_line: Annotated[
        Ruled[float], number(0, _ELEVEN, "how many players of the offense have to be on the line")
    ]
    most_on_line: Annotated[
        Ruled[float], number(0, _ELEVEN, "how many players of the offense may be on the line")
    ]
    at_the_line: Annotated[
        Ruled[AtTheLine], choice(AtTheLine, "who may stand right at the line of scrimmage")
    ]
    others_off_yd: Annotated[
        Ruled[float],
        number(0.0, 10.0, "yards that the others have to be off the line of scrimmage"),
    ]
    gap_base_widths: Annotated[
        Ruled[float], number(0.0, 5.0, "least gap between neighbours on the line, in base widths")
    ]
    gap_warned_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            10.0,
            "gap between interior linemen below which it is warned of, in yards along the field; "
            "0: never",
        ),
    ]
    may_touch: Annotated[Ruled[bool], flag("whether neighbours on the line may touch")]
    over_the_line: Annotated[
        Ruled[bool], flag("whether a base of the offense may reach over the line of scrimmage")
    ]
    outside_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards that a player outside the tackles may be deep; 0: any depth"),
    ]
    slot_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "the same for one who has a team mate further outside; 0: any depth",
        ),
    ]
    backs_base_lengths: Annotated[
        Ruled[float],
        number(0.0, 5.0, "how far behind the linemen the backs have to be, in base lengths"),
    ]
    deepest_yd: Annotated[
        Ruled[float],
        number(
            0.0, 100.0, "yards behind the line of scrimmage that nobody may be deeper; 0: any depth"
        ),
    ]
    passer_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "yards behind the line of scrimmage that the quarterback may be deep; 0: any depth",
        ),
    ]
    whole_base: Annotated[
        Ruled[bool],
        flag(
            "whether deepest_yd and passer_yd are measured to the rear of the "
            "base; else to its front"
        ),
    ]
    behind_center: Annotated[
        Ruled[bool], flag("whether somebody has to stand straight behind the center")
    ]
    at_or_away: Annotated[
        Ruled[bool],
        flag("whether the quarterback has to be at the center's base or a base length behind it"),
    ]
    backing: Annotated[
        Ruled[bool],
        flag("whether a quarterback at the center's base has to face away from the center"),
    ]
    sneak_yd: Annotated[
        Ruled[float],
        number(0.0, 50.0, "yards from a goal line within which a quarterback may face the center"),
    ]
    between: Annotated[Ruled[bool], flag("whether a back may stand between center and quarterback")]
    beside_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "yards that the quarterback has to be deep for a back to stand beside it; 0: any depth",
        ),
    ]
    square_deg: Annotated[
        Ruled[float],
        number(
            0.0, 180.0, "degrees by which a base of the offense may be turned from straight ahead"
        ),
    ]
    inside: Annotated[
        Ruled[bool], flag("whether everybody has to stand upright and be wholly in bounds")
    ]
    by_number: Annotated[
        Ruled[bool], flag("whether only players with a receiver's number may catch a forward pass")
    ]
    numbers: Annotated[
        Ruled[JerseyNumbers],
        jersey_numbers("which numbers are worn at which places; another one is shown"),
    ]
    penalty_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            20.0,
            "yards that a wrong line-up costs if the ball is snapped; 0: it has to be put right",
        ),
    ]


@dataclass(frozen=True, slots=True)
class AlignmentRules:
    """The defense before the snap, and stacking by either side."""

    off_yd: Annotated[
        Ruled[float], number(0.0, 10.0, "yards that a defender has to be off the line of scrimmage")
    ]
    encroaches: Annotated[
        Ruled[bool],
        flag("whether a defender over the line who touches an opponent is a foul of its own"),
    ]
    gap_base_widths: Annotated[
        Ruled[float], number(0.0, 5.0, "least gap between defenders side by side, in base widths")
    ]
    down_linemen: Annotated[
        Ruled[float], number(0, _ELEVEN, "how many defenders have to be near the line of scrimmage")
    ]
    down_until_yd: Annotated[
        Ruled[float],
        number(0.0, 50.0, "yards off the line of scrimmage that count as near for them"),
    ]
    warned_from_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "yards off the line of scrimmage beyond which a defender is warned of; 0: never",
        ),
    ]
    stack_base_lengths: Annotated[
        Ruled[float],
        number(
            0.0,
            5.0,
            "how near behind a team mate a player is stacked, in base lengths; 0: nobody is",
        ),
    ]
    stack_within_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards from the line of scrimmage within which nobody may stack"),
    ]
    stack_touching: Annotated[
        Ruled[bool], flag("whether nobody anywhere may stand behind a team mate and touch it")
    ]
    stack_short: Annotated[
        Ruled[StackingExemption], choice(StackingExemption, "who may stack in short yardage")
    ]
    stack_short_yd: Annotated[
        Ruled[float], number(0.0, 20.0, "yards to gain, or to the goal, that are short yardage")
    ]
    stack_nose: Annotated[
        Ruled[bool], flag("whether a player may stack behind the defender across from the center")
    ]
    stack_receivers: Annotated[
        Ruled[bool], flag("whether one wide receiver may stack behind another")
    ]
    stack_pairs: Annotated[
        Ruled[bool], flag("whether no more than two may stack where a rule allows stacking")
    ]
