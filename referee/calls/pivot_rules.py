"""What a rulebook says of turns at a stop: how far a base may go, and who may do more than turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number

_ELEVEN = 11


class RightedPlayers(StrEnum):
    """Whose fallen figures may be stood up at a stop."""

    NOBODY = "nobody"
    DEFENSE = "defense"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class PivotRules:
    """Turns at a stop."""

    footprint: Annotated[
        Ruled[bool], flag("whether a base that was turned has to touch the place where it stood")
    ]
    center_base_lengths: Annotated[
        Ruled[float], number(0.0, 5.0, "base lengths that its middle may go; 0: no limit")
    ]
    center_yd: Annotated[
        Ruled[float], number(0.0, 10.0, "yards that its middle may go; 0: no limit")
    ]
    front_yd: Annotated[
        Ruled[float], number(0.0, 10.0, "yards that the middle of its front may go; 0: no limit")
    ]
    gains_yd: Annotated[
        Ruled[float],
        number(
            0.0, 10.0, "yards that it may come nearer to the end zone its side wants; 0: no limit"
        ),
    ]
    release_base_widths: Annotated[
        Ruled[float],
        number(
            0.0,
            5.0,
            "base widths that an engaged receiver may be slid along the line of scrimmage after "
            "the snap; 0: not at all",
        ),
    ]
    defenders_off: Annotated[
        Ruled[bool],
        flag(
            "whether a defender of the secondary who touches a receiver after the snap has to be "
            "turned off it"
        ),
    ]
    backfield_moves: Annotated[
        Ruled[bool],
        flag(
            "whether the backfield may be moved, not only turned, within the tackles after the snap"
        ),
    ]
    zone_from_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            50.0,
            "yards off the line of scrimmage from which defenders inside the numbers may be moved "
            "after the snap; 0: nobody may",
        ),
    ]
    in_order: Annotated[
        Ruled[bool],
        flag("whether a side that turns first is done once the other side has begun to turn"),
    ]
    righted: Annotated[
        Ruled[RightedPlayers], choice(RightedPlayers, "whose fallen figures may be stood up")
    ]
    answers_cutback: Annotated[
        Ruled[bool],
        flag("whether the defense may turn anybody at a cutback only if the offense did"),
    ]
    more_than_offense: Annotated[
        Ruled[float],
        number(
            0,
            _ELEVEN,
            "at a stop of a read option, how many more the defense may turn than the offense did; "
            "0: any number",
        ),
    ]
    after_catch: Annotated[
        Ruled[float],
        number(0, _ELEVEN, "how many defenders may be turned after a completion; 0: any number"),
    ]
    deepest_catcher: Annotated[
        Ruled[bool],
        flag("whether a receiver may be turned who caught the pass deeper than every defender"),
    ]
    caught_behind: Annotated[
        Ruled[bool],
        flag(
            "whether a pass caught behind the line of scrimmage, inside the numbers, lets the "
            "catcher be turned and whoever of its side is free"
        ),
    ]
    behind_after_scramble: Annotated[
        Ruled[bool],
        flag("whether that holds for more than the catcher when the passer had scrambled"),
    ]
    coverage_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            50.0,
            "yards from a returner within which nobody of the other side may be turned; 0: all may",
        ),
    ]
    coverage_base_lengths: Annotated[
        Ruled[float],
        number(
            0.0,
            20.0,
            "the same on a punt, in base lengths: the stop is that of who covers it; 0: as "
            "coverage_yd has it",
        ),
    ]
    off_in_scramble_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            50.0,
            "yards past the line of scrimmage from which a receiver who touches a defender has to "
            "be turned off it in a scramble; 0: none has to",
        ),
    ]
    off_before_pass_yd: Annotated[
        Ruled[float], number(0.0, 50.0, "the same once a stick is laid; 0: none has to")
    ]
    pulled_most: Annotated[
        Ruled[float],
        number(
            0,
            _ELEVEN,
            "linemen that may be drawn back and turned to a sideline after the snap; 0: none",
        ),
    ]
    passer_away: Annotated[
        Ruled[bool], flag("whether a passer who gave the ball away has to face away from the line")
    ]
    lineman_deep_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            50.0,
            "yards past the line of scrimmage beyond which a free lineman has to be turned back "
            "before a pass; 0: none has to",
        ),
    ]
