"""Sack: the passer is touched behind the line of scrimmage, or drops back further than allowed.

Awake while the passer has the ball: at the snap, while he reads, on a scramble until he crosses the
line of scrimmage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.contact.contact_tracker import ContactTracker
from referee.calls.contact.touch import PairFrame
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.line_tracker import LineTracker
from referee.calls.phase_state import PASSER_HAS_IT, PhaseState
from referee.calls.tackle.carrier_down import (
    BROKEN,
    DOWN,
    FROM_BEHIND,
    CallBuilder,
    CallWording,
    down_call,
    down_doubts,
    unclear_call,
    unclear_calls,
)
from referee.calls.tackle.double_tackle import DoubleTackle, TouchRules
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.base_shape import BasePart, BaseShape
from referee.core.geometry.crossing import HalfPlane
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
    back_fumbles: Annotated[
        Ruled[bool], flag("whether a touch of the back of the passer is a fumble")
    ]
    coverage: Annotated[Ruled[bool], flag("whether a passer who drops too far back is down")]
    coverage_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards behind the line of scrimmage at which he is down")
    ]


class Sacks:
    """The sack calls of one phase."""

    def __init__(
        self,
        rules: SackRules,
        touch: TouchRules,
        field: FieldProfile,
        hits: ContactTracker,
        maker: CallBuilder,
    ) -> None:
        self._rules, self._touch, self.hits, self._maker = rules, touch, hits, maker
        self._aftermath = DoubleTackle(touch, maker.levels)
        self._words = CallWording(
            CallKind.SACK,
            lambda _: rules.touch.rule,
            rules.back_fumbles.rule,
            touch.unclear.value,
            touch.unclear.rule,
        )
        self._depth_x_mm, self._depth = self._depth_of(field)
        self._too_deep = False

    def see(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        calls: list[Call] = []
        passer = board.find(self._maker.carrier)
        for hit, ended in self.hits.see(board, self._weigh):
            if (late := unclear_call(hit, ended, self._words, self._maker)) is not None:
                calls.append(late)
            if passer is None:
                continue
            doubts = identity_doubts(hit.latest, passer)
            if (call := down_call(hit, self._words, self._maker, doubts)) is not None:
                calls.append(call)
        return self._aftermath.changed(board, calls) + self._coverage(board, passer)

    def close(self) -> list[Call]:
        """End the phase."""
        return unclear_calls(self.hits, self._words, self._maker)

    def open_doubts(self, t_ns: int) -> list[str]:
        """Who may have downed the carrier before an instant and is not decided on yet."""
        return down_doubts(self.hits, self._maker.levels, t_ns)

    def _weigh(self, look: PairFrame, passer: SeenBase, defender: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, sacks, and whether it is from behind."""
        contact = look.contact
        if contact is None:
            return {DOWN: 0.0, FROM_BEHIND: 0.0, BROKEN: 0.0}
        counts = {
            SackTouch.FRONT: contact.with_front(defender.front),
            SackTouch.ANY: 1.0,
            SackTouch.ANY_BUT_REAR: 1.0 - contact.of_b(BasePart.BACK),
        }[self._rules.touch.value]
        upright = 1.0 if self._touch.fallen_tackles.value else 1.0 - defender.fallen
        down = counts * upright
        behind = down * contact.on_back(passer.front) if self._rules.back_fumbles.value else 0.0
        return {DOWN: down, FROM_BEHIND: behind, BROKEN: upright - down}

    def _depth_of(self, field: FieldProfile) -> tuple[float, LineTracker | None]:
        """The line behind which he is down: measured at his foremost part, where his ball is."""
        situation = self._maker.situation
        if not self._rules.coverage.value or situation.scrimmage_x_mm is None:
            return 0.0, None
        sign = float(situation.plays.sign)
        place = situation.scrimmage_x_mm - sign * stick_mm(field, self._rules.coverage_yd.value)
        behind = HalfPlane((-sign, 0.0), -sign * place)
        return place, LineTracker(self._maker.shape, behind, self._maker.levels, BasePoint.HINDMOST)

    def _coverage(self, board: BoardFrame, passer: SeenBase | None) -> list[Call]:
        if self._depth is None or self._too_deep:
            return []
        beyond = self._depth.see(board.t_ns, None if passer is None else passer.measured)
        if beyond is None or passer is None or beyond.probability < self._maker.levels.line_sure:
            return []
        self._too_deep = True
        instant, _, after = self._depth.crossed()
        situation = self._maker.situation
        return [
            Call(
                instant.t_ns,
                instant.sigma_ns,
                CallKind.COVERAGE_SACK,
                self._rules.coverage.rule,
                beyond.probability,
                CallAction.CUT,
                (self._maker.carrier,),
                beyond.beyond_mm,
                beyond.sigma_mm,
                BallSpot(self._depth_x_mm, after.measured.pose.y_mm, 0.0),
                identity_doubts(passer),
                tuple(stand.t_ns for stand in beyond.stands),
                f"depth:{situation.play}:{self._maker.carrier}",
            )
        ]


def sacks(
    rules: SackRules,
    touch: TouchRules,
    field: FieldProfile,
    opponents: Mapping[str, BaseShape],
    shape: BaseShape,
    levels: Thresholds,
    situation: PhaseState,
) -> Sacks | None:
    """The sack calls of a phase, None where no passer has the ball in it."""
    if situation.phase not in PASSER_HAS_IT or situation.carrier is None:
        return None
    hits = ContactTracker(
        situation.carrier, opponents, shape, levels, touch.corner_base_lengths.value
    )
    return Sacks(
        rules, touch, field, hits, CallBuilder(situation.carrier, shape, levels, situation)
    )
