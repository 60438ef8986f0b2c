"""Where everything stands in one picture: alone, in rows, in contact, in heaps, fallen, carried."""

from __future__ import annotations

import numpy as np

from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Player, Roster
from referee.lab.pictures.base_placement import BasePlacement, pushed_place, random_place
from referee.sim.board_state import BoardState, HandState, MarkerKind, MarkerState, PieceState

TRIES = 30
CLOSE_SHARE = 0.6  # of figures that are put beside another one
FALLEN_SHARE = 0.1
LIFTED_SHARE = 0.04
HAND_SHARE = 0.3
MOVING_SHARE = 0.3
MOST_MARKERS = 16
FIGURE_ROOM_MM = 38.0  # how far a fallen figure reaches beyond its base


def draw_crowd(
    profile: FieldProfile, roster: Roster, rng: np.random.Generator, number: int
) -> BoardState:
    """One arrangement. ``number`` counts the pictures of a look and only sets the time."""
    count = int(rng.integers(len(roster) // 4, len(roster) + 1))
    order = rng.permutation(len(roster))[:count]
    standing = BasePlacement(profile)
    moving = rng.random() < MOVING_SHARE
    pieces = []
    for index in order:
        player = roster.players[int(index)]
        pose = _place(player.base, standing, rng)
        if pose is None:
            continue
        standing.put(player.base, pose)
        pieces.append(_piece(player, pose, moving, rng))
    hands = _hands(pieces, rng)
    return BoardState(
        t_ns=number * S_NS,
        power_gain=float(rng.uniform(0.0, 1.0)) if moving else 0.0,
        pieces=tuple(pieces),
        markers=_markers(standing, rng),
        hands=hands,
    )


def _place(shape: BaseShape, standing: BasePlacement, rng: np.random.Generator) -> Pose | None:
    for _ in range(TRIES):
        if standing.poses and rng.random() < CLOSE_SHARE:
            k = int(rng.integers(len(standing.poses)))
            pose = _beside(shape, standing.shapes[k], standing.poses[k], rng)
        else:
            heading = rng.uniform(0.0, 360.0)
            if rng.random() < 0.5:
                heading = 180.0 * rng.integers(2) + rng.normal(0.0, 3.0)
            pose = Pose(*random_place(standing.profile, rng), float(heading))
        if standing.free(shape, pose):
            return pose
    return None


def _beside(shape: BaseShape, other: BaseShape, at: Pose, rng: np.random.Generator) -> Pose:
    """Next to a base, touching it or nearly so; square to it in half of the cases."""
    square = rng.random() < 0.5
    if square:
        heading = at.heading_deg + 90.0 * rng.integers(4) + rng.normal(0.0, 2.0)
        toward = at.heading_deg + 90.0 * rng.integers(4) + rng.normal(0.0, 6.0)
    else:
        heading, toward = rng.uniform(0.0, 360.0, 2)
    wanted_mm = 0.0 if rng.random() < 0.5 else float(rng.exponential(2.0))
    return pushed_place(shape, float(heading), other, at, float(toward), wanted_mm)


def _piece(player: Player, pose: Pose, moving: bool, rng: np.random.Generator) -> PieceState:
    kind = rng.random()
    if kind < FALLEN_SHARE:
        toward = float(rng.uniform(0.0, 360.0))
        return PieceState(player.id, pose, fallen=True, fall_toward_deg=toward)
    if kind < FALLEN_SHARE + LIFTED_SHARE:
        return PieceState(player.id, pose, lift_mm=float(rng.uniform(2.0, 60.0)))
    if not moving:
        return PieceState(player.id, pose)
    vx, vy = (float(v) for v in rng.normal(0.0, 30.0, 2))
    return PieceState(player.id, pose, vx, vy, float(rng.normal(0.0, 25.0)))


def _markers(standing: BasePlacement, rng: np.random.Generator) -> tuple[MarkerState, ...]:
    """Balls, magnets and pylons where no base hides them."""
    kinds = [*MarkerKind, MarkerKind.BALL_MAGNET, MarkerKind.FELT_BALL]  # balls matter most
    out = []
    for _ in range(int(rng.integers(0, MOST_MARKERS + 1))):
        pose = Pose(*random_place(standing.profile, rng), float(rng.uniform(0.0, 360.0)))
        if all(
            apart_mm(at, pose) > shape.reach_mm + 4.0
            for shape, at in zip(standing.shapes, standing.poses, strict=True)
        ):
            out.append(MarkerState(kinds[int(rng.integers(len(kinds)))], pose))
    return tuple(out)


def _hands(pieces: list[PieceState], rng: np.random.Generator) -> tuple[HandState, ...]:
    """Now and then a hand at a piece, or two."""
    if not pieces or rng.random() > HAND_SHARE:
        return ()
    out = []
    for _ in range(int(rng.integers(1, 3))):
        at = pieces[int(rng.integers(len(pieces)))]
        out.append(
            HandState(
                x_mm=at.pose.x_mm + float(rng.normal(0.0, 12.0)),
                y_mm=at.pose.y_mm + float(rng.normal(0.0, 12.0)),
                z_mm=at.lift_mm + float(rng.uniform(12.0, 45.0)),
                arm_heading_deg=float(rng.uniform(0.0, 360.0)),
                grip_mm=float(rng.uniform(6.0, 30.0)),
                left=bool(rng.random() < 0.5),
            )
        )
    return tuple(out)
