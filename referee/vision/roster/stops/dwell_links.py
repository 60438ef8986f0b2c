"""Which dwell did a base go to from another: log-odds for each pair, against being nobody's."""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.compiler import compiled
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.player_rows import Row, Table
from referee.vision.roster.stops.dwells import BENCH_MM
from referee.vision.roster.stops.hand_carries import NEVER, ONE_REACH_MM, best_carry, touch_spans

# What a hand does with a base it holds, and how exactly (mm).
ON_THE_SPOT = 0.35  # share of bases set down where they were taken
NEARBY = 0.25  # share set down close by
SWAPPED = 0.1  # share set down where another one stood
ANYWHERE = 0.3  # share set down anywhere on the board
SPOT_MM = 1.2  # how exactly, where they were taken
NEARBY_MM = 6.0  # and close by or in another place
NO_CARRY = -7.0  # log-odds that a hand moved it and no camera saw that
UNTOUCHED = -1.0  # log-odds that it was only missed
FROM_THE_BENCH = -8.0  # log-odds that it comes from beside the board
DRIFTED = -2.0  # log-odds that it had not come to rest
MISSED_S = 0.25  # so long unseen is log-odds 1 against having been only missed
MOST_MISSED = 8.0  # log-odds
REST_MM = 3.0  # how far a base rolls before it rests
# Shares of bases that go on nearly as before, swerve, or are hit; and of ``vague_mm`` for each.
WENT_ON = ((0.7, 0.12), (0.2, 0.4), (0.1, 1.0))
LEAST_LIKELY = 1e-200
WORST_SIZE = 5.0  # log-odds against another size, at most
WORST_TEAM = 9.0  # log-odds against another team, at most
# A base that has left its place must be in sight, unless a hand still holds or hides it.
VACANT_S = 0.1  # so long unseen is log-odds 1 for having left
MOST_VACANT = 8.0  # log-odds, with no hands about
MOST_VACANT_HANDS = 2.0  # log-odds, while hands may hold or hide it
# How readily a base is nobody's: the longer it is there, and the less it flickers, the less.
NOBODY_FIRST = 2.0  # log-odds after no sighting
NOBODY_EACH = 0.3  # log-odds less for each sighting
NOBODY_LEAST = -6.0  # log-odds
FLICKER_S = 0.5  # so long unseen in between is log-odds 1 for being nobody's
MOST_FLICKER = 4.0  # log-odds
EPS_S = 1e-6
# All frames of a dwell together say so much more of its team than the mean of them.
FRAMES_SAY = 2.5
MOST_LINKS = 12  # to one start
WORST = 9.0  # log-odds behind the best one


@compiled
def links_to(
    b: int,
    dwells: Table,
    ends: I64,
    starts: I64,
    times: F64,
    take: F64,
    put: F64,
    mixed: F64,
    vacant: F64,
    c: Row,
) -> tuple[I64, F64]:
    """Every link to one start that is worth it, as rows for the stories, and their costs."""
    hands = take.shape[1]
    most = len(ends) * (hands**2 + 1)
    links, cost = np.empty((most, 6), np.int64), np.empty(most)
    start = dwells[starts[b]]
    gave = touch_spans(put[b])
    left = _where_others_stood(dwells, ends, start, c)
    n = 0
    for a in range(len(ends)):
        end = dwells[ends[a]]
        if ends[a] == starts[b] or start["first_s"] <= end["last_s"] + EPS_S:
            continue
        looks = _looks(end, start, c) + vacant[a] - _nobody(start)
        where = _put_where(end, start, left, len(ends), c)
        alone = max(_alone(end, start, c), where + NO_CARRY)
        if looks + alone > 0.0:
            links[n] = a, b, -1, -1, -1, -1
            cost[n] = -looks - alone
            n += 1
        if where <= alone or looks + where <= 0.0:
            continue  # no carry speaks for anything: it only takes away
        took = touch_spans(take[a])
        near = math.hypot(end["x_mm"] - start["x_mm"], end["y_mm"] - start["y_mm"]) < ONE_REACH_MM
        for m in range(hands):
            for other in range(hands):
                begun, ended = took[m, 0], gave[other, 1]
                if min(begun, ended) == NOBODY or ended < begun:
                    continue
                change = mixed if m != other else mixed[:0]
                likely, taken, given = best_carry(
                    take[a, m], put[b, other], near, change, times, begun, ended, c
                )
                if likely + where > alone and looks + likely + where > 0.0:
                    links[n] = a, b, m, other, taken, given
                    cost[n] = -looks - likely - where
                    n += 1
    n = _keep_best(links[:n], cost[:n], vacant)
    return links[:n], cost[:n]


@compiled
def vacancies(dwells: Table, ends: I64, hands_about: bool) -> F64:
    """How much speaks for each end that its base must be somewhere else by now."""
    out = np.empty(len(ends))
    for a in range(len(ends)):
        out[a] = _vacant(dwells[ends[a]], hands_about)
    return out


@compiled
def _keep_best(links: I64, cost: F64, vacant: F64) -> int:
    """Move the few that fit best to the front; how many they are.

    That a base has left its place speaks for each of its links, so it is left out here.
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
def _alone(end: Row, start: Row, c: Row) -> float:
    """Log-odds that no hand was needed: it was only missed, or it had not come to rest."""
    if end["x_mm"] == BENCH_MM:
        return NEVER
    far = math.hypot(start["x_mm"] - end["x_mm"], start["y_mm"] - end["y_mm"])
    turn = abs((start["heading_rad"] - end["heading_rad"] + math.pi / 2) % math.pi - math.pi / 2)
    if end["vague_mm"] > 0.0:
        return DRIFTED + _went_on(far, end["vague_mm"], c)
    if far <= 2.0 * c["untouched_mm"] and turn <= 2.0 * math.radians(c["untouched_deg"]):
        missed = min(end["unseen_s"] / MISSED_S, MOST_MISSED)
        return float(UNTOUCHED + _density(far, c["untouched_mm"], c) - missed)
    return NEVER


@compiled
def _went_on(far: float, vague_mm: float, c: Row) -> float:
    """The log of how likely it came there unseen: most creep on as before, some are hit."""
    likely = 0.0
    for share, of_vague in WENT_ON:
        likely += share * math.exp(_density(far, REST_MM + of_vague * vague_mm, c))
    return math.log(max(likely, LEAST_LIKELY))


@compiled
def _where_others_stood(dwells: Table, ends: I64, start: Row, c: Row) -> float:
    """How much denser a base is set there because others may have stood there."""
    out = 0.0
    for k in ends:
        far = math.hypot(start["x_mm"] - dwells[k]["x_mm"], start["y_mm"] - dwells[k]["y_mm"])
        if far < 5.0 * NEARBY_MM:
            out += math.exp(_density(far, NEARBY_MM, c))
    return out


@compiled
def _put_where(end: Row, start: Row, left: float, ends: int, c: Row) -> float:
    """The log of how likely a hand set it there; ``left`` is over all ends, its own among them."""
    if end["x_mm"] == BENCH_MM:
        return FROM_THE_BENCH
    far = math.hypot(start["x_mm"] - end["x_mm"], start["y_mm"] - end["y_mm"])
    likely = ANYWHERE
    likely += ON_THE_SPOT * math.exp(_density(far, SPOT_MM, c))
    near = math.exp(_density(far, NEARBY_MM, c))
    likely += NEARBY * near
    if ends > 1:
        likely += SWAPPED * max(left - near, 0.0) / (ends - 1)
    return math.log(likely)


@compiled
def _density(far: float, sigma: float, c: Row) -> float:
    """The log of how much denser than anywhere on the board."""
    return math.log(c["board_mm2"] / (2.0 * math.pi * sigma**2)) - min(
        0.5 * (far / sigma) ** 2, 500.0
    )


@compiled
def _looks(end: Row, start: Row, c: Row) -> float:
    p = 1.0 / (1.0 + math.exp(-FRAMES_SAY * end["home"]))
    q = 1.0 / (1.0 + math.exp(-FRAMES_SAY * start["home"]))
    likely = max(math.log(2.0 * (p * q + (1.0 - p) * (1.0 - q))), -WORST_TEAM)
    off = (end["length_mm"] - start["length_mm"]) ** 2 + (end["width_mm"] - start["width_mm"]) ** 2
    return float(likely - min(0.5 * off / c["size_sigma_mm"] ** 2, WORST_SIZE))


@compiled
def _vacant(end: Row, hands_about: bool) -> float:
    most = MOST_VACANT_HANDS if hands_about else MOST_VACANT
    if end["x_mm"] == BENCH_MM:
        return 0.0
    return float(min(end["unseen_s"] / VACANT_S, most))


@compiled
def _nobody(start: Row) -> float:
    flicker = min(start["gaps_s"] / FLICKER_S, MOST_FLICKER)
    often = max(NOBODY_FIRST - NOBODY_EACH * start["count"], NOBODY_LEAST)
    return float(often + flicker + start["haunt"])
