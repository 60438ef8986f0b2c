"""Fronts of all players together: what frames, creeping and the line-up say of them."""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.vision.roster.assignment import IntArray
from referee.vision.roster.front_evidence import (
    EACH,
    FREE_MM,
    MOST_CREEP,
    MOST_LINE_UP,
    STEP_MM,
    clamped,
    evidence,
    move_to_sighting,
    turn_round,
)
from referee.vision.roster.player_rows import (
    ANCHOR_X,
    ANCHOR_Y,
    ANCHORED,
    CREEP,
    LINE_UP,
    LOST,
    PLACED,
    SET_BY_HAND,
    SIDE,
    H,
    X,
    Y,
)

STRAIGHT = 0.8  # cosine: a base that creeps goes along its axis, within its drift


@compiled
def move_players(
    slots: FloatArray,
    seen: FloatArray,
    found: IntArray,
    now_s: float,
    moving: bool,
    powered: bool,
    c: FloatArray,
) -> None:
    """Move every player who was sighted to his sighting, and weigh what it says of his front."""
    for i in range(slots.shape[0]):
        j = found[i]
        if j >= 0:
            move_to_sighting(slots[i], seen[j], now_s, moving, c)
    for i in range(slots.shape[0]):
        if found[i] >= 0:
            _creep(slots, i, powered, c)


@compiled
def evidence_of(slots: FloatArray, c: FloatArray) -> FloatArray:
    """For each player the log-odds that the carried front is right."""
    out = np.empty(slots.shape[0])
    for i in range(slots.shape[0]):
        out[i] = evidence(slots[i], c)
    return out


@compiled
def _creep(slots: FloatArray, i: int, powered: bool, c: FloatArray) -> None:
    """A step along its axis by its own power says which end goes ahead."""
    if not powered or not _free(slots, i, c[FREE_MM]):
        slots[i, ANCHORED] = 0.0
        return
    if slots[i, ANCHORED] == 0.0:
        slots[i, ANCHOR_X], slots[i, ANCHOR_Y], slots[i, ANCHORED] = slots[i, X], slots[i, Y], 1.0
        return
    dx, dy = slots[i, X] - slots[i, ANCHOR_X], slots[i, Y] - slots[i, ANCHOR_Y]
    way = math.hypot(dx, dy)
    if way < c[STEP_MM]:
        return
    ahead = (dx * math.cos(slots[i, H]) + dy * math.sin(slots[i, H])) / way
    if abs(ahead) > STRAIGHT:
        slots[i, CREEP] = clamped(slots[i, CREEP] + c[EACH] * ahead, c[MOST_CREEP])
    slots[i, ANCHOR_X], slots[i, ANCHOR_Y] = slots[i, X], slots[i, Y]


@compiled
def _free(slots: FloatArray, i: int, free_mm: float) -> bool:
    for k in range(slots.shape[0]):
        if k == i or slots[k, PLACED] == 0.0:
            continue
        dx, dy = slots[k, X] - slots[i, X], slots[k, Y] - slots[i, Y]
        if dx * dx + dy * dy < free_mm * free_mm:
            return False
    return True


@compiled
def line_up(slots: FloatArray, c: FloatArray) -> float:
    """At a snap teams face each other; +1 when home stands on the left and faces right, 0 unclear.

    Only figures a hand has set since the last time: the others already said what they know.
    """
    homes, aways, home_x, away_x = 0, 0, 0.0, 0.0
    for i in range(slots.shape[0]):
        if slots[i, PLACED] == 0.0 or slots[i, LOST] != 0.0:
            continue
        if slots[i, SIDE] > 0.0:
            homes, home_x = homes + 1, home_x + slots[i, X]
        else:
            aways, away_x = aways + 1, away_x + slots[i, X]
    if homes == 0 or aways == 0:
        return 0.0
    apart = away_x / aways - home_x / homes
    if abs(apart) < c[FREE_MM] / 2.0:
        return 0.0
    direction = 1.0 if apart > 0.0 else -1.0
    for i in range(slots.shape[0]):
        if slots[i, SET_BY_HAND] != 0.0:
            slots[i, LINE_UP] = c[MOST_LINE_UP] * direction * slots[i, SIDE] * math.cos(slots[i, H])
            slots[i, SET_BY_HAND] = 0.0
            if evidence(slots[i], c) < 0.0:
                turn_round(slots[i])
    return direction
