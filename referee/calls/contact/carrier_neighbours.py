"""Who is beside the carrier: players so near that their bases may touch the carrier's."""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.gap import pair_gaps_mm, pose_row
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import apart_mm

# A neighbour is named that this share of the frames shows beside the carrier.
_MOST = 0.5
# A gap within so many sigmas of both places may be none.
_SIGMAS = 3.0


def neighbours_of(
    board: BoardFrame, carrier: SeenBase, shape: BaseShape, bases: Mapping[str, BaseShape]
) -> tuple[str, ...]:
    """Of the players with these bases those who may touch the carrier, in the order of names."""
    here = carrier.measured
    row = pose_row(here.pose)[None, :]
    found = []
    for other in board.seen:
        base = bases.get(other.player)
        if base is None or other.player == carrier.player:
            continue
        there = other.measured.pose
        apart = apart_mm(there, here.pose)
        allowed = _SIGMAS * math.hypot(_sigma_mm(here), _sigma_mm(other.measured))
        if apart > shape.reach_mm + base.reach_mm + allowed:
            continue
        if pair_gaps_mm(shape, row, base, pose_row(there)[None, :])[0] <= allowed:
            found.append(other.player)
    return tuple(sorted(found))


def _sigma_mm(measured: MeasuredPose) -> float:
    return math.sqrt(max(measured.covariance[0][0], measured.covariance[1][1]))


class CarrierNeighbours:
    """Who was beside the carrier in the frames of one power run."""

    def __init__(
        self, carrier: str, bases: Mapping[str, BaseShape], opponents: frozenset[str], keep_ns: int
    ) -> None:
        self._carrier, self._bases, self._opponents = carrier, bases, opponents
        self._keep_ns = keep_ns
        self._frames: list[tuple[int, tuple[str, ...]]] = []

    def update(self, board: BoardFrame, carrier: SeenBase) -> bool:
        """Take in a frame; returns whether anybody is beside the carrier in it."""
        names = neighbours_of(board, carrier, self._bases[self._carrier], self._bases)
        self._frames.append((board.t_ns, names))
        while board.t_ns - self._frames[0][0] > self._keep_ns:
            self._frames.pop(0)
        return bool(names)

    def anybody(self, since_ns: int) -> bool:
        """Whether somebody was beside the carrier from then on."""
        return any(names for t_ns, names in self._frames if t_ns >= since_ns)

    def met(self, since_ns: int) -> list[int]:
        """Stamps of the frames from then on in which an opponent was beside the carrier."""
        return [
            t_ns
            for t_ns, names in self._frames
            if t_ns >= since_ns and not self._opponents.isdisjoint(names)
        ]

    def holders(self, since_ns: int) -> tuple[str, ...]:
        """Opponents that were beside the carrier most of the time from then on."""
        frames = [names for t_ns, names in self._frames if t_ns >= since_ns]
        every = sorted({name for names in frames for name in names} & self._opponents)
        least = _MOST * len(frames)
        return tuple(n for n in every if sum(n in names for names in frames) > least)
