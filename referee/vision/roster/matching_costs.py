"""How well each sighting would do for each player while the board shakes, as costs.

A cost is log-odds against being nobody.

Everything compares a player's last raw sighting with the new one. A prediction only widens or
shifts where to look.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.core.turns import axis_turn_rad
from referee.vision.roster.player_rows import (
    LENGTH,
    LOOKS,
    LOST,
    NOWHERE,
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
from referee.vision.roster.roster_tuning import RosterTuning

HOPELESS = 1e6
# No single cue may outweigh all others: one frame's team or size can be wrong.
WORST_CUE = 5.5
# Who has always shown his own colours is not taken for one of the other team. A sighting where he
# is due that shows the other team is nobody's.
CLEAR, USUAL, OTHER_TEAM, STILL_HIS_MM, JUST_NOW_S = 3.0, 1.5, 12.0, 6.0, 0.15
FULL_SCORE = 0.6
# How far a figure strays from where it is due: a share of all, a sigma at once (mm), and more for
# each second unseen. Measured on simulated plays, then taken wider.
WAYS = ((0.6, 0.4, 8.0), (0.3, 0.6, 25.0), (0.1, 1.0, 70.0))
# The same of its axis, in radians.
TURNS = ((0.8, 0.03, 0.6), (0.2, 0.06, 2.5))
ANY_AXIS, MOST_FAR = 0.01, 60.0
LOST_MM, LOST_REACH_MM = 8.0, 12.0
COAST_AHEAD_S = 0.3
# A sighting may call itself vague, but that does not let it be just anybody.
MOST_BLUR_MM = 1.0

# Rows of the constants vector.
AREA, TOP_SPEED, WIDEST, SIZE, BONUS = range(5)


def constants(tuning: RosterTuning) -> FloatArray:
    """The numbers the compiled part needs."""
    return np.array(
        [
            tuning.board_mm2,
            tuning.top_speed_mm_s,
            tuning.widest_sigma_mm,
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
    odd = np.zeros(seen.shape[0], np.bool_)
    for i in range(slots.shape[0]):
        if slots[i, PLACED] == 0.0 or slots[i, LOST] == NOWHERE:
            continue
        unseen_s = now_s - slots[i, SEEN_S]
        ahead_s = min(unseen_s, COAST_AHEAD_S)
        x = slots[i, X] + ahead_s * slots[i, VX]
        y = slots[i, Y] + ahead_s * slots[i, VY]
        reach = c[TOP_SPEED] * unseen_s
        lost = slots[i, LOST] != 0.0
        if lost:  # a hand has set him somewhere, mostly not far away
            reach = LOST_REACH_MM
        for j in range(seen.shape[0]):
            dx, dy = seen[j, X] - slots[i, X], seen[j, Y] - slots[i, Y]
            blur = min(math.sqrt(seen[j, S_XX] + seen[j, S_YY]), MOST_BLUR_MM)
            if math.hypot(dx, dy) > reach + 3.0 * (MOST_BLUR_MM + blur):
                continue
            dx, dy = seen[j, X] - x, seen[j, Y] - y
            if lost:
                likely = math.log(0.5 * c[AREA] * _density(dx, dy, seen[j], LOST_MM))
            else:
                likely = math.log(c[AREA] * _way_density(dx, dy, seen[j], unseen_s, c))
            if unseen_s < JUST_NOW_S and math.hypot(dx, dy) < STILL_HIS_MM:
                odd[j] |= not lost and _in_disguise(slots[i], seen[j])
            turned = axis_turn_rad(seen[j, H] - slots[i, H])
            likely += _turn_odds(turned, unseen_s, seen[j, S_HH])
            likely += _looks(slots[i], seen[j], c) + cues[j, i] - haunted[j]
            out[i, j] = -(likely + c[BONUS])
    out[:, odd] = HOPELESS
    return out


@compiled
def _way_density(dx: float, dy: float, seen: FloatArray, unseen_s: float, c: FloatArray) -> float:
    """How likely a figure goes there: most creep on as they did, some swerve, some are hit."""
    out = 0.0
    for share, at_once, per_s in WAYS:
        sigma = min(at_once + per_s * unseen_s, c[WIDEST])
        out += share * _density(dx, dy, seen, sigma)
    return out


@compiled
def _turn_odds(turned: float, unseen_s: float, swing: float) -> float:
    """The same of its axis, against any other axis."""
    out = 0.0
    for share, at_once, per_s in TURNS:
        sigma = min(math.sqrt((at_once + per_s * unseen_s) ** 2 + swing), 1.0)
        far = min(0.5 * (turned / sigma) ** 2, 50.0)
        out += share * math.exp(-far) / sigma
    return math.log(out * math.pi / math.sqrt(2.0 * math.pi) + ANY_AXIS)


@compiled
def _density(dx: float, dy: float, seen: FloatArray, sigma: float) -> float:
    xx, yy, xy = seen[S_XX] + sigma * sigma, seen[S_YY] + sigma * sigma, seen[S_XY]
    det = xx * yy - xy * xy
    far = (yy * dx * dx - 2.0 * xy * dx * dy + xx * dy * dy) / det
    return float(math.exp(-0.5 * min(far, MOST_FAR)) / (2.0 * math.pi * math.sqrt(det)))


@compiled
def _looks(slot: FloatArray, seen: FloatArray, c: FloatArray) -> float:
    """What team, size and score say, in log-odds."""
    own = slot[SIDE] * seen[S_HOME]
    likely = max(math.log(2.0 / (1.0 + math.exp(-own))), -WORST_CUE)
    if _in_disguise(slot, seen):
        likely = -OTHER_TEAM
    off = (seen[S_LENGTH] - slot[LENGTH]) ** 2 + (seen[S_WIDTH] - slot[WIDTH]) ** 2
    likely -= min(0.5 * off / c[SIZE] ** 2, WORST_CUE)
    return float(likely + math.log(min(max(seen[S_SCORE], 0.01), FULL_SCORE) / FULL_SCORE))


@compiled
def _in_disguise(slot: FloatArray, seen: FloatArray) -> bool:
    """Whether a sighting shows the other team, and he has always shown his own."""
    return bool(slot[SIDE] * seen[S_HOME] < -CLEAR and slot[LOOKS] > USUAL)
