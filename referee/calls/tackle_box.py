"""Linemen, as they lined up or else by their numbers, and the tackle box between the outer two."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, above_y, below_y
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.reach import BasePoint, reach_beyond
from referee.core.probability import p_above
from referee.core.roster import Player, Roster, Team

# Centers, guards and tackles wear these.
LINEMEN = range(50, 80)


def linemen(roster: Roster, team: Team) -> tuple[str, ...]:
    """The interior linemen of a team."""
    return tuple(p.id for p in roster if p.team is team and is_lineman(p))


def is_lineman(player: Player) -> bool:
    """Whether a player is center, guard or tackle: as lined up, else by its number."""
    return player.number in LINEMEN if player.lineman is None else player.lineman


@dataclass(frozen=True, slots=True)
class TackleBox:
    """The strip behind the line between the outer edges of the outermost linemen as they stood.

    The sigmas are those of its two edges.
    """

    low_y_mm: float
    high_y_mm: float
    low_sigma_mm: float
    high_sigma_mm: float

    def outside(self, shape: BaseShape, measured: MeasuredPose) -> float:
        """How likely the whole base is outside of it, to either side."""
        below = _whole(shape, measured, below_y(self.low_y_mm), self.low_sigma_mm)
        above = _whole(shape, measured, above_y(self.high_y_mm), self.high_sigma_mm)
        return max(below, above)

    def inside(self, shape: BaseShape, measured: MeasuredPose) -> float:
        """How likely the whole base is inside; exactly at its edge it is."""
        above = _whole(shape, measured, above_y(self.low_y_mm), self.low_sigma_mm, reached=True)
        below = _whole(shape, measured, below_y(self.high_y_mm), self.high_sigma_mm, reached=True)
        return min(above, below)


def tackle_box(board: BoardFrame, roster: Roster, team: Team) -> TackleBox | None:
    """The box of the side that snaps; None where fewer than two of its linemen were seen."""
    players = {player.id: player for player in roster}
    line = [s for s in board.seen if _lines_up(players[s.player], team)]
    if len(line) < 2:
        return None
    low, low_sigma = min(_edge(seen, players, below_y(0.0), -1.0) for seen in line)
    high, high_sigma = max(_edge(seen, players, above_y(0.0), 1.0) for seen in line)
    return TackleBox(low, high, low_sigma, high_sigma)


def _lines_up(player: Player, team: Team) -> bool:
    return player.team is team and is_lineman(player)


def _edge(
    seen: SeenBase, players: dict[str, Player], side: HalfPlane, sign: float
) -> tuple[float, float]:
    reach = reach_beyond(players[seen.player].base, seen.measured, side)
    return sign * reach.beyond_mm, reach.sigma_mm


def _whole(
    shape: BaseShape,
    measured: MeasuredPose,
    side: HalfPlane,
    sigma_mm: float,
    *,
    reached: bool = False,
) -> float:
    """How likely a whole base is on that side; ``reached``: whether up to the edge is enough."""
    reach = reach_beyond(shape, measured, side, BasePoint.HINDMOST)
    return p_above(reach.beyond_mm, math.hypot(reach.sigma_mm, sigma_mm), at_limit=reached)
