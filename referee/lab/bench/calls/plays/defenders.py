"""Defenders and team-mates around a carrier: who comes at it, who blocks, who just passes.

A near call is made by aiming: a defender's start is shifted sideways until the straight ways of
both leave a gap that was drawn from -0.5 to 3 mm. How they creep decides what becomes of it.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import pair_gaps_mm
from referee.core.geometry.pose import Pose
from referee.core.roster import Player
from referee.lab.bench.calls.plays.figure_setter import TRIES, FigureSetter
from referee.sim.physics import Dynamics

AIMED_MM = (-0.5, 3.0)


def steady_figure(rng: np.random.Generator) -> Dynamics:
    """One who can be aimed."""
    return Dynamics(
        speed_mm_s=float(rng.uniform(45.0, 110.0)),
        speed_noise=0.02,
        turn_noise_deg_s=1.0,
    )


def wandering_figure(rng: np.random.Generator) -> Dynamics:
    """One who wanders as bases do."""
    return Dynamics(
        speed_mm_s=float(rng.triangular(45.0, 80.0, 150.0)),
        drift_deg=float(rng.normal(0.0, 2.5)),
        curve_deg_per_mm=float(rng.normal(0.0, 0.08)),
        turn_noise_deg_s=float(rng.uniform(6.0, 24.0)),
        strength=float(rng.uniform(0.8, 1.4)),
    )


def add_grazing_defender(s: FigureSetter, carrier: Player, at: Pose, grazer: Player) -> None:
    """A defender whose straight way leads past the carrier's with a gap that is drawn."""
    rng = s.rng
    for _ in range(TRIES):
        turn = float(rng.choice([180.0, 0.0, 90.0, -90.0]) + rng.normal(0.0, 15.0))
        heading = at.heading_deg + turn
        own, other = (
            velocity_of(s, who, h) for who, h in ((carrier, at.heading_deg), (grazer, heading))
        )
        rel = other - own
        speed = float(np.hypot(*rel))
        if speed < 30.0:
            continue
        gap = float(rng.uniform(*AIMED_MM))
        side = float(rng.choice([-1.0, 1.0]))
        along = rel / speed
        across = side * np.array([-along[1], along[0]])
        back = speed * float(rng.uniform(0.3, 0.65))
        off = aimed_offset_mm(carrier.base, at, grazer.base, heading, along, across, gap)
        start = np.array([at.x_mm, at.y_mm]) - back * along + off * across
        if s.put(grazer, Pose(float(start[0]), float(start[1]), heading)):
            return
    s.put_near(grazer, Pose(at.x_mm, at.y_mm, at.heading_deg + 180.0), 20.0)


def velocity_of(s: FigureSetter, player: Player, heading_deg: float) -> FloatArray:
    """A figure's speed along its heading, in mm/s along x and y."""
    a, speed = math.radians(heading_deg), s.dynamics[player.id].speed_mm_s
    return speed * np.array([math.cos(a), math.sin(a)])


def aimed_offset_mm(
    shape: BaseShape,
    at: Pose,
    other: BaseShape,
    heading_deg: float,
    along: FloatArray,
    across: FloatArray,
    gap_mm: float,
) -> float:
    """How far to the side a straight way has to lie for a gap."""
    steps = np.linspace(-45.0, 45.0, 181)
    fixed = np.tile([at.x_mm, at.y_mm, math.radians(at.heading_deg)], (len(steps), 1))
    low, high = 0.0, shape.reach_mm + other.reach_mm + 5.0
    for _ in range(24):
        middle = (low + high) / 2
        places = np.array([at.x_mm, at.y_mm]) + steps[:, None] * along + middle * across
        rows = np.column_stack([places, np.full(len(steps), math.radians(heading_deg))])
        if pair_gaps_mm(shape, fixed, other, rows).min() < gap_mm:
            low = middle
        else:
            high = middle
    return high


def add_tackler(s: FigureSetter, carrier: Player, at: Pose, foe: Player, *, late: bool) -> None:
    """A defender on its way to the carrier; one in four looks elsewhere, and is run into."""
    rng = s.rng
    for _ in range(TRIES):
        bearing = at.heading_deg + float(rng.normal(0.0, 75.0))
        far = float(rng.uniform(150.0, 220.0) if late else rng.uniform(42.0, 110.0))
        a = math.radians(bearing)
        x, y = at.x_mm + far * math.cos(a), at.y_mm + far * math.sin(a)
        meets = velocity_of(s, carrier, at.heading_deg) * far / 150.0
        toward = math.degrees(math.atan2(at.y_mm + meets[1] - y, at.x_mm + meets[0] - x))
        spread = 10.0 if rng.random() < 0.75 else 120.0
        if s.put(foe, Pose(x, y, toward + float(rng.normal(0.0, spread)))):
            return


def add_blocker(s: FigureSetter, at: Pose, mate: Player) -> None:
    """A team-mate close by."""
    a = math.radians(at.heading_deg + float(s.rng.normal(0.0, 90.0)))
    far = float(s.rng.uniform(45.0, 90.0))
    heading = s.plays.heading_deg + float(s.rng.normal(0.0, 30.0))
    s.put(mate, Pose(at.x_mm + far * math.cos(a), at.y_mm + far * math.sin(a), heading))
