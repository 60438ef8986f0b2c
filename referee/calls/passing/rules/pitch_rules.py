"""What a rulebook says of a ball that is given, tossed or handed on at a stop."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number


class ExchangeKind(StrEnum):
    """How the ball changes hands."""

    HANDOFF = "handoff"
    DELAY = "delay"
    PITCH = "pitch"
    LATERAL = "lateral"
    SHOVEL = "shovel pass"


class PitchLevel(StrEnum):
    """What must not be ahead of the passer's."""

    CENTRE = "centre"
    FOREMOST = "foremost part"
    NOTHING = "nothing"


class PitchBehindLine(StrEnum):
    """Who has to be behind the line of scrimmage."""

    NOBODY = "nobody"
    TARGET = "who gets it"
    BOTH = "both"


class TouchBan(StrEnum):
    """Whom the player who gets the ball must not touch."""

    NOBODY = "nobody"
    OPPONENTS = "opponents"
    ANYBODY = "anybody"


class LaneBan(StrEnum):
    """Who must not stand between the two."""

    NOBODY = "nobody"
    OPPONENTS = "opponents"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class PitchRules:
    """What a rulebook says of a ball that changes hands behind a carrier."""

    handoff_base_lengths: Annotated[
        Ruled[float], number(0.0, 20.0, "base lengths a hand-off reaches; 0: any distance")
    ]
    handoff_behind: Annotated[
        Ruled[bool], flag("whether hand-offs are made behind the line of scrimmage only")
    ]
    delay_base_lengths: Annotated[
        Ruled[float], number(0.0, 20.0, "base lengths to a delayed runner; 0: any distance")
    ]
    pitch_base_lengths: Annotated[
        Ruled[float], number(0.0, 20.0, "base lengths a pitch reaches; 0: any distance")
    ]
    pitch_from: Annotated[
        Ruled[float], number(0.0, 20.0, "base lengths a pitch has to go further than")
    ]
    lateral_base_lengths: Annotated[
        Ruled[float], number(0.0, 20.0, "base lengths a lateral reaches; 0: any distance")
    ]
    shovel_base_lengths: Annotated[
        Ruled[float], number(0.0, 20.0, "base lengths a shovel pass reaches; 0: there is none")
    ]
    level: Annotated[
        Ruled[PitchLevel], choice(PitchLevel, "what of his base must not be ahead of the passer's")
    ]
    behind: Annotated[
        Ruled[PitchBehindLine],
        choice(PitchBehindLine, "who has to be behind the line of scrimmage at a pitch"),
    ]
    within_tackles: Annotated[
        Ruled[bool], flag("whether both have to be within the tackles at a pitch")
    ]
    free: Annotated[Ruled[TouchBan], choice(TouchBan, "whom he must not touch who gets a pitch")]
    lateral_free: Annotated[Ruled[TouchBan], choice(TouchBan, "and who gets a lateral")]
    upright: Annotated[Ruled[bool], flag("whether he has to stand")]
    lateral_way: Annotated[
        Ruled[LaneBan], choice(LaneBan, "who must not stand in the way of a lateral")
    ]
    way: Annotated[Ruled[LaneBan], choice(LaneBan, "who must not stand in the way of a pitch")]
    way_mm: Annotated[Ruled[float], number(0.0, 20.0, "how wide that way is, in millimetres")]
    blocked_fumbles: Annotated[
        Ruled[bool], flag("whether a pitch into somebody is a fumble, and not only refused")
    ]
    ahead_is_pass: Annotated[
        Ruled[bool],
        flag("whether a man ahead gets it as a forward pass, thrown if not between the tackles"),
    ]
    thrown: Annotated[Ruled[bool], flag("whether a pitch is thrown with the passing figure")]
    missed: Annotated[Ruled[bool], flag("whether a pitch that is thrown and missed is a fumble")]
