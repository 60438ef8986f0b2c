"""The marker of a pass, from frame to frame: a magnet lies where it lay until it is shoved.

A board holds other markers too. The one that was laid for the pass is the one nearest to where it
was last; what lies further off than a base can have shoved it is another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.calls.frame import BoardFrame, PairGap, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.marker import Marker, marker_gap
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose, apart_mm

# What the marker is called among the players of a frame; no player can be called so.
BALL = "the ball"
# A marker that is taken for the same one may have moved so far, or lie so many sigmas from where
# somebody pointed; in a second under power it may be shoved further.
_SAME_MM, _SAME_SIGMAS = 6.0, 4.0
# A base this many sigmas over the marker, however that lies, has run onto it.
_ONTO_SIGMAS = 3.0


class MarkerTracker:
    """Where the marker is, frame by frame."""

    def __init__(self, laid: Marker, thresholds: Thresholds) -> None:
        self._thresholds = thresholds
        self.last = laid
        self.seen_ns: int | None = None
        self._was: BoardFrame | None = None
        self._unseen_ns = 0  # under power
        self.twins = False
        self.onto: frozenset[str] = frozenset()

    def update(self, board: BoardFrame) -> Marker | None:
        """The marker in a frame; None where it was not seen."""
        was, self._was = self._was, board
        if was is not None and (was.power or board.power):
            self._unseen_ns += board.t_ns - was.t_ns
        same_mm = max(_SAME_MM, _SAME_SIGMAS * self.last.sigma_mm)
        reach_mm = same_mm + self._thresholds.runs_mm_s * self._unseen_ns / S_NS
        near = sorted(
            (marker for marker in board.markers if self._off_mm(marker) <= reach_mm),
            key=lambda marker: (self._off_mm(marker), marker.x_mm, marker.y_mm),
        )
        self.twins = len(near) > 1
        if not near:
            return None
        return self.found(near[0], board.t_ns)

    def found(self, marker: Marker, t_ns: int) -> Marker:
        """It lies there now, by whatever way it is known."""
        self.last, self.seen_ns, self._unseen_ns = self._lying(marker), t_ns, 0
        return self.last

    def among(
        self, board: BoardFrame, marker: Marker | None, bases: Mapping[str, BaseShape]
    ) -> BoardFrame:
        """The frame with the marker as one of those that were seen in it.

        A base that has run onto it has touched it, and no more can be said: the gap is 0.
        """
        self.onto = frozenset()
        if marker is None:
            return board
        least_mm = self._thresholds.prior.least_sigma_mm
        onto = [
            PairGap(BALL, seen.player, 0.0, gap.sigma_mm)
            for seen in board.seen
            if seen.player in bases and _over(marker, seen, bases[seen.player])
            for gap in (marker_gap(bases[seen.player], seen.measured, marker),)
            if gap.gap_mm < -marker.unknown_mm - _ONTO_SIGMAS * max(gap.sigma_mm, least_mm)
        ]
        self.onto = frozenset(gap.second for gap in onto)
        seen = (*board.seen, SeenBase(BALL, marker_pose(marker)))
        return replace(board, seen=seen, gaps=(*board.gaps, *onto))

    def may_be_touched(self, now_ns: int, gaps_mm: Sequence[float]) -> bool:
        """Whether, out of sight for so long, somebody may have come to it in the meantime."""
        if self.seen_ns is None:
            return bool(gaps_mm)
        could = self._thresholds.runs_mm_s * (now_ns - self.seen_ns) / S_NS
        return any(gap_mm < could for gap_mm in gaps_mm)

    def _lying(self, marker: Marker) -> Marker:
        """Whether it is known which way it lies is settled by its first sighting.

        Either end may come first: the one that does stays first, for it has not turned round.
        """
        was, now_deg = self.last, marker.heading_deg
        if self.seen_ns is None:
            return marker
        if now_deg is None or was.heading_deg is None:
            turned_deg, sigma_deg = was.heading_deg, was.heading_sigma_deg
        else:
            turned_deg = was.heading_deg + (now_deg - was.heading_deg + 90.0) % 180.0 - 90.0
            sigma_deg = marker.heading_sigma_deg
        return replace(marker, heading_deg=turned_deg, heading_sigma_deg=sigma_deg)

    def _off_mm(self, marker: Marker) -> float:
        return apart_mm(marker, self.last)


def _over(marker: Marker, seen: SeenBase, base: BaseShape) -> bool:
    """Whether a base may be over the marker at all."""
    pose = seen.measured.pose
    return apart_mm(pose, marker) < base.reach_mm + marker.radius_mm


def marker_pose(marker: Marker) -> MeasuredPose:
    """A marker as something with a pose; what is round is turned by nothing."""
    sigma_mm, heading_deg = marker.sigma_mm, marker.heading_deg
    pose = Pose(marker.x_mm, marker.y_mm, 0.0 if heading_deg is None else heading_deg % 360.0)
    return MeasuredPose.with_sigmas(pose, sigma_mm, sigma_mm, marker.heading_sigma_deg)
