"""A base watched against a line: whether it is beyond, since when, and where it was then."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.measured_instant import MeasuredInstant, crossing_instant
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.reach import BasePoint, Reach, reach_beyond
from referee.core.probability import mean_of_frames, p_above, p_after_looks

_MOST_FRAMES = 12
_AVERAGED = 3
# A base this near to a line may be on either side of it, in sigmas: each such look is a chance that
# noise alone puts it beyond.
_EITHER_SIGMAS = 5.0
# Two halves of the frames differ by no more than this if nothing has moved.
_KEPT_SIGMAS = 3.0
# No base comes from so far to a line between two frames: there it costs no time.
_FAR_MM = 60.0
_FAR_SIGMA_MM = 5.0


@dataclass(frozen=True, slots=True)
class LineFrame:
    """Where a base stood to a line in one frame."""

    t_ns: int
    reach: Reach
    measured: MeasuredPose


@dataclass(frozen=True, slots=True)
class BeyondLine:
    """How likely a base is beyond a line now, by how much, and the frames that say so.

    ``looks`` is in how many frames it has been so near to the line that noise alone may show it
    beyond, and ``may_be`` how likely it is beyond by all of those together, if it keeps its
    distance, else by the newest.
    """

    probability: float
    beyond_mm: float
    sigma_mm: float
    stands: tuple[LineFrame, ...]
    looks: int = 0
    may_be: float = 0.0

    @property
    def certainty(self) -> float:
        """What is left of the probability after so many looks: at the least, an even chance."""
        return p_after_looks(self.probability, self.looks)


class LineTracker:
    """Frames of one base and one line. Frames that count together have no hole between them.

    A base that rests at a line is looked at again and again, and one look in a thousand shows it
    beyond by noise alone: the more often it was looked at there, the surer a look has to be.
    """

    def __init__(
        self,
        shape: BaseShape,
        side: HalfPlane,
        thresholds: Thresholds,
        of: BasePoint = BasePoint.FOREMOST,
    ) -> None:
        self._shape, self._side, self._of = shape, side, of
        self._thresholds = thresholds
        self._stands: list[LineFrame] = []
        self._hole_from: LineFrame | None = None
        self._far: tuple[int, MeasuredPose] | None = None
        self._looks = 0

    def update(self, t_ns: int, measured: MeasuredPose | None) -> BeyondLine | None:
        """Take in a frame; None if the base was not seen in it."""
        if self._stands and t_ns - self._stands[-1].t_ns > self._thresholds.hole_ns:
            self._tear()
        if measured is None:
            self._tear()
            return None
        far_mm = self._far_mm(measured)
        if far_mm > _FAR_MM:
            self._stands, self._hole_from, self._far = [], None, (t_ns, measured)
            self._looks = 0
            return BeyondLine(0.0, -far_mm, 0.0, ())
        reach = reach_beyond(self._shape, measured, self._side, self._of)
        self._stands = [*self._stands, LineFrame(t_ns, reach, measured)][-_MOST_FRAMES:]
        newest = self._over(1)
        if abs(newest.beyond_mm) <= _EITHER_SIGMAS * newest.sigma_mm:
            self._looks += 1
        said = [newest, *(self._over(n) for n in range(2, min(_AVERAGED, len(self._stands)) + 1))]
        likeliest = max(said, key=lambda beyond: beyond.probability)
        every = self._over(len(self._stands)) if self._keeps_distance() else newest
        return replace(likeliest, looks=self._looks, may_be=every.probability)

    def crossed(self) -> tuple[MeasuredInstant, LineFrame, LineFrame]:
        """When it got beyond, and the frames before and after; the same one twice if none was."""
        last = len(self._stands) - 1
        first = last
        while first > 0 and self._stands[first - 1].reach.beyond_mm > 0.0:
            first -= 1
        after = self._stands[first]
        before = self._stands[first - 1] if first else self._hole_from or self._from_afar()
        if before is None:
            return MeasuredInstant.exact(after.t_ns), after, after
        start, end = before.t_ns / S_NS, after.t_ns / S_NS
        if before.reach.beyond_mm > 0.0 or after.reach.beyond_mm < 0.0:
            return (
                MeasuredInstant((start + end) / 2, (end - start) / math.sqrt(12.0)),
                before,
                after,
            )
        return (
            crossing_instant(
                start,
                before.reach.beyond_mm,
                end,
                after.reach.beyond_mm,
                before.reach.sigma_mm,
                after.reach.sigma_mm,
            ),
            before,
            after,
        )

    def reset(self) -> None:
        """Forget everything."""
        self._stands, self._hole_from, self._far = [], None, None
        self._looks = 0

    def _keeps_distance(self) -> bool:
        """Whether a base rests, or runs along the line: its distance does not change."""
        half = len(self._stands) // 2
        if half < _AVERAGED:
            return False
        old = [stand.reach for stand in self._stands[:half]]
        new = [stand.reach for stand in self._stands[-half:]]
        moved_mm = sum(n.beyond_mm - o.beyond_mm for n, o in zip(new, old, strict=True)) / half
        sigma_mm = math.sqrt(sum(each.sigma_mm**2 for each in (*old, *new))) / half
        return abs(moved_mm) <= _KEPT_SIGMAS * sigma_mm

    def _far_mm(self, measured: MeasuredPose) -> float:
        """How far at least all of a base lies before the line; 0 where that takes a closer look."""
        (x, y), covariance = self._side.direction, measured.covariance
        if covariance[0][0] + covariance[1][1] > _FAR_SIGMA_MM * _FAR_SIGMA_MM:
            return 0.0
        pose = measured.pose
        return self._side.offset_mm - pose.x_mm * x - pose.y_mm * y - self._shape.reach_mm

    def _from_afar(self) -> LineFrame | None:
        """Where it stood when it was last seen, far before the line."""
        if self._far is None:
            return None
        t_ns, measured = self._far
        reach = reach_beyond(self._shape, measured, self._side, self._of)
        return LineFrame(t_ns, reach, measured)

    def _tear(self) -> None:
        if self._stands:
            self._hole_from = self._stands[-1]
            self._stands = []

    def _over(self, count: int) -> BeyondLine:
        """What the newest frames say together; errors repeat in part, so they average in part."""
        stands = tuple(self._stands[-count:])
        shared = self._thresholds.prior.shared
        beyond_mm = [k.reach.beyond_mm for k in stands]
        mean, variance = mean_of_frames(beyond_mm, [k.reach.sigma_mm for k in stands], shared)
        sigma = math.sqrt(variance + self._thresholds.prior.least_sigma_mm**2)
        return BeyondLine(p_above(mean, sigma), mean, sigma, stands)
