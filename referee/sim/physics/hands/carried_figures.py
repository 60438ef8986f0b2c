"""Figures that hands hold, as the pictures show them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.sim.board_state import PieceState
from referee.sim.physics.hands.visits import CarryKeyframe, HandVisit

# Velocities are differences over this long.
STEP_NS = 1_000_000
STEP_S = 1e-3


def carried_pieces(visit: HandVisit, t_ns: int, roster: Roster) -> Iterator[PieceState]:
    """The figures in the hands at an instant; those beside the board are out of the picture."""
    for carry in visit.carries:
        now = carry.at(t_ns)
        if now is None:
            continue
        before = carry.at(t_ns - STEP_NS) or now
        yield _piece(roster.players[carry.row].id, now, before)


def _piece(player_id: str, now: CarryKeyframe, before: CarryKeyframe) -> PieceState:
    return PieceState(
        player_id=player_id,
        pose=Pose(now.x_mm, now.y_mm, now.heading_deg),
        vx_mm_s=(now.x_mm - before.x_mm) / STEP_S,
        vy_mm_s=(now.y_mm - before.y_mm) / STEP_S,
        spin_deg_s=(now.heading_deg - before.heading_deg) / STEP_S,
        lift_mm=now.lift_mm,
    )
