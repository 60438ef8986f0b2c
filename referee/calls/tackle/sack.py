"""Sack: the passer is touched behind the line of scrimmage, or drops back further than allowed.

Awake while the passer has the ball: at the snap, in the read, on a scramble up to the line of
scrimmage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.touch import PairFrame
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.line_tracker import LineTracker
from referee.calls.phase_state import PASSER_HAS_IT
from referee.calls.tackle.carrier_down import BROKEN, DOWN, FROM_BEHIND, NO_TOUCH, CarrierDown
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.crossing import ahead_of_x
from referee.core.geometry.reach import BasePoint
from referee.core.settings.ruled import Ruled, choice, flag, number


class SackTouch(StrEnum):
    """Which touch of a defender sacks the passer."""

    FRONT = "front"
    ANY = "any"
    ANY_BUT_REAR = "any but the rear"


@dataclass(frozen=True, slots=True)
class SackRules:
    """What a rulebook says of sacks."""

    touch: Annotated[
        Ruled[SackTouch], choice(SackTouch, "which part of a defender's base sacks the passer")
    ]
    back_fumbles: Annotated[Ruled[bool], flag("whether a touch of the passer's back is a fumble")]
    coverage: Annotated[Ruled[bool], flag("whether a passer who drops too far back is down")]
    coverage_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards behind the line of scrimmage at which the passer is down"),
    ]


class Sacks(CarrierDown):
    """The sack calls of one power run."""

    phases = PASSER_HAS_IT
    down = CallKind.SACK

    def __init__(self, run: RunContext) -> None:
        super().__init__(run)
        self._rules = run.context.rules.sack
        self.behind_rule = self._rules.back_fumbles.rule
        self._depth_x_mm, self._depth = self._depth_of(run.context.field)
        self._too_deep = False
        self._nearly: Call | None = None

    def update(self, frame: BoardFrame) -> list[Call]:
        """The touches that sack the passer, and a drop that is too deep."""
        return super().update(frame) + self._coverage(frame)

    def _down_rule(self, _found: WeighedTouch) -> str:
        return self._rules.touch.rule

    def _weigh(self, look: PairFrame, passer: SeenBase, defender: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, sacks, and whether it is from behind."""
        contact = look.contact
        if contact is None:
            return NO_TOUCH
        counts = {
            SackTouch.FRONT: contact.with_front(defender.p_front),
            SackTouch.ANY: 1.0,
            SackTouch.ANY_BUT_REAR: 1.0 - contact.of_b(BasePart.BACK),
        }[self._rules.touch.value]
        upright = 1.0 if self._touch.fallen_tackles.value else defender.p_upright
        down = counts * upright
        behind = down * contact.on_back(passer.p_front) if self._rules.back_fumbles.value else 0.0
        return {DOWN: down, FROM_BEHIND: behind, BROKEN: upright - down}

    def _depth_of(self, field: FieldProfile) -> tuple[float, LineTracker | None]:
        """The line behind which the passer is down, by the foremost part, where the ball is."""
        state = self._state
        if not self._rules.coverage.value or state.scrimmage_x_mm is None:
            return 0.0, None
        sign = float(state.plays.sign)
        place = state.scrimmage_x_mm - sign * stick_mm(field, self._rules.coverage_yd.value)
        behind = ahead_of_x(place, state.plays.other)
        return place, LineTracker(self._shape, behind, self._thresholds, BasePoint.HINDMOST)

    def _coverage(self, frame: BoardFrame) -> list[Call]:
        if self._depth is None or self._too_deep:
            return []
        passer = frame.find(self._carrier)
        beyond = self._depth.update(frame.t_ns, None if passer is None else passer.measured)
        if beyond is None or passer is None or beyond.certainty <= 1.0 - self._thresholds.sure:
            return []
        instant, _, after = self._depth.crossed()
        call = build_call(
            CallKind.COVERAGE_SACK,
            self._rules.coverage.rule,
            Episode(EpisodeTopic.DEPTH, self._state.play, (self._carrier,)),
            instant,
            certainty=beyond.certainty,
            players=(self._carrier,),
            gap=(beyond.beyond_mm, beyond.sigma_mm),
            spot=BallSpot(self._depth_x_mm, after.measured.pose.y_mm, 0.0),
            flag=identity_doubts(passer),
            frames=(stand.t_ns for stand in beyond.stands),
        )
        if beyond.certainty >= self._thresholds.line_sure:
            self._too_deep, self._nearly = True, None
            return [call]
        if self._nearly is None or call.certainty > self._nearly.certainty:
            kind, action = CallKind.UNCLEAR_LINE, CallAction.KEEP_RUNNING
            why = Doubt(DoubtKind.MAY_HAVE, detail="dropped too deep")
            self._nearly = replace(call, kind=kind, action=action, spot=None, flag=(why,))
        return []

    def close(self) -> list[Call]:
        """Touches that may have sacked the passer, and a drop that may have been too deep."""
        nearly, self._nearly = self._nearly, None
        return [*super().close(), *([] if nearly is None else [nearly])]
