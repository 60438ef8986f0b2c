"""What a rulebook says of the sticks that measure a pass."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, RuleSetting, choice, flag, number


class StickUnit(StrEnum):
    """What sticks are measured in."""

    INCHES = "inches"
    YARDS = "yards"


def _reach(colour: str) -> RuleSetting:
    """The longest pass that a stick is for."""
    says = (
        f"longest pass, from head to head, for the {colour} stick, in that unit; 0: no such stick"
    )
    return number(0.0, 200.0, says)


def _length(colour: str, of: str = "") -> RuleSetting:
    """The length of a stick."""
    return number(0.0, 100.0, f"length of the {colour} stick{of}, in that unit; 0: not known")


@dataclass(frozen=True, slots=True)
class StickRules:
    """The sticks of a league. The one without an end of its own is for everything beyond."""

    unit: Annotated[
        Ruled[StickUnit],
        choice(
            StickUnit,
            "unit of the lengths in this section: inches on the board or yards along the field",
        ),
    ]
    red_to: Annotated[Ruled[float], _reach("red")]
    red: Annotated[Ruled[float], _length("red")]
    green_to: Annotated[Ruled[float], _reach("green")]
    green: Annotated[Ruled[float], _length("green")]
    white_to: Annotated[Ruled[float], _reach("white")]
    white: Annotated[Ruled[float], _length("white")]
    yellow_to: Annotated[Ruled[float], _reach("yellow")]
    yellow: Annotated[Ruled[float], _length("yellow")]
    blue: Annotated[Ruled[float], _length("blue", ", for all longer passes")]
    pressure: Annotated[
        Ruled[bool], flag("whether longer sticks are used for a passer under pressure")
    ]
    pressure_to: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "how near to the passer, from head to head, a defender puts on pressure, in that unit",
        ),
    ]
    pressure_more: Annotated[
        Ruled[float],
        number(0.0, 50.0, "how much longer the sticks are under pressure, in that unit"),
    ]
    red_zone_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "yards from the goal within which the longer sticks are always used; 0: nowhere",
        ),
    ]
    off_base_lengths: Annotated[
        Ruled[float],
        number(0.0, 2.0, "how far the marker may be off the stick's end, in base lengths"),
    ]
    off_yd: Annotated[
        Ruled[float],
        number(
            0.0, 20.0, "how far the marker may be off the stick's end, in yards, if that is more"
        ),
    ]
    forward_deg: Annotated[
        Ruled[float],
        number(0.0, 180.0, "degrees by which the stick may be turned from the receiver's heading"),
    ]
    stays_in: Annotated[Ruled[bool], flag("whether the far end of the stick has to be in bounds")]
