"""Whether the bases move, as the frames show it: many at once, so that one hand does not count."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.clock import MS_NS

# How far back a frame is compared with: short enough to tell a stop soon, long enough for a creep.
SPAN_NS = 120 * MS_NS
LEAST_SPAN_NS = 60 * MS_NS
LEAST_BASES = 4
# The slowest bases creep at 10 mm/s; measured places of resting ones differ by 0.2 mm and less.
MOVED_MM = 0.6
# Jammed bases stand still under power, and a hand moves a few without it.
MOVING_SHARE = 0.3
RESTING_SHARE = 0.15


@dataclass
class BoardMotion:
    """Feed it every frame. ``moving`` is None while too few who stand are seen to tell."""

    moving: bool | None = None
    # Whether at least one base moves that is seen well: the others may be jammed.
    any_moves: bool = False
    _past: deque[tuple[int, dict[str, tuple[float, float]]]] = field(default_factory=deque)

    def update(self, board: BoardFrame) -> bool | None:
        """Take in a frame; whether the bases move in it."""
        # A fallen figure's place is known to a millimetre only: at rest it seems to jump about.
        places = {
            s.player: (s.measured.pose.x_mm, s.measured.pose.y_mm) for s in board.seen if not s.lies
        }
        self._past.append((board.t_ns, places))
        while len(self._past) > 2 and self._past[1][0] <= board.t_ns - SPAN_NS:
            self._past.popleft()
        then_ns, before = self._past[0]
        both = [name for name in places if name in before]
        if board.t_ns - then_ns < LEAST_SPAN_NS or len(both) < LEAST_BASES:
            self.moving, self.any_moves = None, False
            return None
        moved = {n for n in both if math.dist(places[n], before[n]) >= MOVED_MM}
        share = len(moved) / len(both)
        self.any_moves = bool(moved - {s.player for s in board.seen if _roughly(s)})
        # Between the two bars it stays as it was: a board that comes to rest is told once.
        if share >= MOVING_SHARE:
            self.moving = True
        elif share <= RESTING_SHARE or self.moving is None:
            self.moving = False
        return self.moving


def _roughly(seen: SeenBase) -> bool:
    """Whether a base's place is known so roughly that at rest it seems to move."""
    covariance = seen.measured.covariance
    return max(covariance[0][0], covariance[1][1]) > (MOVED_MM / 2.0) ** 2
