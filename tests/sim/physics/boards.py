"""Small boards and rosters for the tests of the physics."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import shapely

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape, FloatArray, round_front, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.sim.physics import Dynamics, PhysicsSettings, PhysicsWorld

MS = 1_000_000
STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
ROUND = round_front("round", 26.0, 19.0, 1.5, 3.0)
FIELD = FieldProfile(
    name="test",
    title="A board for tests",
    goal_to_goal_mm=700.0,
    width_mm=400.0,
    left_end_zone_mm=70.0,
    right_end_zone_mm=70.0,
    near_hash_y_mm=150.0,
    far_hash_y_mm=250.0,
    near_numbers_outer_y_mm=40.0,
    near_numbers_inner_y_mm=70.0,
    far_numbers_inner_y_mm=330.0,
    far_numbers_outer_y_mm=360.0,
    metal_left_x_mm=-100.0,
    metal_right_x_mm=800.0,
    metal_near_y_mm=-50.0,
    metal_far_y_mm=450.0,
)
# Nobody falls, nobody hooks: what happens is pushing alone.
CALM = PhysicsSettings(
    locks_per_s=0.0, falls_per_s=0.0, falls_per_hard_hit=0.0, falls_per_side_push_s=0.0
)
# A base that goes straight ahead as evenly as a clock.
STEADY = Dynamics(speed_mm_s=80.0, speed_noise=0.0, turn_noise_deg_s=0.0)


def roster(count: int = 2, shape: BaseShape = STANDARD) -> Roster:
    """Home H0, H1 ... and away A0, A1 ..., ``count`` of each."""
    return Roster(
        tuple(
            Player(f"{team.value[0].upper()}{k}", team, k, shape)
            for team in (Team.HOME, Team.AWAY)
            for k in range(count)
        )
    )


def world(
    places: Mapping[str, Pose],
    *,
    dynamics: Dynamics | Mapping[str, Dynamics] | None = STEADY,
    settings: PhysicsSettings = CALM,
    seed: int = 1,
    players: Roster | None = None,
) -> PhysicsWorld:
    """A world with figures where one wants them; the same dynamics for all unless given by id."""
    players = players or roster()
    each = {p.id: dynamics for p in players} if isinstance(dynamics, Dynamics) else dynamics
    made = PhysicsWorld(FIELD, players, each, seed, settings)
    for player_id, pose in places.items():
        made.place(player_id, pose)
    return made


def scrum(seed: int, settings: PhysicsSettings = CALM, count: int = 4) -> PhysicsWorld:
    """Two lines walking into each other, everyone with dynamics of their own, two kinds of base."""
    players = Roster(
        tuple(
            Player(p.id, p.team, p.number, ROUND if k % 3 == 0 else STANDARD)
            for k, p in enumerate(roster(count))
        )
    )
    places = {}
    for k in range(count):
        places[f"H{k}"] = Pose(320.0, 150.0 + 23.0 * k, 0.0)
        places[f"A{k}"] = Pose(355.0, 156.0 + 23.0 * k, 180.0)
    return world(places, dynamics=None, settings=settings, seed=seed, players=players)


def record(board: PhysicsWorld, ms: int) -> FloatArray:
    """Poses (ms + 1, players, 3) while ``ms`` milliseconds pass; headings run on, in radians."""
    rows = []
    for _ in range(ms + 1):
        rows.append(
            [
                (p.pose.x_mm, p.pose.y_mm, math.radians(p.pose.heading_deg))
                for p in board.state().pieces
            ]
        )
        board.step_to(board.now_ns + MS)
    poses = np.array(rows)
    poses[..., 2] = np.unwrap(poses[..., 2], axis=0)
    return poses


def at(poses: FloatArray, ms: FloatArray) -> FloatArray:
    """Poses of one base at fractional milliseconds: straight lines between ticks."""
    k = np.clip(np.floor(ms).astype(int), 0, len(poses) - 2)
    return poses[k] + (ms - k)[:, None] * (poses[k + 1] - poses[k])


def shapely_gaps(
    a: BaseShape, poses_a: FloatArray, b: BaseShape, poses_b: FloatArray
) -> FloatArray:
    """Gaps as shapely measures them: distance of the skeletons less both corner radii."""
    first, second = _skeletons(a, poses_a), _skeletons(b, poses_b)
    return shapely.distance(first, second) - a.radius_mm - b.radius_mm


def outline(shape: BaseShape, pose: Pose, quad_segs: int = 256) -> shapely.Polygon:
    """The outline as shapely draws it, with its corners as fine as asked for."""
    skeleton = shapely.Polygon(pose.to_board(shape.skeleton))
    return skeleton.buffer(shape.radius_mm, quad_segs=quad_segs)


def _skeletons(shape: BaseShape, poses: FloatArray) -> FloatArray:
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    turn = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], -2)
    corners = np.einsum("kij,nj->kni", turn, shape.skeleton) + poses[:, None, :2]
    return shapely.polygons(corners)
