"""Who is it? Players lost from sight against strangers who stand there, all at once.

This is the slow second look: after hands were at work, or when someone was long unseen. It weighs
team, size, the place each was last seen at, and what a hand plausibly did: nothing, turn him on the
spot, set him down nearby, put him where another stood, or somewhere else altogether.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.base_shape import FloatArray
from referee.vision.roster.assignment import NOBODY, IntArray, pair, total
from referee.vision.roster.hands import Hands
from referee.vision.roster.strangers import Stranger
from referee.vision.roster.tables import (
    COVERED,
    HANDLED,
    LENGTH,
    NOWHERE_MM,
    PLACED,
    SEEN_S,
    SIDE,
    VACANT_S,
    WIDTH,
    X,
    Y,
)
from referee.vision.roster.tuning import Tuning

IMPOSSIBLE = 1e3
# What a hand does with a figure it holds, and how exactly (mm); "where another stood" is apart.
ON_THE_SPOT, NEARBY, SWAPPED, ANYWHERE = 0.35, 0.3, 0.1, 0.25
SPOT_MM, NEARBY_MM, SWAPPED_MM = 1.2, 6.0, 6.0
WITHOUT_A_HAND = -6.0
FROM_THE_BENCH = -8.0
TOO_FAR = -8.0
WORST_SIZE, WORST_TEAM = 6.0, 6.0
# Who has left his place must be somewhere in sight, unless a hand still holds or hides him.
MOST_VACANT, MOST_VACANT_HANDS = 8.0, 2.0
NEXT_MM = 40.0
LIFT_S, HAND_SPEED_MM_S = 0.08, 2500.0
# How readily a stranger is nobody: the longer it is there, the less.
NOBODY_FIRST, NOBODY_EACH, NOBODY_LEAST = 2.0, 0.3, -6.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Player ``row`` is stranger ``column``; ``rivals`` (rows) might be meant as well."""

    row: int
    column: int
    margin: float
    rivals: tuple[int, ...]


def verdicts(cost: FloatArray, rows: Sequence[int], certain: float) -> list[Verdict]:
    """The best pairing, and for each of ``rows`` by how much it beats the best one without it."""
    found = pair(cost)
    best = total(cost, found)
    out = []
    for row in rows:
        column = int(found[row])
        if column == NOBODY:
            continue
        other, margin = _without(cost, best, row, column)
        changed = (found != other) & ((found != NOBODY) | (other != NOBODY))
        rivals = tuple(int(k) for k in np.flatnonzero(changed)) if margin < certain else ()
        out.append(Verdict(row, column, margin, rivals))
    return out


def _without(cost: FloatArray, best: float, row: int, column: int) -> tuple[IntArray, float]:
    barred = cost.copy()
    barred[row, column] = IMPOSSIBLE
    other = pair(barred)
    return other, total(barred, other) - best


def lost_costs(
    slots: FloatArray,
    lost: Sequence[int],
    strangers: Sequence[Stranger],
    hands: Hands,
    *,
    moving: bool,
    hands_about: bool,
    tuning: Tuning,
) -> FloatArray:
    """The cost of each pair of lost player and stranger, against unseen and nobody."""
    cost = np.full((len(lost), len(strangers)), IMPOSSIBLE)
    most_vacant = MOST_VACANT_HANDS if hands_about else MOST_VACANT
    handled = [i for i in lost if slots[i, HANDLED] and slots[i, PLACED]]
    for a, i in enumerate(lost):
        slot = slots[i]
        for b, stranger in enumerate(strangers):
            placed = bool(slot[PLACED])
            if placed and stranger.since_s < slot[SEEN_S] + _soonest_s(slot, stranger):
                continue  # it was there before he can have come
            if not placed and moving:
                continue  # nobody comes from the bench while the board shakes
            likely = _looks(slot, stranger, tuning)
            if not placed:
                likely += FROM_THE_BENCH
            elif slot[HANDLED]:
                others = [slots[k] for k in handled if k != i]
                likely += _by_hand(slot, stranger, others, tuning)
            else:
                likely += _by_itself(slot, stranger, moving, tuning)
            if placed:
                likely += _carried(slot, stranger, hands)
                if not slot[COVERED]:
                    likely += min(slot[VACANT_S] * tuning.vacant_per_s, most_vacant)
            nobody = max(NOBODY_FIRST - NOBODY_EACH * stranger.count, NOBODY_LEAST)
            cost[a, b] = -(likely - nobody)
    return cost


def _soonest_s(slot: FloatArray, stranger: Stranger) -> float:
    """How long a hand takes at least; from place to place next to it, a frame will do."""
    far = math.hypot(stranger.row[X] - slot[X], stranger.row[Y] - slot[Y])
    if far <= NEXT_MM or slot[X] == NOWHERE_MM:
        return 1e-9
    return LIFT_S + far / HAND_SPEED_MM_S


def _looks(slot: FloatArray, stranger: Stranger, tuning: Tuning) -> float:
    own = 1.0 / (1.0 + math.exp(-slot[SIDE] * stranger.home))
    off = (stranger.length_mm - slot[LENGTH]) ** 2 + (stranger.width_mm - slot[WIDTH]) ** 2
    size = min(0.5 * off / tuning.size_sigma_mm**2, WORST_SIZE)
    return max(math.log(2.0 * own), -WORST_TEAM) - float(size)


def _by_hand(
    slot: FloatArray, stranger: Stranger, others: Sequence[FloatArray], tuning: Tuning
) -> float:
    likely = ANYWHERE
    likely += ON_THE_SPOT * _at(slot, stranger, SPOT_MM, tuning)
    likely += NEARBY * _at(slot, stranger, NEARBY_MM, tuning)
    for other in others:
        likely += SWAPPED / len(others) * _at(other, stranger, SWAPPED_MM, tuning)
    return math.log(likely)


def _at(slot: FloatArray, stranger: Stranger, sigma_mm: float, tuning: Tuning) -> float:
    dx, dy = stranger.row[X] - slot[X], stranger.row[Y] - slot[Y]
    spread = 2.0 * sigma_mm * sigma_mm
    return float(math.exp(-(dx * dx + dy * dy) / spread) * tuning.board_mm2 / (math.pi * spread))


def _carried(slot: FloatArray, stranger: Stranger, hands: Hands) -> float:
    """Within reach of one pause nothing says how the fingers moved."""
    row = stranger.row
    if not slot[HANDLED] or slot[X] == NOWHERE_MM:
        return 0.0
    if math.hypot(row[X] - slot[X], row[Y] - slot[Y]) < NEXT_MM:
        return 0.0
    taken = (float(slot[X]), float(slot[Y]), float(slot[SEEN_S]))
    return hands.carried(taken, (float(row[X]), float(row[Y]), stranger.since_s))


def _by_itself(slot: FloatArray, stranger: Stranger, moving: bool, tuning: Tuning) -> float:
    far = math.hypot(stranger.row[X] - slot[X], stranger.row[Y] - slot[Y])
    unseen_s = stranger.last_s - slot[SEEN_S]
    if not moving:
        return WITHOUT_A_HAND
    if far > 20.0 + tuning.top_speed_mm_s * unseen_s:
        return TOO_FAR
    sigma = 10.0 + tuning.moving_sigma_mm_s * unseen_s
    return math.log(max(_at(slot, stranger, sigma, tuning), math.exp(TOO_FAR)))
