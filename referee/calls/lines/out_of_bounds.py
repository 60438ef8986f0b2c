"""Out of bounds: a part of the carrier's base is beyond a sideline or an end line.

The plane stands on the middle of the printed line, or on its edge toward the field where a house
says so. A base that only reaches it is not beyond.
`boundary` compares the base with the line; this module picks the lines and the spot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallKind
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.lines.boundary import Boundary, BoundaryDetector, LineCrossing, crossing_call
from referee.calls.lines.in_bounds import boundaries
from referee.core.geometry.crossing import HalfPlane, above_x
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_above
from referee.core.settings.ruled import Ruled, choice, flag


class OutSpot(StrEnum):
    """Which point of the base gives the yard line."""

    FOREMOST = "foremost part"
    CROSSING = "where it crossed"


@dataclass(frozen=True, slots=True)
class BoundsRules:
    """What a rulebook says of carriers who leave the field."""

    sideline: Annotated[
        Ruled[bool],
        flag("whether any part of the carrier's base beyond a sideline is out of bounds"),
    ]
    end_line: Annotated[
        Ruled[bool],
        flag("whether any part of the carrier's base beyond an end line is out of bounds"),
    ]
    touching: Annotated[
        Ruled[bool],
        flag("whether a base that touches the printed line is out, else it has to pass its middle"),
    ]
    spot: Annotated[Ruled[OutSpot], choice(OutSpot, "which point of the base gives the yard line")]


class OutOfBounds(BoundaryDetector):
    """The carriers who leave the field in one power run."""

    def __init__(self, run: RunContext) -> None:
        rules = run.context.rules.bounds
        self._by_crossing = rules.spot.value is OutSpot.CROSSING
        ruled = (rules.sideline, rules.sideline, rules.end_line, rules.end_line)
        field = run.context.field
        inward_mm = field.line_width_mm / 2.0 if rules.touching.value else 0.0
        planes = (
            (name, HalfPlane(side.direction, side.offset_mm - inward_mm))
            for name, side in boundaries(field)
        )
        sides = zip(planes, ruled, strict=True)
        self._trails, self._sure = run.trails, run.context.thresholds.sure
        super().__init__(run, [(*side, rule.rule) for side, rule in sides if rule.value])

    def _crossed_call(
        self, line: Boundary, found: LineCrossing, rule: str, doubts: tuple[Doubt, ...]
    ) -> Call:
        if not (found.seen_before or self._stood_there(line, found)):
            doubts = (*doubts, Doubt(DoubtKind.ALREADY_BEYOND, detail=line.line))
        spot, kind = self._spot(line, found), CallKind.OUT_OF_BOUNDS
        return crossing_call(found, kind, rule, self._state, self._carrier, spot, doubts)

    def _stood_there(self, line: Boundary, found: LineCrossing) -> bool:
        """Whether the carrier was seen beyond the line before, at rest: it rolled out, or was out.

        Then it is out as the power comes on, and nothing about that is in doubt.
        """
        before = [s for s in self._trails.of(self._carrier) if s.t_ns < found.beyond.stands[0].t_ns]
        if not before:
            return False
        x_mm, y_mm, heading = before[-1].row
        pose = Pose(x_mm, y_mm, math.degrees(heading))
        sigmas = (math.sqrt(variance) for variance in before[-1].variances)
        measured = MeasuredPose.with_sigmas(pose, *sigmas)
        reach = reach_beyond(self._shape, measured, line.side)
        return p_above(reach.beyond_mm, reach.sigma_mm) >= self._sure

    def _spot(self, line: Boundary, found: LineCrossing) -> BallSpot:
        """The yard line is that of the rulebook's point; across, it is where it crossed."""
        x_mm, y_mm = line.point_mm(found)
        if self._by_crossing:
            sigma = reach_beyond(self._shape, found.measured, above_x(0.0)).sigma_mm
            return BallSpot(x_mm, y_mm, sigma)
        foremost = found.spot(self._shape, self._state.plays)
        return BallSpot(foremost.x_mm, y_mm, foremost.sigma_mm)
