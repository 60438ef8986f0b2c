"""Lamps and windows as numbers: where they are, what they send, and the pattern of their panes.

A lamp of strength 1 lights a surface that faces it in the middle of the board with irradiance 1;
irradiance 1 makes a perfectly white surface appear with linear value 1. Light falls off with the
square of the distance.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import linear
from referee.sim.look import SceneLook
from referee.sim.render.arrays import F64

# columns of a packed lamp
X, Y, Z, SIZE, BLUE, GREEN, RED, REFERENCE2, GOBO, PANE_X, PANE_Y, PANE_TURN, PANE_SIZE, SOFT = (
    range(14)
)


def pack_lamps(look: SceneLook, profile: FieldProfile) -> F64:
    """(lamps, 14); at least one row, so that a look without lamps is only ambient light."""
    middle = np.array([profile.goal_to_goal_mm / 2, profile.width_mm / 2, 0.0])
    rng = np.random.default_rng([look.seed, 7])
    rows = np.zeros((max(1, len(look.lamps)), 14))
    rows[:, Z] = 1000.0
    rows[:, REFERENCE2] = 1.0
    for row, lamp in zip(rows, look.lamps, strict=False):
        place = np.asarray(lamp.position_mm, dtype=float)
        row[:3] = place
        row[SIZE] = lamp.size_mm
        row[BLUE : RED + 1] = linear(lamp.colour)[::-1] * lamp.strength
        row[REFERENCE2] = ((place - middle) ** 2).sum()
        row[GOBO] = lamp.gobo
        spread = np.array([profile.goal_to_goal_mm, profile.width_mm]) * 0.25
        row[PANE_X : PANE_Y + 1] = middle[:2] + rng.uniform(-1.0, 1.0, 2) * spread
        away = middle[:2] - place[:2]
        row[PANE_TURN] = math.atan2(away[1], away[0]) + rng.normal(0.0, 0.15)
        row[PANE_SIZE] = profile.width_mm * rng.uniform(0.55, 0.9)
        row[SOFT] = max(4.0, 0.02 * lamp.size_mm) + rng.uniform(0.0, 4.0)
    return rows


def lamps_at(lamps: F64, point: F64) -> F64:
    """The lamps as points: each at the same place of its disc (radius 1)."""
    moved = lamps.copy()
    moved[:, X] += 0.5 * lamps[:, SIZE] * point[0]
    moved[:, Y] += 0.5 * lamps[:, SIZE] * point[1]
    return moved


@njit(cache=True, nogil=True, fastmath=True, inline="always")
def smooth_step(edge: float, soft: float, x: float) -> float:
    """0 below the edge, 1 above, over a width of ``2 * soft``."""
    t = min(max((x - edge) / (2.0 * soft) + 0.5, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@njit(cache=True, nogil=True, fastmath=True)
def pane(lamp: F64, x: float, y: float) -> float:
    """Share of a lamp's light that passes its window toward a point of the board."""
    if lamp[GOBO] < 0.5:
        return 1.0
    c, s = math.cos(lamp[PANE_TURN]), math.sin(lamp[PANE_TURN])
    dx, dy = x - lamp[PANE_X], y - lamp[PANE_Y]
    along, across = c * dx + s * dy, c * dy - s * dx
    half_long, half_wide, soft = lamp[PANE_SIZE], 0.6 * lamp[PANE_SIZE], lamp[SOFT]
    lit = smooth_step(0.0, soft, half_long - abs(along)) * smooth_step(
        0.0, soft, half_wide - abs(across)
    )
    if lamp[GOBO] < 1.5:
        bar = 0.035 * lamp[PANE_SIZE]
        lit *= smooth_step(bar, soft, abs(along)) * smooth_step(bar, soft, abs(across))
        step = 0.5 * lamp[PANE_SIZE]
        return lit * smooth_step(0.6 * bar, soft, abs(abs(along) - step))
    period = 0.11 * lamp[PANE_SIZE]
    phase = along / period - math.floor(along / period)
    return lit * smooth_step(0.18 * period, min(soft, 0.15 * period), abs(phase - 0.5) * period)
