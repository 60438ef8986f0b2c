"""The rules of keeping a game: downs, points, placing of the ball, change of ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.field.lateral_spot import LateralRule
from referee.core.settings.ruled import Ruled, choice, flag, number
from referee.game.dice import DiceRules
from referee.game.frame_rules import (
    ChallengeRules,
    ClockRules,
    DisputeRules,
    OvertimeRules,
    PregameRules,
    TimeoutRules,
)
from referee.game.order.game_order import GameOrder
from referee.game.penalties.foul_table import FoulTable
from referee.game.penalties.penalty_rules import PenaltyRules


class ChangeEnds(StrEnum):
    """After which quarters teams change ends."""

    NEVER = "never"
    EVERY_QUARTER = "after every quarter"
    FIRST_AND_THIRD = "after the first and third quarter"


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """How many downs a series has, and how many yards it needs."""

    downs: Annotated[
        Ruled[float], number(1, 10, "plays in which the line to gain has to be reached")
    ]
    to_gain_yd: Annotated[
        Ruled[float], number(1, 100, "yards from the first down to the line to gain")
    ]


@dataclass(frozen=True, slots=True)
class PointsRules:
    """What a score is worth."""

    touchdown: Annotated[Ruled[float], number(0, 20, "points for a touchdown")]
    field_goal: Annotated[Ruled[float], number(0, 20, "points for a field goal")]
    safety: Annotated[Ruled[float], number(0, 20, "points for a safety")]
    kicked_try: Annotated[Ruled[float], number(0, 20, "points for a kicked try")]
    played_try: Annotated[Ruled[float], number(0, 20, "points for a try by run or pass")]
    returned_try: Annotated[
        Ruled[float],
        number(
            0,
            20,
            "points for the other side that carries a ball taken on a try back over the goal line",
        ),
    ]
    safety_on_try: Annotated[Ruled[float], number(0, 20, "points for a safety on a try")]


@dataclass(frozen=True, slots=True)
class PlacingRules:
    """Where across the field the next play begins."""

    dead: Annotated[
        Ruled[LateralRule],
        choice(LateralRule, "where across the field the ball is placed after a play"),
    ]
    changed: Annotated[
        Ruled[LateralRule],
        choice(
            LateralRule, "where across the field the ball is placed after a change of possession"
        ),
    ]
    offense_chooses: Annotated[
        Ruled[bool], flag("whether the offense may take the nearer hash or the middle instead")
    ]
    try_yd: Annotated[
        Ruled[float], number(0.5, 25.0, "yards off the goal line from which a try is played")
    ]


@dataclass(frozen=True, slots=True)
class TryRules:
    """From where a try is kicked, who places its ball, and when there is none."""

    kicked_yd: Annotated[
        Ruled[float], number(0.5, 50.0, "yards off the goal line from which a try is kicked")
    ]
    between_hashes: Annotated[
        Ruled[bool],
        flag("whether the ball of a try is put anywhere between the hashes, else in the middle"),
    ]
    skipped_when_won: Annotated[
        Ruled[bool],
        flag("whether a touchdown on the last play that wins the game brings no try"),
    ]


class FieldGoalCount(StrEnum):
    """Which field goals count among the plays of a quarter."""

    NONE = "none"
    LAST = "as the last play of a half"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class QuarterRules:
    """How many quarters a game has, what counts as a play of one, and when teams change ends."""

    quarters: Annotated[Ruled[float], number(1, 10, "quarters of a game")]
    plays: Annotated[
        Ruled[float], number(0, 100, "plays of a quarter; 0: the quarter goes by a clock")
    ]
    kickoffs_count: Annotated[
        Ruled[bool],
        flag("whether kickoffs and free kicks count among them; one that is declined never does"),
    ]
    punts_count: Annotated[Ruled[bool], flag("whether punts count among them")]
    field_goals_count: Annotated[
        Ruled[FieldGoalCount], choice(FieldGoalCount, "which field goals count among them")
    ]
    fouled_count: Annotated[
        Ruled[bool],
        flag("whether a play counts among them that was snapped and wiped out by a foul"),
    ]
    change_ends: Annotated[Ruled[ChangeEnds], choice(ChangeEnds, "when teams change ends")]
    drill_plays: Annotated[
        Ruled[float],
        number(0, 20, "last plays of a half, and of overtime, that are its drill; 0: no drill"),
    ]


class BrokenOffAnswer(StrEnum):
    """What becomes of a play that was broken off, where nobody knows how it would go on."""

    AGAIN = "the down again"
    WHERE_IT_WAS = "where the ball last was"


@dataclass(frozen=True, slots=True)
class BrokenOffRules:
    """A play that a fault has broken off: a camera, a switch, figures that were knocked over."""

    answer: Annotated[
        Ruled[BrokenOffAnswer],
        choice(BrokenOffAnswer, "what is offered first where a play cannot go on where it was"),
    ]


@dataclass(frozen=True, slots=True)
class GameRules:
    """What the game asks of a rulebook: its settings by section, its fouls, and its order.

    A chapter that a league does not have is None.
    """

    series: SeriesRules
    points: PointsRules
    placing: PlacingRules
    tries: TryRules
    quarters: QuarterRules
    pregame: PregameRules
    overtime: OvertimeRules
    timeouts: TimeoutRules
    challenges: ChallengeRules | None
    disputes: DisputeRules | None
    clocks: ClockRules | None
    broken_off: BrokenOffRules
    dice: DiceRules
    penalties: PenaltyRules
    fouls: FoulTable
    order: GameOrder
