"""How unevenly the bases of this board are seen to creep where nothing touches them.

Ten times a second each base that is alone shows how much its mean speed has changed since the last
tenth. What its errors do not explain of that is unevenness, and the mean over all bases counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.calls.contact.evidence.unevenness import FLOOR, Unevenness
from referee.calls.frame import BoardFrame
from referee.core.clock import S_NS, ns_from_s
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.turns import turn_deg

# s: between two looks; a look so much later than that follows a hole.
_STEP_S, _LATE_S = 0.1, 0.05
# s: after the power came on bases get up to their speed.
_STARTS_S = 0.3
# mm: a base with nobody nearer than this to its outline's circle is alone.
_ALONE_MM = 12.0
# As many changes of speed have to be seen before they count.
_FEWEST = 40


@dataclass(frozen=True, slots=True)
class _Look:
    """One frame: where those stood who were alone, and the variances of that."""

    t_s: float
    places: Mapping[str, FloatArray]
    variances: Mapping[str, FloatArray]


class FreeMotion:
    """Fed with every frame of a game; ``unevenness`` is what its free motion has shown so far."""

    def __init__(self, bases: Mapping[str, BaseShape]) -> None:
        self._reach_mm = {name: base.reach_mm for name, base in bases.items()}
        self._looks: list[_Look] = []
        self._on_ns: int | None = None
        self._seen = 0
        # Of x and y together, and of the heading.
        self._squares = [0.0, 0.0]

    @property
    def unevenness(self) -> Unevenness:
        """How much speeds wander, never less than is taken for granted."""
        if self._seen < _FEWEST:
            return FLOOR
        places, turns = self._squares[0] / (2 * self._seen), self._squares[1] / self._seen
        return Unevenness(
            max(math.sqrt(max(places, 0.0)), FLOOR.mm_s),
            max(math.sqrt(max(turns, 0.0)), FLOOR.rad_s),
        )

    def update(self, board: BoardFrame) -> None:
        """Take in a frame."""
        if not board.power:
            self._on_ns, self._looks = None, []
            return
        if self._on_ns is None:
            self._on_ns = board.t_ns
        since_ns = board.t_ns - self._on_ns
        if since_ns < ns_from_s(_STARTS_S):
            return
        step_s = board.t_ns / S_NS - self._looks[-1].t_s if self._looks else 0.0
        if self._looks and step_s < _STEP_S:
            return
        if step_s > _STEP_S + _LATE_S:
            self._looks = []
        self._looks = [*self._looks[-2:], self._look(board)]
        if len(self._looks) == 3:
            self._count(*self._looks)

    def _look(self, board: BoardFrame) -> _Look:
        poses = [one.measured.pose for one in board.seen]
        centres = np.array([(pose.x_mm, pose.y_mm) for pose in poses]).reshape(-1, 2)
        reach = np.array([self._reach_mm.get(one.player, 0.0) for one in board.seen])
        off = centres[:, None, :] - centres[None, :, :]
        apart = np.hypot(off[..., 0], off[..., 1]) - reach[:, None] - reach[None, :]
        np.fill_diagonal(apart, np.inf)
        alone = apart.min(axis=1, initial=np.inf) > _ALONE_MM
        free = [one for k, one in enumerate(board.seen) if alone[k] and one.fallen < 0.5]
        return _Look(
            board.t_ns / S_NS,
            {
                one.player: np.array(
                    [
                        one.measured.pose.x_mm,
                        one.measured.pose.y_mm,
                        one.measured.pose.heading_deg,
                    ]
                )
                for one in free
            },
            {one.player: np.diag(one.measured.matrix) for one in free},
        )

    def _count(self, first: _Look, middle: _Look, last: _Look) -> None:
        """How much each who was alone in all three has changed its speed, beyond its errors."""
        before_s, after_s = middle.t_s - first.t_s, last.t_s - middle.t_s
        per_square = 3.0 / (before_s + after_s)
        errors = (1.0 / before_s**2, (1.0 / before_s + 1.0 / after_s) ** 2, 1.0 / after_s**2)
        for name in sorted(first.places.keys() & middle.places.keys() & last.places.keys()):
            ways = [
                _way(b.places[name], a.places[name]) for a, b in ((first, middle), (middle, last))
            ]
            change = ways[1] / after_s - ways[0] / before_s
            chance = sum(
                weight * look.variances[name]
                for weight, look in zip(errors, (first, middle, last), strict=True)
            )
            squares = (change**2 - chance) * per_square
            self._squares[0] += float(squares[0] + squares[1])
            self._squares[1] += float(squares[2])
            self._seen += 1


def _way(after: FloatArray, before: FloatArray) -> FloatArray:
    """How far a base went and turned, in mm and radians."""
    turned = math.radians(turn_deg(float(before[2]), float(after[2])))
    return np.array([after[0] - before[0], after[1] - before[1], turned])
