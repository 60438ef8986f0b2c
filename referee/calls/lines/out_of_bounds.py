"""Out of bounds: a part of the carrier's base is beyond a sideline or an end line.

The plane stands on the middle of the printed line. A base that only reaches it is not beyond.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.frame import BoardFrame, identity_doubts
from referee.calls.lines.boundary import Boundary, LineCrossing, crossing_call
from referee.calls.phase_state import CARRIED, PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import above_x, above_y, below_x, below_y
from referee.core.geometry.reach import reach_beyond
from referee.core.settings.ruled import Ruled, choice, flag


class OutSpot(StrEnum):
    """Which point of the base gives the yard line."""

    FOREMOST = "foremost part"
    CROSSING = "where it crossed"


@dataclass(frozen=True, slots=True)
class BoundsRules:
    """What a rulebook says of carriers who leave the field."""

    sideline: Annotated[Ruled[bool], flag("whether any part of the base beyond a sideline is out")]
    end_line: Annotated[Ruled[bool], flag("whether any part of the base beyond an end line is out")]
    spot: Annotated[Ruled[OutSpot], choice(OutSpot, "which point of the base gives the yard line")]


class OutOfBounds:
    """The calls of one phase."""

    def __init__(
        self,
        rules: BoundsRules,
        field: FieldProfile,
        shape: BaseShape,
        levels: Thresholds,
        situation: PhaseState,
        carrier: str,
    ) -> None:
        self._rules, self._shape, self._levels = rules, shape, levels
        self._situation, self._carrier = situation, carrier
        sides = (
            ("near sideline", below_y(0.0), rules.sideline),
            ("far sideline", above_y(field.width_mm), rules.sideline),
            ("left end line", below_x(field.left_end_line_x_mm), rules.end_line),
            ("right end line", above_x(field.right_end_line_x_mm), rules.end_line),
        )
        self._lines = [
            (Boundary(name, shape, side, levels), ruled)
            for name, side, ruled in sides
            if ruled.value
        ]

    def see(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        carrier = board.find(self._carrier)
        calls: list[Call] = []
        for line, ruled in self._lines:
            crossed, missed = line.see(board.t_ns, carrier)
            if crossed is not None:
                flag = identity_doubts(carrier)
                if not crossed.seen_before:
                    flag = (*flag, f"he was beyond the {line.line} already")
                calls.append(
                    self._call(
                        line, crossed, CallKind.OUT_OF_BOUNDS, ruled.rule, CallAction.CUT, flag
                    )
                )
            if missed is not None:
                calls.append(self._unclear(line, missed, ruled.rule))
        return calls

    def close(self) -> list[Call]:
        """End the phase."""
        pairs = ((line, line.open, ruled.rule) for line, ruled in self._lines)
        return [self._unclear(line, open_, rule) for line, open_, rule in pairs if open_]

    def open_doubts(self, t_ns: int) -> list[str]:
        """Which lines he may have been beyond before an instant."""
        return [
            f"may have been beyond the {line.line} first"
            for line, _ in self._lines
            if line.open is not None and line.open.instant.t_s <= t_ns / S_NS
        ]

    def _unclear(self, line: Boundary, found: LineCrossing, rule: str) -> Call:
        flag = (f"may have been beyond the {line.line}",)
        return self._call(line, found, CallKind.UNCLEAR_LINE, rule, CallAction.KEEP_RUNNING, flag)

    def _call(
        self,
        line: Boundary,
        found: LineCrossing,
        kind: CallKind,
        rule: str,
        action: CallAction,
        flag: tuple[str, ...],
    ) -> Call:
        spot = self._spot(line, found)
        return crossing_call(found, kind, rule, action, spot, flag, self._situation, self._carrier)

    def _spot(self, line: Boundary, crossing: LineCrossing) -> BallSpot:
        """The yard line is that of the rulebook's point; across, it is where he went out."""
        x_mm, y_mm = line.point_mm(crossing)
        if self._rules.spot.value is OutSpot.CROSSING:
            sigma = reach_beyond(self._shape, crossing.measured, above_x(0.0)).sigma_mm
            return BallSpot(x_mm, y_mm, sigma)
        foremost = crossing.spot(self._shape, self._situation.plays)
        return BallSpot(foremost.x_mm, y_mm, foremost.sigma_mm)


def out_of_bounds(
    rules: BoundsRules,
    field: FieldProfile,
    shape: BaseShape,
    levels: Thresholds,
    situation: PhaseState,
) -> OutOfBounds | None:
    """The calls of a phase, None where nobody carries the ball in it."""
    if situation.phase not in CARRIED or situation.carrier is None:
        return None
    return OutOfBounds(rules, field, shape, levels, situation, situation.carrier)
