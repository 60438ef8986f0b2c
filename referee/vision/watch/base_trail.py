"""Where a moving base is looked for: where its last step leads, and where else it may be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.core.clock import S_NS
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.turns import turn_deg

# A step over a longer time says nothing of the present speed.
STEP_NS = 200_000_000
# Bases creep straight ahead, hardly ever faster; one that starts or was hit gains half of it.
FAST_MM_S = 200.0
SHARES = (0.5, 1.0)
# Nearer places than this lead to the same outline.
SAME_MM = 2.5
MOST_OTHERS = 4
MOST_TURN_DEG = 20.0


@dataclass(frozen=True, slots=True)
class BaseTrail:
    """Where a base was measured last, how fast it went there, and for how many frames it is missed.

    The last step alone says how fast: what is smoothed lags where a base starts, stops or is hit.
    """

    pose: Pose
    seen_ns: int
    missed: int = 0
    vx_mm_s: float = 0.0
    vy_mm_s: float = 0.0
    turn_deg_s: float = 0.0

    def measured(self, pose: Pose, t_ns: int) -> BaseTrail:
        """One step further."""
        passed_ns = t_ns - self.seen_ns
        if not 0 < passed_ns <= STEP_NS:
            return BaseTrail(pose, t_ns)
        passed_s = passed_ns / S_NS
        turned_deg = turn_deg(self.pose.heading_deg, pose.heading_deg)
        if abs(turned_deg) > MOST_TURN_DEG:  # it was taken for the other way round
            turned_deg = 0.0
        vx_mm_s = (pose.x_mm - self.pose.x_mm) / passed_s
        vy_mm_s = (pose.y_mm - self.pose.y_mm) / passed_s
        return BaseTrail(pose, t_ns, 0, vx_mm_s, vy_mm_s, turned_deg / passed_s)

    def miss(self) -> BaseTrail:
        """Looked for once more, and not found."""
        return replace(self, missed=self.missed + 1)

    def ahead(self, t_ns: int) -> Pose:
        """Where the last step leads to."""
        passed_s = min(t_ns - self.seen_ns, STEP_NS) / S_NS
        return Pose(
            self.pose.x_mm + passed_s * self.vx_mm_s,
            self.pose.y_mm + passed_s * self.vy_mm_s,
            self.pose.heading_deg + passed_s * self.turn_deg_s,
        )

    def others(self, t_ns: int, looked_at: Pose) -> tuple[Pose, ...]:
        """Where the base may be instead: stopped, started, or gone on straight ahead."""
        out: list[Pose] = []
        for place in self._places(t_ns):
            if all(apart_mm(place, other) > SAME_MM for other in (looked_at, *out)):
                out.append(place)
        return tuple(out[:MOST_OTHERS])

    def _places(self, t_ns: int) -> Iterator[Pose]:
        reach_mm = FAST_MM_S * min(t_ns - self.seen_ns, STEP_NS) / S_NS
        along = math.radians(self.pose.heading_deg)
        ahead = self.ahead(t_ns)
        yield self.pose
        yield ahead
        for share in SHARES:
            way_mm = share * reach_mm
            x = self.pose.x_mm + way_mm * math.cos(along)
            yield Pose(x, self.pose.y_mm + way_mm * math.sin(along), ahead.heading_deg)
