"""How well each sighting would do for each player: log-odds against being nobody, as costs.

Everything compares a player's last raw sighting with the new one. A prediction only widens or
shifts where to look.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.compiled import compiled
from referee.vision.roster.tables import (
    HANDLED,
    LENGTH,
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
COAST_AHEAD_S = 0.3
# A sighting may call itself vague, but that does not let it be just anybody.
MOST_BLUR_MM = 1.0

# Rows of the constants vector.
AREA, TOP_SPEED, AT_ONCE, PER_S, WIDEST, STILL, NEAR, NEAR_RAD, HIDDEN_S, SPIN, SIZE, BONUS = range(
    12
)


def constants(tuning: Tuning) -> FloatArray:
    """The numbers the compiled part needs."""
    return np.array(
        [
            tuning.board_mm2,
            tuning.top_speed_mm_s,
            tuning.moving_sigma_mm,
            tuning.moving_sigma_mm_s,
            tuning.widest_sigma_mm,
            tuning.still_sigma_mm,
            tuning.untouched_mm,
            math.radians(tuning.untouched_deg),
            tuning.hidden_s,
            tuning.spin_sigma_rad_s,
            tuning.size_sigma_mm,
            tuning.seen_bonus,
        ]
    )


@compiled
def costs(
    slots: FloatArray, seen: FloatArray, now_s: float, moving: bool, c: FloatArray
) -> FloatArray:
    """The cost of each pair of player and sighting; negative where the pair is likely."""
    out = np.full((slots.shape[0], seen.shape[0]), HOPELESS)
    for i in range(slots.shape[0]):
        if slots[i, PLACED] == 0.0:
            continue
        unseen_s = now_s - slots[i, SEEN_S]
        if slots[i, HANDLED] != 0.0 and unseen_s >= c[HIDDEN_S]:
            for j in range(seen.shape[0]):
                out[i, j] = _untouched(slots[i], seen[j], c)
            continue
        ahead_s = min(unseen_s, COAST_AHEAD_S) if moving else 0.0
        x = slots[i, X] + ahead_s * slots[i, VX]
        y = slots[i, Y] + ahead_s * slots[i, VY]
        if moving:
            sigma = min(c[AT_ONCE] + c[PER_S] * unseen_s, c[WIDEST])
            reach = c[TOP_SPEED] * unseen_s
        else:
            sigma, reach = c[STILL], 3.0 * c[STILL]
        for j in range(seen.shape[0]):
            dx, dy = seen[j, X] - slots[i, X], seen[j, Y] - slots[i, Y]
            blur = min(math.sqrt(seen[j, S_XX] + seen[j, S_YY]), MOST_BLUR_MM)
            if math.hypot(dx, dy) > reach + 3.0 * (MOST_BLUR_MM + blur):
                continue
            xx, yy = seen[j, S_XX] + sigma * sigma, seen[j, S_YY] + sigma * sigma
            xy = seen[j, S_XY]
            det = xx * yy - xy * xy
            dx, dy = seen[j, X] - x, seen[j, Y] - y
            far = (yy * dx * dx - 2.0 * xy * dx * dy + xx * dy * dy) / det
            likely = math.log(c[AREA] / (2.0 * math.pi * math.sqrt(det))) - 0.5 * far
            turned = _axis_turn(seen[j, H] - slots[i, H])
            swing = 0.1 + c[SPIN] * unseen_s
            likely -= min(0.5 * turned * turned / (swing * swing + seen[j, S_HH]), 4.0)
            out[i, j] = -(likely + c[BONUS] + _looks(slots[i], seen[j], c))
    return out


@compiled
def _untouched(slot: FloatArray, seen: FloatArray, c: FloatArray) -> float:
    """A hand was over the figure, but it stands exactly as it stood."""
    blur = min(2.0 * math.sqrt(seen[S_XX] + seen[S_YY]), 0.5 * c[NEAR])
    if math.hypot(seen[X] - slot[X], seen[Y] - slot[Y]) > c[NEAR] + blur:
        return HOPELESS
    turned = abs(_axis_turn(seen[H] - slot[H]))
    if turned > c[NEAR_RAD] + min(2.0 * math.sqrt(seen[S_HH]), c[NEAR_RAD]):
        return HOPELESS
    return -(math.log(c[AREA] / (2.0 * math.pi * c[NEAR] ** 2)) + _looks(slot, seen, c))


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
