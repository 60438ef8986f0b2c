"""Sack: the passer is touched behind the line of scrimmage, or drops back further than allowed.

Awake while the passer has the ball: at the snap, while he reads, on a scramble until he crosses the
line of scrimmage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.aftermath import Aftermath, TouchRules
from referee.calls.board import Board, Seen, identity_doubts
from referee.calls.call import Action, Call, Kind, Spot
from referee.calls.downed import (
    BRUSH,
    DOWN,
    FROM_BEHIND,
    Maker,
    Words,
    downed,
    open_doubts,
    still_open,
    unclear,
)
from referee.calls.hits import Hits
from referee.calls.levels import Levels
from referee.calls.reaching import LineWatch
from referee.calls.situation import PASSER_HAS_IT, Situation
from referee.calls.touch import Look
from referee.core.base_shape import BaseShape, Part
from referee.core.crossing import HalfPlane
from referee.core.field import FieldProfile
from referee.core.reach import Of
from referee.core.ruled import Ruled, choice, flag, number
from referee.core.yards import stick_mm


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
        hits: Hits,
        maker: Maker,
    ) -> None:
        self._rules, self._touch, self.hits, self._maker = rules, touch, hits, maker
        self._aftermath = Aftermath(touch, maker.levels)
        self._words = Words(
            Kind.SACK,
            lambda _: rules.touch.rule,
            rules.back_fumbles.rule,
            touch.unclear.value,
            touch.unclear.rule,
        )
        self._depth_x_mm, self._depth = self._depth_of(field)
        self._too_deep = False

    def see(self, board: Board) -> list[Call]:
        """Take in a frame."""
        calls: list[Call] = []
        passer = board.find(self._maker.carrier)
        for hit, ended in self.hits.see(board, self._weigh):
            if (late := unclear(hit, ended, self._words, self._maker)) is not None:
                calls.append(late)
            if passer is None:
                continue
            doubts = identity_doubts(hit.latest, passer)
            if (call := downed(hit, self._words, self._maker, doubts)) is not None:
                calls.append(call)
        return self._aftermath.changed(board, calls) + self._coverage(board, passer)

    def close(self) -> list[Call]:
        """End the phase."""
        return still_open(self.hits, self._words, self._maker)

    def open_doubts(self, t_ns: int) -> list[str]:
        """Who may have downed the carrier before an instant and is not decided on yet."""
        return open_doubts(self.hits, self._maker.levels, t_ns)

    def _weigh(self, look: Look, passer: Seen, defender: Seen) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, sacks, and whether it is from behind."""
        contact = look.contact
        if contact is None:
            return {DOWN: 0.0, FROM_BEHIND: 0.0, BRUSH: 0.0}
        counts = {
            SackTouch.FRONT: contact.with_front(defender.front),
            SackTouch.ANY: 1.0,
            SackTouch.ANY_BUT_REAR: 1.0 - contact.of_b(Part.BACK),
        }[self._rules.touch.value]
        upright = 1.0 if self._touch.fallen_tackles.value else 1.0 - defender.fallen
        down = counts * upright
        behind = down * contact.on_back(passer.front) if self._rules.back_fumbles.value else 0.0
        return {DOWN: down, FROM_BEHIND: behind, BRUSH: upright - down}

    def _depth_of(self, field: FieldProfile) -> tuple[float, LineWatch | None]:
        """The line behind which he is down: measured at his foremost part, where his ball is."""
        situation = self._maker.situation
        if not self._rules.coverage.value or situation.scrimmage_x_mm is None:
            return 0.0, None
        sign = float(situation.plays.sign)
        place = situation.scrimmage_x_mm - sign * stick_mm(field, self._rules.coverage_yd.value)
        behind = HalfPlane((-sign, 0.0), -sign * place)
        return place, LineWatch(self._maker.shape, behind, self._maker.levels, Of.HINDMOST)

    def _coverage(self, board: Board, passer: Seen | None) -> list[Call]:
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
                Kind.COVERAGE_SACK,
                self._rules.coverage.rule,
                beyond.probability,
                Action.CUT,
                (self._maker.carrier,),
                beyond.beyond_mm,
                beyond.sigma_mm,
                Spot(self._depth_x_mm, after.measured.pose.y_mm, 0.0),
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
    levels: Levels,
    situation: Situation,
) -> Sacks | None:
    """The sack calls of a phase, None where no passer has the ball in it."""
    if situation.phase not in PASSER_HAS_IT or situation.carrier is None:
        return None
    hits = Hits(situation.carrier, opponents, shape, levels, touch.corner_base_lengths.value)
    return Sacks(rules, touch, field, hits, Maker(situation.carrier, shape, levels, situation))
