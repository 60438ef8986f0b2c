"""Stops that a rule makes on the way: where the carrier has to be, and the call when he is there.

Some rulebooks stop the board by themselves, some let a coach ask for it; `asking` has the tests
for that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.board import Board, identity_doubts
from referee.calls.boundary import Boundary, call_of
from referee.calls.call import Action, Call, Kind
from referee.calls.levels import Levels
from referee.calls.situation import Situation
from referee.core.base_shape import BaseShape
from referee.core.crossing import HalfPlane
from referee.core.direction import Direction
from referee.core.field import FieldProfile
from referee.core.ruled import Ruled, choice, flag, number
from referee.core.yards import spot_x_mm, stick_mm


class Made(StrEnum):
    """Who makes a stop."""

    ALWAYS = "always"  # the referee, by himself
    ON_REQUEST = "on request"  # a coach who holds the switch, if he likes
    GOES_ON = "goes on"  # nobody: the play is another one from there on, under power
    NEVER = "never"


class Zone(StrEnum):
    """Where a carrier may cut back, always short of the line of scrimmage."""

    INSIDE_NUMBERS = "inside the numbers"
    OUTSIDE_BOX = "outside the tackle box"
    ANYWHERE = "anywhere"


class StopAt(StrEnum):
    """What a carrier has to reach, or how he has to stand."""

    LINE = "line of scrimmage"
    SCRAMBLE = "passer at the line"
    PAST = "yards past the line"
    RETURNED = "yards of a return"
    PICKED = "yards after an interception"
    OWN = "own yard line"
    CUTBACK = "cutback"
    SWEEP = "sweep out of the box"
    CLEAR = "clear of opponents"
    ANYWHERE = "anywhere"


_WHO = "who stops the board"


@dataclass(frozen=True, slots=True)
class StopRules:
    """What a rulebook says of stops on the way."""

    line: Annotated[Ruled[Made], choice(Made, f"{_WHO} when a runner reaches the line")]
    scramble: Annotated[Ruled[Made], choice(Made, f"{_WHO} when a scrambler reaches the line")]
    past: Annotated[Ruled[Made], choice(Made, f"{_WHO} some yards past the line")]
    past_yd: Annotated[Ruled[float], number(0.0, 100.0, "yards past the line from which on")]
    past_until_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards past the line from which on no longer")
    ]
    returned: Annotated[Ruled[Made], choice(Made, f"{_WHO} after some yards of a kick's return")]
    picked: Annotated[
        Ruled[Made], choice(Made, f"{_WHO} after some yards of an interception's return")
    ]
    returned_yd: Annotated[Ruled[float], number(0.0, 100.0, "yards of return from which on")]
    own: Annotated[Ruled[Made], choice(Made, f"{_WHO} when a returner reaches his own yard line")]
    own_yd: Annotated[Ruled[float], number(0.0, 50.0, "which of his own yard lines that is")]
    own_punt: Annotated[
        Ruled[Made], choice(Made, f"{_WHO} when a punt's returner reaches the line of scrimmage")
    ]
    own_free: Annotated[
        Ruled[Made], choice(Made, f"{_WHO} when a free kick's returner is where it came from")
    ]
    own_free_yd: Annotated[Ruled[float], number(0.0, 50.0, "which yard line of the kickers' it is")]
    cutback: Annotated[Ruled[Made], choice(Made, f"{_WHO} for a cutback")]
    cutback_zone: Annotated[Ruled[Zone], choice(Zone, "where a carrier may cut back")]
    sweep: Annotated[
        Ruled[Made], choice(Made, f"{_WHO} when a sweep's carrier is out of the tackle box")
    ]
    clear_base_lengths: Annotated[
        Ruled[float],
        number(0.0, 10.0, "base lengths a free opponent has to be away for a stop by choice"),
    ]
    on_tries: Annotated[Ruled[bool], flag("whether there are such stops on a try too")]
    takeaway_ends_try: Annotated[
        Ruled[bool], flag("whether a try is over once the other side has the ball")
    ]


class Kick(StrEnum):
    """What a return follows."""

    KICKOFF = "kickoff"
    PUNT = "punt"
    FREE_KICK = "free kick"


def made_of(rules: StopRules, at: StopAt, kick: Kick = Kick.KICKOFF) -> Ruled[Made] | None:
    """Who makes a stop; None: a coach, by the procedure alone."""
    own = {Kick.KICKOFF: rules.own, Kick.PUNT: rules.own_punt, Kick.FREE_KICK: rules.own_free}
    return {
        StopAt.LINE: rules.line,
        StopAt.SCRAMBLE: rules.scramble,
        StopAt.PAST: rules.past,
        StopAt.RETURNED: rules.returned,
        StopAt.PICKED: rules.picked,
        StopAt.OWN: own[kick],
        StopAt.CUTBACK: rules.cutback,
        StopAt.SWEEP: rules.sweep,
    }.get(at)


@dataclass(frozen=True, slots=True)
class Way:
    """A return so far: where the ball was gained, what was kicked, and from which line."""

    gained_x_mm: float | None = None
    kick: Kick = Kick.KICKOFF
    old_line_x_mm: float | None = None


def line_of(
    rules: StopRules,
    field: FieldProfile,
    at: StopAt,
    situation: Situation,
    way: Way | None = None,
) -> HalfPlane | None:
    """The side a carrier gets to at such a stop; None where it is no line, or none is known."""
    way, sign = way or Way(), float(situation.plays.sign)
    gained = way.gained_x_mm
    scrimmage = situation.scrimmage_x_mm
    places = {
        StopAt.LINE: scrimmage,
        StopAt.SCRAMBLE: scrimmage,
        StopAt.PAST: _further(scrimmage, sign * stick_mm(field, rules.past_yd.value)),
        StopAt.RETURNED: _further(gained, sign * stick_mm(field, rules.returned_yd.value)),
        StopAt.PICKED: _further(gained, sign * stick_mm(field, rules.returned_yd.value)),
        StopAt.OWN: _own_x_mm(rules, field, situation.plays, way),
    }
    place = places.get(at)
    return None if place is None else HalfPlane((sign, 0.0), sign * place)


def _own_x_mm(rules: StopRules, field: FieldProfile, plays: Direction, way: Way) -> float | None:
    """The line a returner gets to, by what was kicked."""
    if way.kick is Kick.PUNT:
        return way.old_line_x_mm
    if way.kick is Kick.FREE_KICK:
        return spot_x_mm(field, rules.own_free_yd.value, plays.other)
    return spot_x_mm(field, rules.own_yd.value, plays)


def _further(from_x_mm: float | None, by_mm: float) -> float | None:
    return None if from_x_mm is None else from_x_mm + by_mm


class StopWatch:
    """One line on the way of one carrier: tells once that he has reached it."""

    def __init__(
        self,
        at: StopAt,
        side: HalfPlane,
        rule: str,
        shape: BaseShape,
        levels: Levels,
        situation: Situation,
        carrier: str,
    ) -> None:
        self.at, self._rule, self._shape = at, rule, shape
        self._situation, self._carrier = situation, carrier
        self._line = Boundary(at.value, shape, side, levels)

    def see(self, board: Board, action: Action = Action.CUT) -> Call | None:
        """The call of the frame in which it is sure that he has reached it."""
        carrier = board.find(self._carrier)
        crossed, _ = self._line.see(board.t_ns, carrier)
        if crossed is None:
            return None
        flag = identity_doubts(carrier)
        spot = crossed.spot(self._shape, self._situation.plays)
        call = call_of(
            crossed, Kind.STOP, self._rule, action, spot, flag, self._situation, self._carrier
        )
        return replace(call, episode=f"stop:{self._situation.play}:{self.at.value}")
