"""What goal lines and boundaries share: a line of the field watched for one carrier."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.frame import SeenBase
from referee.calls.lines.line_tracker import BeyondLine, LineTracker
from referee.calls.lines.spot import foremost_spot, pose_between
from referee.calls.phase_state import PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, foremost_point_mm
from referee.core.geometry.measured_instant import MeasuredInstant
from referee.core.geometry.measured_pose import MeasuredPose


@dataclass(frozen=True, slots=True)
class LineCrossing:
    """A carrier who got beyond a line: when, where he stood then, and how sure that is.

    ``seen_before``: a frame shows him before he got there.
    """

    line: str
    beyond: BeyondLine
    instant: MeasuredInstant
    measured: MeasuredPose
    seen_before: bool = True

    def spot(self, shape: BaseShape, plays: Direction) -> BallSpot:
        """Under the foremost part of the base when it got beyond the line."""
        frames = [(self.beyond.stands[-1].t_ns, self.measured)]
        return foremost_spot(shape, frames, MeasuredInstant(self.instant.t_s, 0.0), plays)


class Boundary:
    """One line: tells once that it was crossed, and once that it may have been and was not."""

    def __init__(self, line: str, shape: BaseShape, side: HalfPlane, levels: Thresholds) -> None:
        self.line, self.side = line, side
        self._shape, self._levels = shape, levels
        self._watch = LineTracker(shape, side, levels)
        self._crossed = False
        self._closest: LineCrossing | None = None

    def see(
        self, t_ns: int, carrier: SeenBase | None
    ) -> tuple[LineCrossing | None, LineCrossing | None]:
        """The crossing a frame makes sure, and the one that is over again without having been."""
        beyond = self._watch.see(t_ns, None if carrier is None else carrier.measured)
        if beyond is None or self._crossed:
            return None, None
        if beyond.probability >= self._levels.line_sure:
            self._crossed, self._closest = True, None
            return self._crossing(beyond), None
        if beyond.probability >= self._levels.doubt:
            if self._closest is None or beyond.probability > self._closest.beyond.probability:
                self._closest = self._crossing(beyond)
            return None, None
        back = beyond.probability <= 1.0 - self._levels.line_sure
        missed, self._closest = (self._closest, None) if back else (None, self._closest)
        return None, missed

    @property
    def open(self) -> LineCrossing | None:
        """A crossing that may have been and is neither sure nor over."""
        return self._closest

    def point_mm(self, crossing: LineCrossing) -> tuple[float, float]:
        """The point of the base that got beyond first."""
        return foremost_point_mm(self._shape, crossing.measured.pose, self.side.direction)

    def _crossing(self, beyond: BeyondLine) -> LineCrossing:
        instant, before, after = self._watch.crossed()
        there = pose_between(before.t_ns, before.measured, after.t_ns, after.measured, instant.t_s)
        return LineCrossing(self.line, beyond, instant, there, before is not after)


def crossing_call(
    crossing: LineCrossing,
    kind: CallKind,
    rule: str,
    action: CallAction,
    spot: BallSpot | None,
    flag: tuple[str, ...],
    situation: PhaseState,
    carrier: str,
) -> Call:
    """The call of a crossing."""
    return Call(
        crossing.instant.t_ns,
        crossing.instant.sigma_ns,
        kind,
        rule,
        crossing.beyond.probability,
        action,
        (carrier,),
        crossing.beyond.beyond_mm,
        crossing.beyond.sigma_mm,
        spot,
        flag,
        tuple(stand.t_ns for stand in crossing.beyond.stands),
        f"line:{situation.play}:{carrier}:{crossing.line}:{crossing.beyond.stands[-1].t_ns}",
    )
