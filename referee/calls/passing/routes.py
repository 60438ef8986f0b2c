"""Routes: who of the offense went out of bounds while the power was on, and whether forced.

Kept over the phases of a play, because what happened on the way counts at the pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.calls.contact.neighbours import hidden_near, p_touching, recent_frames
from referee.calls.frame import BoardFrame
from referee.calls.lines.boundary import Boundary, LineCrossing
from referee.calls.lines.in_bounds import boundaries
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import furthest_beyond_mm
from referee.core.roster import Player, Team

# A defender whose touch ended so short a time before still forced the receiver out.
_FORCED_NS = 250_000_000
# A line is looked at once a base is this near to it: some frames before it can be there.
_LINE_NEAR_MM = 8.0


@dataclass(frozen=True, slots=True)
class RouteExit:
    """Somebody was out of bounds: how likely, and how likely an opponent forced the player.

    ``sure``: the crossing is certain, and nobody was hidden who may have forced it.
    """

    player: str
    t_ns: int
    probability: float
    forced: float
    sure: bool


class Routes:
    """One play, from its snap on."""

    def __init__(
        self, field: FieldProfile, players: Mapping[str, Player], team: Team, thresholds: Thresholds
    ) -> None:
        self._field, self._players, self._thresholds = field, players, thresholds
        self._team = team
        self._sides = [(name, side, *side.direction) for name, side in boundaries(field)]
        self._near_mm = {
            player.id: player.base.reach_mm + _LINE_NEAR_MM
            for player in players.values()
            if player.team is team
        }
        self._lines: dict[tuple[str, str], Boundary] = {}
        self._boards: list[BoardFrame] = []
        self._outs: dict[str, RouteExit] = {}

    def update(self, board: BoardFrame) -> None:
        """Take in a frame, live or at rest."""
        self._boards = recent_frames(self._boards, board)
        if not board.power:
            return
        for seen in board.seen:
            near_mm = self._near_mm.get(seen.player)
            if near_mm is None:
                continue
            player, pose = self._players[seen.player], seen.measured.pose
            for name, side, nx, ny in self._sides:
                if pose.x_mm * nx + pose.y_mm * ny + near_mm < side.offset_mm:
                    continue
                if furthest_beyond_mm(player.base, pose, side) < -_LINE_NEAR_MM:
                    continue
                line = self._lines.get((player.id, name))
                if line is None:
                    line = Boundary(name, player.base, side, self._thresholds)
                    self._lines[player.id, name] = line
                crossed, _ = line.update(board.t_ns, seen)
                if crossed is not None:
                    self._went(player, crossed)

    def outs(self) -> tuple[RouteExit, ...]:
        """Everybody who was out, or may have been, in the order of names."""
        found = dict(self._outs)
        for (name, _), line in self._lines.items():
            if name not in found and line.open_crossing is not None:
                found[name] = self._out(self._players[name], line.open_crossing, sure=False)
        return tuple(found[name] for name in sorted(found))

    def _went(self, player: Player, crossed: LineCrossing) -> None:
        out = self._out(player, crossed, sure=True)
        before = self._outs.get(player.id)
        # A receiver that once went out unforced stays out, whatever happens later.
        if before is None or out.forced < before.forced:
            self._outs[player.id] = out

    def _out(self, player: Player, crossed: LineCrossing, *, sure: bool) -> RouteExit:
        t_ns = crossed.instant.t_ns
        opponents = {
            other.id: other.base
            for other in self._players.values()
            if other.team is not player.team
        }
        forced = 0.0
        for at_ns in (t_ns - _FORCED_NS, t_ns - _FORCED_NS // 2, t_ns):
            near = _touched(self._boards, player, opponents, self._thresholds, at_ns)
            forced = max(forced, near)
        present = [name for name in opponents if _ever(self._boards, name)]
        known = {name: opponents[name] for name in present}
        hidden = hidden_near(self._boards, player.id, known, player.base, self._thresholds, t_ns)
        return RouteExit(player.id, t_ns, crossed.beyond.certainty, forced, sure and not hidden)


def _touched(
    boards: Sequence[BoardFrame],
    player: Player,
    opponents: Mapping[str, BaseShape],
    thresholds: Thresholds,
    at_ns: int,
) -> float:
    near = p_touching(boards, player.id, opponents, player.base, thresholds, at_ns)
    return max(near.values(), default=0.0)


def _ever(boards: Sequence[BoardFrame], name: str) -> bool:
    return any(board.find(name) is not None for board in boards)
