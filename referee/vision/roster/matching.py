"""How well each sighting would do for each player while the board shakes, as costs.

A cost is log-odds against being nobody.

Everything compares a player's last raw sighting with the new one. A prediction only widens or
shifts where to look.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.compiled import compiled
from referee.vision.roster.tables import (
    LENGTH,
    LOST,
    PLACED,
    S_HH,
    S_HOME,
    S_LENGTH,
    S_SCORE,
    S_WIDTH,
    S_XX,
    S_XY,
    S_YY,
    SEEN_S,
    SIDE,
    VX,
    VY,
    WIDTH,
    H,
    X,
    Y,
)
from referee.vision.roster.tuning import Tuning

HOPELESS = 1e6
# No single cue may outweigh all others: one frame's team or size can be wrong.
WORST_CUE = 5.5
FULL_SCORE = 0.6
# Most figures creep on as they did; some are hit, and then anything within reach may be.
HIT, STEADY, MOST_FAR = 0.15, 0.35, 60.0
LOST_MM, LOST_REACH_MM = 8.0, 12.0
COAST_AHEAD_S = 0.3
# A sighting may call itself vague, but that does not let it be just anybody.
MOST_BLUR_MM = 1.0

# Rows of the constants vector.
AREA, TOP_SPEED, AT_ONCE, PER_S, WIDEST, SPIN, SIZE, BONUS = range(8)


def constants(tuning: Tuning) -> FloatArray:
    """The numbers the compiled part needs."""
    return np.array(
        [
            tuning.board_mm2,
            tuning.top_speed_mm_s,
            tuning.moving_sigma_mm,
            tuning.moving_sigma_mm_s,
            tuning.widest_sigma_mm,
            tuning.spin_sigma_rad_s,
            tuning.size_sigma_mm,
            tuning.seen_bonus,
        ]
    )


@compiled
def costs(
    slots: FloatArray,
    seen: FloatArray,
    cues: FloatArray,
    haunted: FloatArray,
    now_s: float,
    c: FloatArray,
) -> FloatArray:
    """The cost of each pair of player and sighting; negative where the pair is likely."""
    out = np.full((slots.shape[0], seen.shape[0]), HOPELESS)
    for i in range(slots.shape[0]):
        if slots[i, PLACED] == 0.0:
            continue
        unseen_s = now_s - slots[i, SEEN_S]
        ahead_s = min(unseen_s, COAST_AHEAD_S)
        x = slots[i, X] + ahead_s * slots[i, VX]
        y = slots[i, Y] + ahead_s * slots[i, VY]
        sigma = min(c[AT_ONCE] + c[PER_S] * unseen_s, c[WIDEST])
        reach = c[TOP_SPEED] * unseen_s
        lost = slots[i, LOST] != 0.0
        if lost:  # a hand has set him somewhere, mostly not far away
            sigma, reach = LOST_MM, LOST_REACH_MM
        for j in range(seen.shape[0]):
            dx, dy = seen[j, X] - slots[i, X], seen[j, Y] - slots[i, Y]
            blur = min(math.sqrt(seen[j, S_XX] + seen[j, S_YY]), MOST_BLUR_MM)
            if math.hypot(dx, dy) > reach + 3.0 * (MOST_BLUR_MM + blur):
                continue
            dx, dy = seen[j, X] - x, seen[j, Y] - y
            steady = c[AT_ONCE] + STEADY * (sigma - c[AT_ONCE])
            dense = (1.0 - HIT) * _density(dx, dy, seen[j], steady)
            likely = math.log(dense + HIT * _density(dx, dy, seen[j], sigma))
            likely += math.log(0.5 * c[AREA] if lost else c[AREA])
            turned = _axis_turn(seen[j, H] - slots[i, H])
            swing = 0.1 + c[SPIN] * unseen_s
            likely -= min(0.5 * turned * turned / (swing * swing + seen[j, S_HH]), 4.0)
            likely += _looks(slots[i], seen[j], c) + cues[j, i] - haunted[j]
            out[i, j] = -(likely + c[BONUS])
    return out


@compiled
def _density(dx: float, dy: float, seen: FloatArray, sigma: float) -> float:
    xx, yy, xy = seen[S_XX] + sigma * sigma, seen[S_YY] + sigma * sigma, seen[S_XY]
    det = xx * yy - xy * xy
    far = (yy * dx * dx - 2.0 * xy * dx * dy + xx * dy * dy) / det
    return float(math.exp(-0.5 * min(far, MOST_FAR)) / (2.0 * math.pi * math.sqrt(det)))


@compiled
def _looks(slot: FloatArray, seen: FloatArray, c: FloatArray) -> float:
    """What team, size and score say, in log-odds."""
    own = 1.0 / (1.0 + math.exp(-slot[SIDE] * seen[S_HOME]))
    likely = max(math.log(2.0 * own), -WORST_CUE)
    off = (seen[S_LENGTH] - slot[LENGTH]) ** 2 + (seen[S_WIDTH] - slot[WIDTH]) ** 2
    likely -= min(0.5 * off / c[SIZE] ** 2, WORST_CUE)
    return float(likely + math.log(min(max(seen[S_SCORE], 0.01), FULL_SCORE) / FULL_SCORE))


@compiled
def _axis_turn(angle: float) -> float:
    """The turn between two axes, whose ends look alike: -90 to 90 degrees."""
    return float((angle + math.pi / 2) % math.pi - math.pi / 2)
