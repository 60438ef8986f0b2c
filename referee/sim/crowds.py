"""Boards as a camera may find them in a game: bases anywhere, alone, in near contact, in heaps."""

from __future__ import annotations

import math

import numpy as np

from referee.core.base_shape import BaseShape, FloatArray, beveled_front, round_front
from referee.core.field import FieldProfile
from referee.core.gap import pair_gaps_mm
from referee.core.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.sim.scene import BoardState, HandState, MarkerKind, MarkerState, PieceState

REACH_STEP_MM = 0.25
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
    rows: list[tuple[BaseShape, FloatArray]] = []
    pieces = []
    for index in rng.permutation(len(roster)):
        player = roster.players[int(index)]
        row = _place(profile, player.base, rows, huddled, rng)
        rows.append((player.base, row))
        speed = float(rng.uniform(0.0, FASTEST_MM_S)) if shaking and rng.random() < 0.7 else 0.0
        way = row[2] + rng.normal(0.0, 0.4)
        fallen = bool(rng.random() < 0.03)
        pieces.append(
            PieceState(
                player.id,
                Pose(float(row[0]), float(row[1]), math.degrees(row[2])),
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
    profile: FieldProfile,
    shape: BaseShape,
    rows: list[tuple[BaseShape, FloatArray]],
    huddled: float,
    rng: np.random.Generator,
) -> FloatArray:
    for _ in range(TRIES):
        if rows and rng.random() < huddled:
            row = _beside(shape, rows, rng)
        else:
            row = np.array([*_anywhere(profile, rng), _heading(rng)])
        inside = (
            profile.metal_left_x_mm + shape.reach_mm < row[0] < profile.metal_right_x_mm
            and row[0] < profile.metal_right_x_mm - shape.reach_mm
            and profile.metal_near_y_mm + shape.reach_mm < row[1]
            and row[1] < profile.metal_far_y_mm - shape.reach_mm
        )
        if inside and _free(shape, row[None, :], rows)[0]:
            break
    return row


def _beside(
    shape: BaseShape, rows: list[tuple[BaseShape, FloatArray]], rng: np.random.Generator
) -> FloatArray:
    """Pushed toward a base that stands already, until it is as near as this pair shall be."""
    other, there = rows[int(rng.integers(len(rows)))]
    square = rng.random() < 0.5
    heading = there[2] + (math.pi / 2 * rng.integers(4) + rng.normal(0.0, 0.08) if square else 0.0)
    heading = heading if square else _heading(rng)
    way = rng.uniform(0.0, 2.0 * math.pi)
    nearest_mm = 0.0 if rng.random() < 0.4 else float(rng.uniform(0.0, 4.0))
    reach = np.arange(0.0, shape.reach_mm + other.reach_mm + 6.0, REACH_STEP_MM)
    path = np.column_stack(
        [
            there[0] + reach * math.cos(way),
            there[1] + reach * math.sin(way),
            np.full(len(reach), heading),
        ]
    )
    gaps = pair_gaps_mm(shape, path, other, np.tile(there, (len(path), 1)))
    k = int(np.flatnonzero(gaps < nearest_mm)[-1]) + 1
    share = (nearest_mm - gaps[k - 1]) / (gaps[k] - gaps[k - 1])
    return np.asarray(path[k - 1] + share * (path[k] - path[k - 1]) + [1e-3, 0.0, 0.0])


def _free(
    shape: BaseShape, row: FloatArray, rows: list[tuple[BaseShape, FloatArray]]
) -> tuple[bool]:
    for other, there in rows:
        if math.hypot(*(there[:2] - row[0, :2])) > shape.reach_mm + other.reach_mm:
            continue
        if pair_gaps_mm(shape, row, other, there[None, :])[0] < -0.02:
            return (False,)
    return (True,)


def _anywhere(profile: FieldProfile, rng: np.random.Generator) -> tuple[float, float]:
    return (
        float(rng.uniform(profile.metal_left_x_mm, profile.metal_right_x_mm)),
        float(rng.uniform(profile.metal_near_y_mm, profile.metal_far_y_mm)),
    )


def _heading(rng: np.random.Generator) -> float:
    """Any, but often square to the field, as teams line up."""
    if rng.random() < 0.35:
        return float(math.pi / 2 * rng.integers(4) + rng.normal(0.0, 0.05))
    return float(rng.uniform(0.0, 2.0 * math.pi))


def _markers(profile: FieldProfile, rng: np.random.Generator) -> tuple[MarkerState, ...]:
    kinds = list(MarkerKind)
    return tuple(
        MarkerState(
            kinds[int(rng.integers(len(kinds)))],
            Pose(*_anywhere(profile, rng), float(rng.uniform(0.0, 360.0))),
        )
        for _ in range(int(rng.integers(0, 4)))
    )


def _hands(profile: FieldProfile, rng: np.random.Generator) -> tuple[HandState, ...]:
    if rng.random() > 0.06:
        return ()
    x, y = _anywhere(profile, rng)
    return (HandState(x, y, float(rng.uniform(30.0, 90.0)), float(rng.choice([90.0, 270.0]))),)
