"""What a rulebook says of the sticks that measure a pass."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number


class StickUnit(StrEnum):
    """What sticks are measured in."""

    INCHES = "inches"
    YARDS = "yards"


_REACH = number(0.0, 200.0, "the longest pass from head to head it is for; 0: there is no such one")
_LENGTH = number(0.0, 100.0, "its length; 0: nobody said")


@dataclass(frozen=True, slots=True)
class StickRules:
    """The sticks of a league. The one without an end of its own is for everything beyond."""

    unit: Annotated[Ruled[StickUnit], choice(StickUnit, "what the lengths below are in")]
    red_to: Annotated[Ruled[float], _REACH]
    red: Annotated[Ruled[float], _LENGTH]
    green_to: Annotated[Ruled[float], _REACH]
    green: Annotated[Ruled[float], _LENGTH]
    white_to: Annotated[Ruled[float], _REACH]
    white: Annotated[Ruled[float], _LENGTH]
    yellow_to: Annotated[Ruled[float], _REACH]
    yellow: Annotated[Ruled[float], _LENGTH]
    blue: Annotated[Ruled[float], _LENGTH]
    pressure: Annotated[Ruled[bool], flag("whether sticks for a passer under pressure are used")]
    pressure_to: Annotated[
        Ruled[float], number(0.0, 100.0, "how near from head to head a defender presses him")
    ]
    pressure_more: Annotated[Ruled[float], number(0.0, 50.0, "how much longer they are")]
    red_zone_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards from the goal from which they always are")
    ]
    off_base_lengths: Annotated[
        Ruled[float], number(0.0, 2.0, "base lengths the marker may be off")
    ]
    off_yd: Annotated[Ruled[float], number(0.0, 20.0, "yards it may be off, if that is more")]
    forward_deg: Annotated[
        Ruled[float], number(0.0, 180.0, "how far the stick may turn from his heading")
    ]
    stays_in: Annotated[Ruled[bool], flag("whether its far end has to be in bounds")]
