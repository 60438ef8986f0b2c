"""The rules of the frame of a game: before it, overtime, timeouts, challenges, disputes, clocks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.settings.ruled import Ruled, choice, flag, number


class TossRule(StrEnum):
    """What a toss decides."""

    NONE = "no toss, home kicks off"
    WINNER_CHOOSES = "the winner chooses"
    WINNER_RECEIVES = "the winner receives"
    HEADS_HOME = "heads home receives"
    HEADS_VISITORS = "heads the visitors receive"


class EndsRule(StrEnum):
    """Who names the goals that are defended."""

    HOME_LEFT = "home defends the left goal"
    NOT_CHOOSING = "who does not choose kick or receive"
    KICKERS = "who kicks off"


class SecondHalfRule(StrEnum):
    """Who kicks off to open the second half."""

    OTHERS_KICK = "who received before"
    OTHERS_CHOOSE = "who has not chosen before chooses"


@dataclass(frozen=True, slots=True)
class PregameRules:
    """The toss, the ends, and what else is done before the first kickoff."""

    toss: Annotated[Ruled[TossRule], choice(TossRule, "what the toss before the game decides")]
    defer: Annotated[
        Ruled[bool], flag("whether the winner of the toss may leave the choice to the others")
    ]
    ends: Annotated[Ruled[EndsRule], choice(EndsRule, "who names the goal that it defends")]
    second_half: Annotated[
        Ruled[SecondHalfRule], choice(SecondHalfRule, "who kicks off to open the second half")
    ]
    home_field_goal_yd: Annotated[
        Ruled[float],
        number(0, 60, "yards of a field goal that home may try before the game; 0: there is none"),
    ]


class OvertimePlayed(StrEnum):
    """Which tied games have an overtime."""

    PLAYOFFS = "only in playoffs"
    IF_WANTED = "if the coaches want it"
    ALWAYS = "always"


class LaterPeriods(StrEnum):
    """How an overtime period after the first begins."""

    CARRIES_ON = "where the last one ended"
    CHOICE = "with a kickoff, the choice alternates"


@dataclass(frozen=True, slots=True)
class OvertimeRules:
    """A game that is tied after its last quarter."""

    played: Annotated[
        Ruled[OvertimePlayed], choice(OvertimePlayed, "which tied games have an overtime")
    ]
    toss: Annotated[Ruled[TossRule], choice(TossRule, "what the toss before overtime decides")]
    plays: Annotated[
        Ruled[float],
        number(0, 100, "plays of an overtime period; 0: as many as a quarter has"),
    ]
    playoff_plays: Annotated[
        Ruled[float], number(0, 100, "the same in playoffs; 0: as many as a quarter has")
    ]
    periods: Annotated[
        Ruled[float],
        number(0, 20, "overtime periods after which a game stays tied, but in playoffs; 0: never"),
    ]
    later: Annotated[
        Ruled[LaterPeriods], choice(LaterPeriods, "how an overtime period after the first begins")
    ]
    timeouts: Annotated[Ruled[float], number(0, 10, "timeouts of a team in overtime")]
    playoff_timeouts: Annotated[
        Ruled[float], number(0, 10, "timeouts of a team in the overtime of a playoff")
    ]
    later_timeouts: Annotated[
        Ruled[float], number(0, 10, "timeouts of a team after they were given anew in overtime")
    ]
    first_half_periods: Annotated[
        Ruled[float],
        number(1, 10, "overtime periods after which timeouts are given anew for the first time"),
    ]
    half_periods: Annotated[
        Ruled[float], number(1, 10, "overtime periods after which they are given anew from then on")
    ]


class ExtraPlays(StrEnum):
    """Whether a timeout makes the time longer."""

    NEVER = "never"
    QUARTER = "always, the quarter"
    HALF = "if wanted, the half"


@dataclass(frozen=True, slots=True)
class TimeoutRules:
    """How many timeouts a team has, and what one does."""

    half: Annotated[Ruled[float], number(0, 10, "timeouts of a team in each half")]
    extra_play: Annotated[
        Ruled[ExtraPlays], choice(ExtraPlays, "what a timeout makes longer, by one play")
    ]


@dataclass(frozen=True, slots=True)
class ChallengeRules:
    """Rulings that a head coach may challenge."""

    game: Annotated[Ruled[float], number(0, 20, "challenges of a team in a game")]
    won_more: Annotated[
        Ruled[float], number(0, 20, "challenges more for a team that has won all of them")
    ]
    needs_timeout: Annotated[
        Ruled[bool], flag("whether it needs a timeout that is left, and costs one if it is lost")
    ]
    in_drill: Annotated[
        Ruled[bool], flag("whether there are any in the last plays of a half, the drill")
    ]
    in_overtime: Annotated[Ruled[bool], flag("whether there are any in overtime")]
    reversed_by: Annotated[
        Ruled[float], number(2, 6, "a die reverses a ruling if it shows a multiple of this")
    ]


@dataclass(frozen=True, slots=True)
class DisputeRules:
    """Calls too close to be made, which go to the teams in turn."""

    home_first: Annotated[
        Ruled[bool], flag("whether home has the first of them, else the visitors")
    ]


class ClockEnd(StrEnum):
    """What is offered once a clock has run out."""

    NOTHING = "nothing"
    DELAY = "delay of game"
    INCOMPLETE = "the pass is incomplete"


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The clocks by which coaches set up, turn figures and throw; one of 0 s does not exist."""

    run: Annotated[
        Ruled[bool], flag("whether the referee runs these clocks; who plays alone may want none")
    ]
    set_up_s: Annotated[
        Ruled[float], number(0, 600, "seconds of the offense to set up, from the end of a play")
    ]
    set_up_end: Annotated[Ruled[ClockEnd], choice(ClockEnd, "what is offered when it runs out")]
    defense_set_s: Annotated[
        Ruled[float], number(0, 600, "seconds more of the defense, once the offense has said set")
    ]
    stop_s: Annotated[
        Ruled[float], number(0, 600, "seconds of each side in turn at a stop, to turn figures")
    ]
    scramble_s: Annotated[
        Ruled[float], number(0, 600, "the same of the offense once it has called a scramble")
    ]
    pass_s: Annotated[
        Ruled[float],
        number(0, 600, "seconds from a stop to the throw; a scramble halts them meanwhile"),
    ]
    pass_end: Annotated[Ruled[ClockEnd], choice(ClockEnd, "what is offered when they run out")]
    warning_s: Annotated[
        Ruled[float], number(0, 60, "seconds before the end at which a warning is spoken; 0: none")
    ]
