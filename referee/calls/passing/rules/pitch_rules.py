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
        Ruled[float], number(0.0, 20.0, "farthest hand-off, in base lengths; 0: any distance")
    ]
    handoff_behind: Annotated[
        Ruled[bool], flag("whether hand-offs are made behind the line of scrimmage only")
    ]
    handoff_after_scramble: Annotated[
        Ruled[bool], flag("whether a passer who has scrambled may hand the ball off")
    ]
    delay_base_lengths: Annotated[
        Ruled[float],
        number(
            0.0, 20.0, "farthest hand-off to a delayed runner, in base lengths; 0: any distance"
        ),
    ]
    pitch_base_lengths: Annotated[
        Ruled[float], number(0.0, 20.0, "farthest pitch, in base lengths; 0: any distance")
    ]
    pitch_from: Annotated[
        Ruled[float],
        number(0.0, 20.0, "base lengths that a pitch has to go at least; 0: any distance"),
    ]
    lateral_base_lengths: Annotated[
        Ruled[float], number(0.0, 20.0, "farthest lateral, in base lengths; 0: any distance")
    ]
    shovel_base_lengths: Annotated[
        Ruled[float],
        number(0.0, 20.0, "farthest shovel pass, in base lengths; 0: there is no shovel pass"),
    ]
    level: Annotated[
        Ruled[PitchLevel],
        choice(
            PitchLevel, "what of the receiver's base may not be ahead of the passer's at a pitch"
        ),
    ]
    behind: Annotated[
        Ruled[PitchBehindLine],
        choice(PitchBehindLine, "who has to be behind the line of scrimmage at a pitch"),
    ]
    within_tackles: Annotated[
        Ruled[bool], flag("whether both players of a pitch have to be within the tackle box")
    ]
    free: Annotated[
        Ruled[TouchBan], choice(TouchBan, "whom the player who gets a pitch may not touch")
    ]
    lateral_free: Annotated[
        Ruled[TouchBan], choice(TouchBan, "whom the player who gets a lateral may not touch")
    ]
    upright: Annotated[
        Ruled[bool], flag("whether the player who gets the ball has to stand upright")
    ]
    lateral_way: Annotated[
        Ruled[LaneBan], choice(LaneBan, "who may not stand in the way of a lateral")
    ]
    way: Annotated[Ruled[LaneBan], choice(LaneBan, "who may not stand in the way of a pitch")]
    way_mm: Annotated[Ruled[float], number(0.0, 20.0, "width of that way, in millimetres")]
    blocked_fumbles: Annotated[
        Ruled[bool], flag("whether a blocked pitch is a fumble; else it is refused")
    ]
    ahead_is_pass: Annotated[
        Ruled[bool],
        flag(
            "whether a pitch to a player ahead is a forward pass, thrown unless between the tackles"
        ),
    ]
    thrown: Annotated[Ruled[bool], flag("whether a pitch is thrown with the passing figure")]
    missed: Annotated[Ruled[bool], flag("whether a thrown pitch that misses is a fumble")]
