"""Stops that a rule makes on the way: where the carrier has to be, and the call when it is there.

Such a place is a line, such as five yards past the line of scrimmage (`StopPlace.PAST`, HEFL's
Turbo-Stop), or a stance. Some rulebooks stop the board always, some let a coach ask for it:
`stop_request` tests that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, identity_doubts
from referee.calls.lines.boundary import Boundary, crossing_call
from referee.calls.phase_state import PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_x_mm, stick_mm
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, ahead_of_x
from referee.core.settings.ruled import Ruled, choice, flag, number


class StopTrigger(StrEnum):
    """Who makes a stop."""

    ALWAYS = "always"  # the referee, unasked
    ON_REQUEST = "on request"  # a coach who holds the switch
    GOES_ON = "goes on"  # nobody: the play is another one from there on, under power
    NEVER = "never"


class CutbackZone(StrEnum):
    """Where a carrier may cut back, always short of the line of scrimmage."""

    INSIDE_NUMBERS = "inside the numbers"
    OUTSIDE_BOX = "outside the tackle box"
    ANYWHERE = "anywhere"


class StopPlace(StrEnum):
    """What a carrier has to reach, or how it has to stand."""

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


@dataclass(frozen=True, slots=True)
class StopRules:
    """What a rulebook says of stops on the way."""

    line: Annotated[
        Ruled[StopTrigger],
        choice(StopTrigger, "who stops the board when a runner reaches the line of scrimmage"),
    ]
    scramble: Annotated[
        Ruled[StopTrigger],
        choice(
            StopTrigger,
            "who stops the board when a scrambling passer reaches the line of scrimmage",
        ),
    ]
    past: Annotated[
        Ruled[StopTrigger],
        choice(
            StopTrigger,
            "who stops the board when the carrier is far enough past the line of scrimmage",
        ),
    ]
    past_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards past the line of scrimmage from which that stop is due"),
    ]
    past_until_yd: Annotated[
        Ruled[float],
        number(
            0.0, 100.0, "yards past the line of scrimmage from which that stop is no longer given"
        ),
    ]
    past_caught_inside: Annotated[
        Ruled[bool],
        flag(
            "whether that stop comes after a catch behind the line only if it was made inside the "
            "numbers"
        ),
    ]
    returned: Annotated[
        Ruled[StopTrigger],
        choice(StopTrigger, "who stops the board when a kick's returner has come far enough"),
    ]
    picked: Annotated[
        Ruled[StopTrigger],
        choice(StopTrigger, "who stops the board when an interceptor has come far enough"),
    ]
    returned_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards of a return after which either of these stops is due"),
    ]
    own: Annotated[
        Ruled[StopTrigger],
        choice(StopTrigger, "who stops the board when a returner reaches a certain own yard line"),
    ]
    own_yd: Annotated[Ruled[float], number(0.0, 50.0, "the returner's own yard line of that stop")]
    own_punt: Annotated[
        Ruled[StopTrigger],
        choice(
            StopTrigger, "who stops the board when a punt's returner reaches the line of scrimmage"
        ),
    ]
    own_free: Annotated[
        Ruled[StopTrigger],
        choice(
            StopTrigger, "who stops the board when a free kick's returner reaches the kicking spot"
        ),
    ]
    own_free_yd: Annotated[
        Ruled[float], number(0.0, 50.0, "the kicking side's yard line of that stop")
    ]
    cutback: Annotated[Ruled[StopTrigger], choice(StopTrigger, "who stops the board for a cutback")]
    cutback_zone: Annotated[
        Ruled[CutbackZone], choice(CutbackZone, "where on the field a cutback is granted")
    ]
    sweep: Annotated[
        Ruled[StopTrigger],
        choice(StopTrigger, "who stops the board when a sweep's carrier is out of the tackle box"),
    ]
    clear_base_lengths: Annotated[
        Ruled[float],
        number(
            0.0, 10.0, "how far off a free opponent has to be for a stop by choice, in base lengths"
        ),
    ]
    on_tries: Annotated[Ruled[bool], flag("whether the stops on this list are made on a try too")]
    takeaway_ends_try: Annotated[
        Ruled[bool], flag("whether a try is over once the other side has the ball")
    ]


class KickKind(StrEnum):
    """What a return follows."""

    KICKOFF = "kickoff"
    PUNT = "punt"
    FREE_KICK = "free kick"
    ONSIDE = "onside kick"


def stop_trigger_of(
    rules: StopRules, at: StopPlace, kick: KickKind = KickKind.KICKOFF
) -> Ruled[StopTrigger] | None:
    """Who makes a stop; None: a coach, by the procedure alone."""
    own = {
        KickKind.KICKOFF: rules.own,
        KickKind.PUNT: rules.own_punt,
        KickKind.FREE_KICK: rules.own_free,
        KickKind.ONSIDE: rules.own_free,
    }
    return {
        StopPlace.LINE: rules.line,
        StopPlace.SCRAMBLE: rules.scramble,
        StopPlace.PAST: rules.past,
        StopPlace.RETURNED: rules.returned,
        StopPlace.PICKED: rules.picked,
        StopPlace.OWN: own[kick],
        StopPlace.CUTBACK: rules.cutback,
        StopPlace.SWEEP: rules.sweep,
    }.get(at)


@dataclass(frozen=True, slots=True)
class ReturnStart:
    """A return so far: where the ball was gained, what was kicked, and from which line."""

    gained_x_mm: float | None = None
    kick: KickKind = KickKind.KICKOFF
    old_line_x_mm: float | None = None


def stop_line_of(
    rules: StopRules,
    field: FieldProfile,
    at: StopPlace,
    state: PhaseState,
    way: ReturnStart | None = None,
) -> HalfPlane | None:
    """The side a carrier gets to at such a stop; None where it is no line, or none is known."""
    way, sign = way or ReturnStart(), float(state.plays.sign)
    gained = way.gained_x_mm
    scrimmage = state.scrimmage_x_mm
    places = {
        StopPlace.LINE: scrimmage,
        StopPlace.SCRAMBLE: scrimmage,
        StopPlace.PAST: _further(scrimmage, sign * stick_mm(field, rules.past_yd.value)),
        StopPlace.RETURNED: _further(gained, sign * stick_mm(field, rules.returned_yd.value)),
        StopPlace.PICKED: _further(gained, sign * stick_mm(field, rules.returned_yd.value)),
        StopPlace.OWN: _own_x_mm(rules, field, state.plays, way),
    }
    place = places.get(at)
    return None if place is None else ahead_of_x(place, state.plays)


def _own_x_mm(
    rules: StopRules, field: FieldProfile, plays: Direction, way: ReturnStart
) -> float | None:
    """The line a returner gets to, by what was kicked."""
    if way.kick in (KickKind.PUNT, KickKind.ONSIDE):
        return way.old_line_x_mm
    if way.kick is KickKind.FREE_KICK:
        return spot_x_mm(field, rules.own_free_yd.value, plays.other)
    return spot_x_mm(field, rules.own_yd.value, plays)


def _further(from_x_mm: float | None, by_mm: float) -> float | None:
    return None if from_x_mm is None else from_x_mm + by_mm


class PlaceStop:
    """One line on the way of one carrier: calls once that the carrier has reached it."""

    def __init__(
        self,
        at: StopPlace,
        side: HalfPlane,
        rule: str,
        shape: BaseShape,
        thresholds: Thresholds,
        state: PhaseState,
        carrier: str,
    ) -> None:
        self.at, self._rule, self._shape = at, rule, shape
        self._state, self._carrier = state, carrier
        self._line = Boundary(at.value, shape, side, thresholds)

    def update(self, board: BoardFrame, action: CallAction = CallAction.CUT) -> Call | None:
        """The call, in the frame that makes it sure that the carrier has reached the line."""
        carrier = board.find(self._carrier)
        crossed, _ = self._line.update(board.t_ns, carrier)
        if crossed is None:
            return None
        flag = identity_doubts(carrier)
        spot = crossed.spot(self._shape, self._state.plays)
        call = crossing_call(
            crossed, CallKind.STOP, self._rule, self._state, self._carrier, spot, flag, action
        )
        episode = Episode(EpisodeTopic.PLACE_STOP, self._state.play, name=self.at.value)
        return replace(call, episode=episode)
