"""The trail of a carrier while the board has power: where it was, and how far it has got."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

from referee.calls.call import BallSpot
from referee.calls.frame import SeenBase
from referee.calls.lines.spot import spot_at
from referee.calls.progress.drift import LEAST_FRAMES, Drift, SpeedPrior, drift
from referee.core.clock import S_NS, ns_from_s
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import support_mm
from referee.core.geometry.measured_pose import MeasuredPose

# Two frames' stamps may differ from even steps by so much.
_JITTER_NS = 2_000_000
# So many frames together say where the carrier was: of single ones the luckiest would win.
_TOGETHER = 3
_FASTEST_MM_S, _SIGMAS = 100.0, 4.0


@dataclass(frozen=True, slots=True)
class TrailPoint:
    """One frame. ``along_mm`` is how far ahead the middle is, ``reach_mm`` the foremost part."""

    t_ns: int
    measured: MeasuredPose
    along_mm: float
    across_mm: float
    sigma_mm: float
    reach_mm: float


@dataclass(slots=True)
class FurthestAdvance:
    """The carrier's furthest advance in a play, whatever stops there were on the way.

    ``gained_mm`` is how far that is from where it took the ball.
    """

    began_mm: float | None = None
    along_mm: float = -math.inf
    reach_mm: float = -math.inf
    steps: tuple[TrailPoint, ...] = ()

    @property
    def gained_mm(self) -> float:
        """How far the carrier has come since it has the ball, in mm."""
        return 0.0 if self.began_mm is None else self.along_mm - self.began_mm

    def take(self, newest: list[TrailPoint]) -> None:
        """Take in the newest frames, which may have brought the carrier further."""
        if self.began_mm is None:
            self.began_mm = newest[0].along_mm
        if len(newest) < _TOGETHER:
            return
        before, middle, after = newest
        # Where a carrier turns back one frame is alone in front, but no further than a base runs.
        goes_mm = _FASTEST_MM_S * (after.t_ns - before.t_ns) / S_NS + _SIGMAS * middle.sigma_mm
        if middle.along_mm <= max(before.along_mm, after.along_mm) + goes_mm:
            self.along_mm = max(self.along_mm, middle.along_mm)
        reach = sum(step.reach_mm for step in newest) / len(newest)
        if reach > self.reach_mm:
            self.reach_mm, self.steps = reach, tuple(newest)

    def spot(self, shape: BaseShape, plays: Direction) -> BallSpot | None:
        """Under the foremost part of the base where it was furthest; None before enough frames."""
        if not self.steps:
            return None
        middle = self.steps[len(self.steps) // 2]
        return spot_at(shape, middle.t_ns, middle.measured, plays)


@dataclass(slots=True)
class CarrierTrail:
    """The frames of one power run that show the carrier. Older ones are let go."""

    shape: BaseShape
    plays: Direction
    pace: SpeedPrior
    keep_ns: int
    furthest: FurthestAdvance
    steps: list[TrailPoint] = field(default_factory=list)

    def take(self, t_ns: int, seen: SeenBase) -> TrailPoint:
        """One more frame."""
        pose, covariance = seen.measured.pose, seen.measured.covariance
        sign = float(self.plays.sign)
        reach = support_mm(self.shape, pose, (sign, 0.0))
        sigma = math.sqrt(max(covariance[0][0], covariance[1][1]))
        step = TrailPoint(t_ns, seen.measured, sign * pose.x_mm, pose.y_mm, sigma, reach)
        self.steps.append(step)
        while t_ns - self.steps[0].t_ns > self.keep_ns:
            self.steps.pop(0)
        self.furthest.take(self.steps[-_TOGETHER:])
        return step

    def window(self, seconds: float, since_ns: int) -> list[TrailPoint]:
        """The newest frames that span that time, the fewest that do; none from before ``since``."""
        if not self.steps:
            return []
        start_ns = self.steps[-1].t_ns - ns_from_s(seconds) + _JITTER_NS
        first = len(self.steps) - 1
        while first >= 0 and self.steps[first].t_ns > start_ns:
            first -= 1
        if first < 0 or self.steps[first].t_ns < since_ns:
            return []
        return self.steps[first:]

    def drift(self, steps: list[TrailPoint]) -> Drift | None:
        """How the carrier moved in some frames; None if they are too few to say."""
        if len(steps) < LEAST_FRAMES:
            return None
        zero = steps[0].t_ns
        return drift(
            [(step.t_ns - zero) / S_NS for step in steps],
            [step.along_mm for step in steps],
            [step.across_mm for step in steps],
            [step.sigma_mm for step in steps],
            self.pace,
        )

    def hole(self, steps: list[TrailPoint], hole_ns: int) -> bool:
        """Whether the carrier was out of sight for a moment in those frames."""
        return any(b.t_ns - a.t_ns > hole_ns for a, b in pairwise(steps))
