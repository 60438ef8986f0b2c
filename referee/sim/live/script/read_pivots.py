"""The turns after the snap of a recorded play: carrier to a hole, some defenders to the carrier."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.geometry.pose import apart_mm
from referee.core.turns import heading_to_deg, turn_deg
from referee.sim.physics import PhysicsWorld, Pivot

MOST_DEFENDERS = 4
MOST_BLOCKERS = 2
# A turn that does not fit between the neighbours is tried smaller before it is dropped.
PARTS = (1.0, 0.5)


def read_pivots(
    world: PhysicsWorld,
    carrier: str,
    friends: Sequence[str],
    foes: Sequence[str],
    direction: int,
    rng: np.random.Generator,
) -> list[Pivot]:
    """Pivots that are possible now, the carrier's first."""
    poses = {piece.player_id: piece.pose for piece in world.state().pieces if not piece.fallen}
    if carrier not in poses:
        return []
    ball = poses[carrier]
    ahead = 0.0 if direction == 1 else 180.0
    wishes = [(carrier, ahead + float(rng.normal(0.0, 18.0)))]
    by_distance = sorted((f for f in foes if f in poses), key=lambda f: apart_mm(poses[f], ball))
    wishes += [
        (foe, heading_to_deg(poses[foe], ball) + float(rng.normal(0.0, 6.0)))
        for foe in by_distance[:MOST_DEFENDERS]
    ]
    blockers = [f for f in friends if f in poses and f != carrier]
    for blocker in sorted(blockers, key=lambda f: apart_mm(poses[f], ball))[:MOST_BLOCKERS]:
        nearest = min(by_distance, key=lambda f: apart_mm(poses[f], poses[blocker]), default=None)
        if nearest is not None:
            wishes.append((blocker, heading_to_deg(poses[blocker], poses[nearest])))
    chosen: list[Pivot] = []
    for player, heading in wishes:
        turn = turn_deg(poses[player].heading_deg, heading)
        for part in PARTS:
            pivot = Pivot(player, by_deg=part * turn)
            if world.objection(*chosen, pivot) is None:
                chosen.append(pivot)
                break
    return chosen
