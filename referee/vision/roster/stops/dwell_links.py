"""Which stay did a base go to from another: log-odds for each pair, against being nobody's."""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.vision.roster.assignment import NOBODY, IntArray
from referee.vision.roster.player_rows import H, X, Y
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.stops.dwells import (
    BENCH_MM,
    COUNT,
    FIRST,
    GAPS_S,
    HAUNT,
    K_HOME,
    K_LENGTH,
    K_WIDTH,
    LAST,
    UNSEEN_S,
    VAGUE,
)
from referee.vision.roster.stops.hand_carries import NEVER, ONE_REACH_MM, best_carry, touch_spans

# What a hand does with a base it holds, and how exactly (mm).
ON_THE_SPOT, NEARBY, SWAPPED, ANYWHERE = 0.35, 0.25, 0.1, 0.3
SPOT_MM, NEARBY_MM = 1.2, 6.0
# Nobody saw a hand do it; nobody touched it, it was only missed; it comes from beside the board.
NO_CARRY, UNTOUCHED, FROM_THE_BENCH, DRIFTED = -7.0, -1.0, -8.0, -2.0
MISSED_S, MOST_MISSED = 0.25, 8.0
REST_MM = 3.0
# Shares of those who go on nearly as they did, swerve, or are hit; each of how vague he is.
WENT_ON = ((0.7, 0.12), (0.2, 0.4), (0.1, 1.0))
LEAST_LIKELY = 1e-200
WORST_SIZE, WORST_TEAM, MOST_CUES = 5.0, 9.0, 6.0
# Who has left his place must be somewhere in sight, unless a hand still holds or hides him.
VACANT_S, MOST_VACANT, MOST_VACANT_HANDS = 0.1, 8.0, 2.0
# How readily a base is nobody's: the longer it is there, and the less it flickers, the less.
NOBODY_FIRST, NOBODY_EACH, NOBODY_LEAST, FLICKER_S, MOST_FLICKER = 2.0, 0.3, -6.0, 0.5, 4.0
EPS_S = 1e-6
# All frames of a stay together say so much more of its team than the mean of them.
FRAMES_SAY = 2.5
# Of the links to one start so many are weighed, and none that is so much worse than the best.
MOST_LINKS, WORST = 12, 9.0

BOARD_MM2, STILL_MM, STILL_RAD, SIZE_MM = range(4)


def constants(tuning: RosterTuning) -> FloatArray:
    """The numbers the compiled part needs."""
    return np.array(
        [
            tuning.board_mm2,
            tuning.untouched_mm,
            math.radians(tuning.untouched_deg),
            tuning.size_sigma_mm,
        ]
    )


@compiled
def links_to(
    b: int,
    stays: FloatArray,
    ends: IntArray,
    starts: IntArray,
    cues: FloatArray,
    whose: IntArray,
    times: FloatArray,
    take: FloatArray,
    put: FloatArray,
    mixed: FloatArray,
    vacant: FloatArray,
    c: FloatArray,
    cc: FloatArray,
) -> tuple[IntArray, FloatArray]:
    """Every link to one start that is worth it, as rows for the stories, and their costs.

    ``cues`` are for each stay what it looks like for each player, ``whose`` is each end.
    """
    hands = take.shape[1]
    most = len(ends) * (hands**2 + 1)
    links, cost = np.empty((most, 6), np.int64), np.empty(most)
    start = stays[starts[b]]
    gave = touch_spans(put[b])
    left = _where_others_stood(stays, ends, start, c)
    n = 0
    for a in range(len(ends)):
        end = stays[ends[a]]
        if ends[a] == starts[b] or start[FIRST] <= end[LAST] + EPS_S:
            continue
        looks = _looks(end, start, c) + vacant[a] - _nobody(start)
        if whose[a] >= 0:
            looks += max(cues[starts[b], whose[a]], -MOST_CUES)
        where = _put_where(end, start, left, len(ends), c)
        alone = max(_alone(end, start, c), where + NO_CARRY)
        if looks + alone > 0.0:
            links[n] = a, b, -1, -1, -1, -1
            cost[n] = -looks - alone
            n += 1
        if where <= alone or looks + where <= 0.0:
            continue  # no carry speaks for anything: it only takes away
        took = touch_spans(take[a])
        near = math.hypot(end[X] - start[X], end[Y] - start[Y]) < ONE_REACH_MM
        for m in range(hands):
            for other in range(hands):
                begun, ended = took[m, 0], gave[other, 1]
                if min(begun, ended) == NOBODY or ended < begun:
                    continue
                change = mixed if m != other else mixed[:0]
                likely, taken, given = best_carry(
                    take[a, m], put[b, other], near, change, times, begun, ended, cc
                )
                if likely + where > alone and looks + likely + where > 0.0:
                    links[n] = a, b, m, other, taken, given
                    cost[n] = -looks - likely - where
                    n += 1
    n = _keep_best(links[:n], cost[:n], vacant)
    return links[:n], cost[:n]


@compiled
def vacancies(stays: FloatArray, ends: IntArray, hands_about: bool) -> FloatArray:
    """How much speaks for each end that its base must be somewhere else by now."""
    out = np.empty(len(ends))
    for a in range(len(ends)):
        out[a] = _vacant(stays[ends[a]], hands_about)
    return out


@compiled
def _keep_best(links: IntArray, cost: FloatArray, vacant: FloatArray) -> int:
    """Move the few that fit best to the front; how many they are.

    That somebody has left his place speaks for each of his links, so it is left out here.
    """
    misfit = cost + vacant[links[:, 0]]
    order = np.argsort(misfit)
    kept_links, kept_cost = links[order], cost[order]
    n = 0
    while n < min(len(order), MOST_LINKS) and misfit[order[n]] < misfit[order[0]] + WORST:
        links[n], cost[n] = kept_links[n], kept_cost[n]
        n += 1
    return n


@compiled
def _alone(end: FloatArray, start: FloatArray, c: FloatArray) -> float:
    """Log-odds that no hand was needed: it was only missed, or it had not come to rest."""
    if end[X] == BENCH_MM:
        return NEVER
    far = math.hypot(start[X] - end[X], start[Y] - end[Y])
    turn = abs((start[H] - end[H] + math.pi / 2) % math.pi - math.pi / 2)
    if end[VAGUE] > 0.0:
        return DRIFTED + _went_on(far, end[VAGUE], c)
    if far <= 2.0 * c[STILL_MM] and turn <= 2.0 * c[STILL_RAD]:
        missed = min(end[UNSEEN_S] / MISSED_S, MOST_MISSED)
        return float(UNTOUCHED + _density(far, c[STILL_MM], c) - missed)
    return NEVER


@compiled
def _went_on(far: float, vague_mm: float, c: FloatArray) -> float:
    """The log of how likely he came there unseen: most creep on as they did, some are hit."""
    likely = 0.0
    for share, of_vague in WENT_ON:
        likely += share * math.exp(_density(far, REST_MM + of_vague * vague_mm, c))
    return math.log(max(likely, LEAST_LIKELY))


@compiled
def _where_others_stood(
    stays: FloatArray, ends: IntArray, start: FloatArray, c: FloatArray
) -> float:
    """How much denser a base is set there because others may have stood there."""
    out = 0.0
    for k in ends:
        far = math.hypot(start[X] - stays[k, X], start[Y] - stays[k, Y])
        if far < 5.0 * NEARBY_MM:
            out += math.exp(_density(far, NEARBY_MM, c))
    return out


@compiled
def _put_where(end: FloatArray, start: FloatArray, left: float, ends: int, c: FloatArray) -> float:
    """``left`` is over all ends, his own among them."""
    if end[X] == BENCH_MM:
        return float(FROM_THE_BENCH * (1.0 - end[VAGUE]))
    far = math.hypot(start[X] - end[X], start[Y] - end[Y])
    likely = ANYWHERE
    likely += ON_THE_SPOT * math.exp(_density(far, SPOT_MM, c))
    near = math.exp(_density(far, NEARBY_MM, c))
    likely += NEARBY * near
    if ends > 1:
        likely += SWAPPED * max(left - near, 0.0) / (ends - 1)
    return math.log(likely)


@compiled
def _density(far: float, sigma: float, c: FloatArray) -> float:
    """The log of how much denser than anywhere on the board."""
    return math.log(c[BOARD_MM2] / (2.0 * math.pi * sigma**2)) - min(
        0.5 * (far / sigma) ** 2, 500.0
    )


@compiled
def _looks(end: FloatArray, start: FloatArray, c: FloatArray) -> float:
    p = 1.0 / (1.0 + math.exp(-FRAMES_SAY * end[K_HOME]))
    q = 1.0 / (1.0 + math.exp(-FRAMES_SAY * start[K_HOME]))
    likely = max(math.log(2.0 * (p * q + (1.0 - p) * (1.0 - q))), -WORST_TEAM)
    off = (end[K_LENGTH] - start[K_LENGTH]) ** 2 + (end[K_WIDTH] - start[K_WIDTH]) ** 2
    return float(likely - min(0.5 * off / c[SIZE_MM] ** 2, WORST_SIZE))


@compiled
def _vacant(end: FloatArray, hands_about: bool) -> float:
    most = MOST_VACANT_HANDS if hands_about else MOST_VACANT
    if end[X] == BENCH_MM:
        return 0.0
    return float(min(end[UNSEEN_S] / VACANT_S, most))


@compiled
def _nobody(start: FloatArray) -> float:
    flicker = min(start[GAPS_S] / FLICKER_S, MOST_FLICKER)
    often = max(NOBODY_FIRST - NOBODY_EACH * start[COUNT], NOBODY_LEAST)
    return float(often + flicker + start[HAUNT])
