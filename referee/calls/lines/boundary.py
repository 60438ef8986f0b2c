"""What goal lines and boundaries share: a line of the field watched for one carrier."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.detector import Detector, RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.line_tracker import BeyondLine, LineTracker
from referee.calls.lines.spot import foremost_spot, pose_between
from referee.calls.phase_state import CARRIED, PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, foremost_point_mm
from referee.core.geometry.measured_instant import MeasuredInstant
from referee.core.geometry.measured_pose import MeasuredPose


@dataclass(frozen=True, slots=True)
class LineCrossing:
    """A carrier who got beyond a line: when, where it stood then, and how sure that is.

    ``seen_before``: a frame shows the carrier before it got there.
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
    """One line: tells once that it was crossed, and once that it may have been and was not.

    Within the noise of a line, on whichever side, it may have been.
    """

    def __init__(
        self, line: str, shape: BaseShape, side: HalfPlane, thresholds: Thresholds
    ) -> None:
        self.line, self.side = line, side
        self._shape, self._thresholds = shape, thresholds
        self._watch = LineTracker(shape, side, thresholds)
        self._crossed = False
        self._closest: LineCrossing | None = None

    def update(
        self, t_ns: int, carrier: SeenBase | None
    ) -> tuple[LineCrossing | None, LineCrossing | None]:
        """The crossing a frame makes sure, and the one that is over again without having been."""
        beyond = self._watch.update(t_ns, None if carrier is None else carrier.measured)
        if beyond is None or self._crossed:
            return None, None
        if beyond.certainty >= self._thresholds.line_sure:
            self._crossed, self._closest = True, None
            return self._crossing(beyond), None
        near = max(beyond.certainty if beyond.certainty >= 0.5 else 0.0, beyond.may_be)
        if near > 1.0 - self._thresholds.sure:
            if self._closest is None or beyond.certainty > self._closest.beyond.certainty:
                self._closest = self._crossing(beyond)
            return None, None
        back = beyond.certainty <= 1.0 - self._thresholds.line_sure
        missed, self._closest = (self._closest, None) if back else (None, self._closest)
        return None, missed

    @property
    def likely_crossing(self) -> LineCrossing | None:
        """An open crossing that is likelier than not."""
        found = self._closest
        return found if found and found.beyond.certainty >= self._thresholds.doubt else None

    @property
    def open_crossing(self) -> LineCrossing | None:
        """A crossing that may have been and is neither sure nor over."""
        return self._closest

    def point_mm(self, crossing: LineCrossing) -> tuple[float, float]:
        """The point of the base that got beyond first."""
        return foremost_point_mm(self._shape, crossing.measured.pose, self.side.direction)

    def _crossing(self, beyond: BeyondLine) -> LineCrossing:
        instant, before, after = self._watch.crossed()
        there = pose_between(before.t_ns, before.measured, after.t_ns, after.measured, instant.t_s)
        return LineCrossing(self.line, beyond, instant, there, before is not after)


class BoundaryDetector(Detector):
    """Calls a carrier who gets beyond one of some lines; ``_lines`` are lines with their rules."""

    phases = CARRIED

    def __init__(self, run: RunContext, lines: Iterable[tuple[str, HalfPlane, str]]) -> None:
        self._state, self._carrier, self._shape = run.state, run.carrier, run.shape
        thresholds = run.context.thresholds
        self._lines = [
            (Boundary(name, self._shape, side, thresholds), rule) for name, side, rule in lines
        ]

    def update(self, frame: BoardFrame) -> list[Call]:
        """The crossings that the frame makes sure, and those that may have been and are over."""
        carrier = frame.find(self._carrier)
        calls: list[Call] = []
        for line, rule in self._lines:
            crossed, missed = line.update(frame.t_ns, carrier)
            if crossed is not None:
                calls.append(self._crossed_call(line, crossed, rule, identity_doubts(carrier)))
            if missed is not None:
                calls.append(self._unclear_call(line, missed, rule))
        return calls

    def close(self) -> list[Call]:
        """The crossings that may have been."""
        found = ((line, line.open_crossing, rule) for line, rule in self._lines)
        return [self._unclear_call(line, open_, rule) for line, open_, rule in found if open_]

    def open_doubts(self, t_ns: int) -> list[Doubt]:
        """The lines beyond which the carrier may have been before an instant."""
        return [
            Doubt(DoubtKind.MAY_HAVE_FIRST, detail=self._what(line))
            for line, _ in self._lines
            if (found := line.likely_crossing) is not None and found.instant.t_s <= t_ns / S_NS
        ]

    def _what(self, line: Boundary) -> str:
        """What the carrier may have done, as the end of a sentence."""
        return f"been beyond the {line.line}"

    def _crossed_call(
        self, line: Boundary, found: LineCrossing, rule: str, doubts: tuple[Doubt, ...]
    ) -> Call:
        """What a sure crossing is."""
        raise NotImplementedError

    def _spot(self, _line: Boundary, found: LineCrossing) -> BallSpot | None:
        """Where the ball is at a crossing."""
        return found.spot(self._shape, self._state.plays)

    def _unclear_call(self, line: Boundary, found: LineCrossing, rule: str) -> Call:
        flag, action = (
            (Doubt(DoubtKind.MAY_HAVE, detail=self._what(line)),),
            CallAction.KEEP_RUNNING,
        )
        spot, state = self._spot(line, found), self._state
        kind = CallKind.UNCLEAR_LINE
        return crossing_call(found, kind, rule, state, self._carrier, spot, flag, action)


def crossing_call(
    crossing: LineCrossing,
    kind: CallKind,
    rule: str,
    state: PhaseState,
    carrier: str,
    spot: BallSpot | None,
    flag: tuple[Doubt, ...],
    action: CallAction = CallAction.CUT,
) -> Call:
    """The call of a crossing."""
    beyond = crossing.beyond
    return build_call(
        kind,
        rule,
        Episode(
            EpisodeTopic.LINE,
            state.play,
            (carrier,),
            name=crossing.line,
            since_ns=beyond.stands[-1].t_ns,
        ),
        crossing.instant,
        action=action,
        certainty=beyond.certainty,
        players=(carrier,),
        gap=(beyond.beyond_mm, beyond.sigma_mm),
        spot=spot,
        flag=flag,
        frames=(stand.t_ns for stand in beyond.stands),
    )
