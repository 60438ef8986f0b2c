"""Boards as a camera may find them in a game: bases anywhere, alone, in near contact, in heaps."""

from __future__ import annotations

import math

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape, beveled_front, round_front
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.lab.pictures.base_placement import BasePlacement, pushed_place, random_place
from referee.sim.board_state import BoardState, HandState, MarkerKind, MarkerState, PieceState

TRIES = 40
FASTEST_MM_S = 160.0
FASTEST_TURN_DEG_S = 120.0


def random_roster(rng: np.random.Generator, players_each: int = 11) -> Roster:
    """Two teams; each stands on one kind of base, drawn over the sizes that are sold."""
    players = []
    for letter, team in (("H", Team.HOME), ("A", Team.AWAY)):
        shape = random_base(rng)
        players += [Player(f"{letter}{50 + k}", team, 50 + k, shape) for k in range(players_each)]
    return Roster(tuple(players))


def random_base(rng: np.random.Generator) -> BaseShape:
    """A base of any of the three outlines: straight, bevelled or round in front."""
    length, width = float(rng.uniform(25.0, 32.5)), float(rng.uniform(16.5, 23.0))
    radius, height = float(rng.uniform(0.6, 3.0)), float(rng.uniform(2.2, 3.6))
    kind = int(rng.choice(3, p=[0.6, 0.2, 0.2]))
    if kind == 2:
        return round_front("any", length, width, radius, float(rng.uniform(1.0, 5.0)), height)
    bevel = float(rng.uniform(1.5, 5.0)) if kind == 1 else 0.0
    return beveled_front("any", length, width, radius, bevel, height)


def random_crowd(
    profile: FieldProfile, roster: Roster, rng: np.random.Generator, t_ns: int = 0
) -> BoardState:
    """All players on the board, none inside another, about half of them close to somebody."""
    huddled = float(rng.choice([0.0, 0.5, 0.8]))
    shaking = bool(rng.random() < 0.6)
    standing = BasePlacement(profile)
    pieces = []
    for index in rng.permutation(len(roster)):
        player = roster.players[int(index)]
        pose = _place(standing, player.base, huddled, rng)
        standing.put(player.base, pose)
        speed = float(rng.uniform(0.0, FASTEST_MM_S)) if shaking and rng.random() < 0.7 else 0.0
        way = math.radians(pose.heading_deg) + rng.normal(0.0, 0.4)
        fallen = bool(rng.random() < 0.03)
        pieces.append(
            PieceState(
                player.id,
                pose,
                speed * math.cos(way),
                speed * math.sin(way),
                float(rng.uniform(-1.0, 1.0)) * FASTEST_TURN_DEG_S if speed > 0.0 else 0.0,
                fallen=fallen,
                fall_toward_deg=float(rng.uniform(0.0, 360.0)),
            )
        )
    pieces.sort(key=lambda p: roster.index(p.player_id))
    return BoardState(
        t_ns, 1.0 if shaking else 0.0, tuple(pieces), _markers(profile, rng), _hands(profile, rng)
    )


def _place(
    standing: BasePlacement, shape: BaseShape, huddled: float, rng: np.random.Generator
) -> Pose:
    for _ in range(TRIES):
        if standing.poses and rng.random() < huddled:
            pose = _beside(shape, standing, rng)
        else:
            pose = Pose(*random_place(standing.profile, rng), _heading_deg(rng))
        if standing.free(shape, pose, shape.reach_mm):
            break
    return pose


def _beside(shape: BaseShape, standing: BasePlacement, rng: np.random.Generator) -> Pose:
    """Pushed away from a base that stands already, until it is as far as this pair shall be."""
    k = int(rng.integers(len(standing.poses)))
    other, at = standing.shapes[k], standing.poses[k]
    square = rng.random() < 0.5
    turn = 90.0 * rng.integers(4) + math.degrees(rng.normal(0.0, 0.08)) if square else 0.0
    heading = at.heading_deg + turn if square else _heading_deg(rng)
    toward = math.degrees(rng.uniform(0.0, 2.0 * math.pi))
    gap_mm = 0.0 if rng.random() < 0.4 else float(rng.uniform(0.0, 4.0))
    return pushed_place(shape, float(heading), other, at, toward, gap_mm)


def _heading_deg(rng: np.random.Generator) -> float:
    """Any, but often square to the field, as teams line up."""
    if rng.random() < 0.35:
        return 90.0 * int(rng.integers(4)) + math.degrees(rng.normal(0.0, 0.05))
    return math.degrees(rng.uniform(0.0, 2.0 * math.pi))


def _markers(profile: FieldProfile, rng: np.random.Generator) -> tuple[MarkerState, ...]:
    kinds = list(MarkerKind)
    return tuple(
        MarkerState(
            kinds[int(rng.integers(len(kinds)))],
            Pose(*random_place(profile, rng), float(rng.uniform(0.0, 360.0))),
        )
        for _ in range(int(rng.integers(0, 4)))
    )


def _hands(profile: FieldProfile, rng: np.random.Generator) -> tuple[HandState, ...]:
    if rng.random() > 0.06:
        return ()
    x, y = random_place(profile, rng)
    return (HandState(x, y, float(rng.uniform(30.0, 90.0)), float(rng.choice([90.0, 270.0]))),)
