"""Whether the board shakes, told from the bases themselves: many at once never move by hand."""

from __future__ import annotations

from collections import deque

from referee.core.geometry.pose import Pose, apart_mm

SPAN_NS = 120_000_000  # over which moves are counted
LEAST_SPAN_NS = 50_000_000  # from which on they say something
LEAST_BASES = 4  # seen at both ends of the span
MOVED_MM = 0.7  # within the span: measured positions of a resting base differ by less
ON_SHARE = 0.35  # of them moved: the board is on
OFF_SHARE = 0.15  # of them still move: it is still on


class BoardShake:
    """The power as far as pictures tell it, a tenth of a second late."""

    def __init__(self) -> None:
        self._past: deque[tuple[int, dict[str, Pose]]] = deque()
        self.powered = False

    def update(self, t_ns: int, poses: dict[str, Pose]) -> bool:
        """One frame's measured poses by player; whether the board shakes."""
        self._past.append((t_ns, poses))
        while len(self._past) > 2 and self._past[1][0] <= t_ns - SPAN_NS:
            self._past.popleft()
        then_ns, before = self._past[0]
        both = [who for who in poses if who in before]
        if t_ns - then_ns < LEAST_SPAN_NS or len(both) < LEAST_BASES:
            return self.powered
        moved = sum(apart_mm(poses[who], before[who]) > MOVED_MM for who in both) / len(both)
        self.powered = moved > (OFF_SHARE if self.powered else ON_SHARE)
        return self.powered
