"""How well each sighting would do for each player while the board shakes, as costs.

A cost is log-odds against being nobody.

Everything compares a player's last raw sighting with the new one. A prediction only widens or
shifts where to look.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F64
from referee.core.compiler import compiled
from referee.core.turns import axis_turn_rad
from referee.vision.roster.player_rows import NOWHERE, Row, Table

HOPELESS = 1e6  # cost of a pair that is out of reach
# No single cue may outweigh all others: one frame's team or size can be wrong.
WORST_CUE = 5.5
# A player that has always shown its own colours is not taken for one of the other team. A sighting
# that shows the other team where the player is due belongs to no player.
CLEAR = 3.0  # log-odds at which a sighting clearly shows a team
USUAL = 1.5  # mean log-odds of a player that shows its own team
OTHER_TEAM = 12.0  # log-odds against a sighting of the other team
STILL_THERE_MM = 6.0  # a sighting this near to where a player is due is of that player
JUST_NOW_S = 0.15  # if it was seen so lately
FULL_SCORE = 0.6  # from this score on a sighting counts fully
# How far a figure strays from where it is due: a share of all, a sigma at once (mm), and more for
# each second unseen. Measured on simulated plays, then taken wider.
WAYS = ((0.6, 0.4, 8.0), (0.3, 0.6, 25.0), (0.1, 1.0, 70.0))
# The same of its axis, in radians.
TURNS = ((0.8, 0.03, 0.6), (0.2, 0.06, 2.5))
ANY_AXIS = 0.01  # share of turns to any axis
MOST_FAR = 60.0  # squared sigmas that are counted at most
LOST_MM = 8.0  # sigma of where a hand has set a lost player
LOST_REACH_MM = 12.0  # and how far that is looked for
COAST_AHEAD_S = 0.3  # a prediction goes no further ahead
# A sighting may call itself vague, but that does not let it be just anybody.
MOST_BLUR_MM = 1.0


@compiled
def costs(
    slots: Table,
    seen: Table,
    haunted: F64,
    now_s: float,
    numbers: Table,
) -> F64:
    """The cost of each pair of player and sighting; negative where the pair is likely."""
    c = numbers[0]
    out = np.full((slots.shape[0], seen.shape[0]), HOPELESS)
    odd = np.zeros(seen.shape[0], np.bool_)
    for i in range(slots.shape[0]):
        if not slots[i]["placed"] or slots[i]["lost"] == NOWHERE:
            continue
        unseen_s = now_s - slots[i]["seen_s"]
        ahead_s = min(unseen_s, COAST_AHEAD_S)
        x = slots[i]["x_mm"] + ahead_s * slots[i]["vx_mm_s"]
        y = slots[i]["y_mm"] + ahead_s * slots[i]["vy_mm_s"]
        reach = c["top_speed_mm_s"] * unseen_s
        lost = slots[i]["lost"] != 0
        if lost:  # a hand has set it somewhere, mostly not far away
            reach = LOST_REACH_MM
        for j in range(seen.shape[0]):
            dx, dy = seen[j]["x_mm"] - slots[i]["x_mm"], seen[j]["y_mm"] - slots[i]["y_mm"]
            blur = min(math.sqrt(seen[j]["xx"] + seen[j]["yy"]), MOST_BLUR_MM)
            if math.hypot(dx, dy) > reach + 3.0 * (MOST_BLUR_MM + blur):
                continue
            dx, dy = seen[j]["x_mm"] - x, seen[j]["y_mm"] - y
            if lost:
                likely = math.log(0.5 * c["board_mm2"] * _density(dx, dy, seen[j], LOST_MM))
            else:
                likely = math.log(c["board_mm2"] * _way_density(dx, dy, seen[j], unseen_s, c))
            if unseen_s < JUST_NOW_S and math.hypot(dx, dy) < STILL_THERE_MM:
                odd[j] |= not lost and _in_disguise(slots[i], seen[j])
            turned = axis_turn_rad(seen[j]["heading_rad"] - slots[i]["heading_rad"])
            likely += _turn_odds(turned, unseen_s, seen[j]["hh"])
            likely += _looks(slots[i], seen[j], c) - haunted[j]
            out[i, j] = -(likely + c["seen_bonus"])
    out[:, odd] = HOPELESS
    return out


@compiled
def _way_density(dx: float, dy: float, seen: Row, unseen_s: float, c: Row) -> float:
    """How likely a figure goes there: most creep on as they did, some swerve, some are hit."""
    out = 0.0
    for share, at_once, per_s in WAYS:
        sigma = min(at_once + per_s * unseen_s, c["widest_sigma_mm"])
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
def _density(dx: float, dy: float, seen: Row, sigma: float) -> float:
    xx, yy, xy = seen["xx"] + sigma * sigma, seen["yy"] + sigma * sigma, seen["xy"]
    det = xx * yy - xy * xy
    far = (yy * dx * dx - 2.0 * xy * dx * dy + xx * dy * dy) / det
    return float(math.exp(-0.5 * min(far, MOST_FAR)) / (2.0 * math.pi * math.sqrt(det)))


@compiled
def _looks(slot: Row, seen: Row, c: Row) -> float:
    """What team, size and score say, in log-odds."""
    own = slot["side"] * seen["home"]
    likely = max(math.log(2.0 / (1.0 + math.exp(-own))), -WORST_CUE)
    if _in_disguise(slot, seen):
        likely = -OTHER_TEAM
    off = (seen["length_mm"] - slot["length_mm"]) ** 2 + (seen["width_mm"] - slot["width_mm"]) ** 2
    likely -= min(0.5 * off / c["size_sigma_mm"] ** 2, WORST_CUE)
    return float(likely + math.log(min(max(seen["score"], 0.01), FULL_SCORE) / FULL_SCORE))


@compiled
def _in_disguise(slot: Row, seen: Row) -> bool:
    """Whether a sighting shows the other team, and the player has always shown its own."""
    return bool(slot["side"] * seen["home"] < -CLEAR and slot["looks"] > USUAL)
