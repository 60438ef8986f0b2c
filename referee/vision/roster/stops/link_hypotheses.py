"""All ways to link dwells at once: the likeliest ones side by side, with what each costs.

A hand carries one base at a time. So links done by the same hand must not overlap in time, which no
table of single pairs can say: starts are taken one after the other, and the best partial stories
are kept.
"""

from __future__ import annotations

import numpy as np

from referee.core.arrays import F64, I64, Bools
from referee.core.compiler import compiled
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.player_rows import Table

WIDTH = 64  # stories that are kept
WORST = 11.0  # log-odds behind the best one
# Columns of a link: its end and its start; the hands that took and set down (-1 none), and when.
L_END, L_START, L_TOOK, L_GAVE, L_TAKEN, L_GIVEN = range(6)


@compiled
def empty_story(ends: int, starts: int) -> tuple[I64, Bools, F64]:
    """The one story in which nothing has happened yet."""
    chosen = np.full((1, starts), NOBODY, np.int64)
    return chosen, np.zeros((1, ends), np.bool_), np.zeros(1)


@compiled
def continue_stories(
    chosen: I64,
    used: Bools,
    price: F64,
    links: I64,
    cost: F64,
    first: int,
    upto: int,
    times: F64,
    overlap_s: float,
    busy: float,
) -> tuple[I64, Bools, F64]:
    """All stories go on with one of the links ``first`` to ``upto``, to one start, or with none.

    For each story and start ``chosen`` is the link it uses, or -1; ``used`` are the ends it has
    used up, ``price`` what it costs, best first. ``busy`` is what it costs that one hand does two
    things at a time.
    """
    count, starts = chosen.shape
    most = count * (upto - first + 1)
    new_price = np.empty(most)
    parent = np.empty(most, np.int64)
    link = np.empty(most, np.int64)
    n = 0
    for h in range(count):
        new_price[n], parent[n], link[n] = price[h], h, NOBODY
        n += 1
        for q in range(first, upto):
            if used[h, links[q, L_END]]:
                continue
            new_price[n] = price[h] + cost[q]
            new_price[n] += busy * _overlaps(links, chosen[h], q, NOBODY, NOBODY, times, overlap_s)
            parent[n], link[n] = h, q
            n += 1
    order = np.argsort(new_price[:n])
    best = new_price[order[0]]
    kept = 0
    next_chosen = np.full((min(n, WIDTH), starts), NOBODY, np.int64)
    next_used = np.zeros((min(n, WIDTH), used.shape[1]), np.bool_)
    next_price = np.zeros(min(n, WIDTH))
    for o in order[: min(n, WIDTH)]:
        if new_price[o] > best + WORST:
            break
        next_chosen[kept] = chosen[parent[o]]
        next_used[kept] = used[parent[o]]
        next_price[kept] = new_price[o]
        if link[o] != NOBODY:
            next_chosen[kept, links[link[o], L_START]] = link[o]
            next_used[kept, links[link[o], L_END]] = True
        kept += 1
    return next_chosen[:kept], next_used[:kept], next_price[:kept]


@compiled
def exchanges(
    links: I64,
    cost: F64,
    best: I64,
    owner: I64,
    times: F64,
    overlap_s: float,
    busy: float,
) -> tuple[F64, I64]:
    """For each start: by how much the best story is better than others that name it otherwise.

    Only stories that differ in one link, or in two that change ends, but all of these: too many
    stories are alike for the worst of the best to be among those told. ``owner`` is whose each end
    is; the second answer is who would stand there instead.
    """
    more = np.full(len(best), np.inf)
    rival = np.full(len(best), NOBODY, np.int64)
    user = np.full(len(owner), NOBODY, np.int64)
    for b in range(len(best)):
        if best[b] != NOBODY:
            user[links[best[b], L_END]] = b
    for r in range(len(links)):
        a, b = links[r, L_END], links[r, L_START]
        q = best[b]
        mine = owner[links[q, L_END]] if q != NOBODY else NOBODY
        if r == q or owner[a] == mine:
            continue
        delta = cost[r] - (cost[q] if q != NOBODY else 0.0)
        other = user[a]
        before = busy * _overlaps(links, best, q, b, NOBODY, times, overlap_s)
        if other == NOBODY:
            after = busy * _overlaps(links, best, r, b, NOBODY, times, overlap_s)
        else:
            was = best[other]
            before += busy * _overlaps(links, best, was, b, other, times, overlap_s)
            after = busy * _overlaps(links, best, r, b, other, times, overlap_s)
            instead = 0.0
            if q != NOBODY:
                for k in range(len(links)):
                    if links[k, L_START] == other and links[k, L_END] == links[q, L_END]:
                        price = cost[k] + busy * _overlaps(
                            links, best, k, b, other, times, overlap_s
                        )
                        instead = min(instead, price)
            delta += instead - cost[was]
        delta += after - before
        if delta < more[b]:
            more[b], rival[b] = delta, owner[a]
        if other != NOBODY and delta < more[other]:
            more[other], rival[other] = delta, mine
    return more, rival


@compiled
def _overlaps(
    links: I64,
    chosen: I64,
    q: int,
    without: int,
    nor: int,
    times: F64,
    overlap_s: float,
) -> int:
    """How many other things the hand of a link does meanwhile, two starts left out."""
    if q == NOBODY or links[q, L_TOOK] < 0:
        return 0
    took, gave = links[q, L_TOOK], links[q, L_GAVE]
    from_s, to_s = times[links[q, L_TAKEN]], times[links[q, L_GIVEN]]
    count = 0
    for k in range(len(chosen)):
        other = chosen[k]
        # Where hands were mixed up, their two carries share one hand at most in part.
        if other == NOBODY or k in (without, nor):
            continue
        if links[other, L_TOOK] != took or links[other, L_GAVE] != gave:
            continue
        both_s = min(to_s, times[links[other, L_GIVEN]]) - max(from_s, times[links[other, L_TAKEN]])
        if both_s > overlap_s:
            count += 1
    return count


@compiled
def places(
    links: I64,
    chosen: I64,
    ends: I64,
    starts: I64,
    whose: I64,
    at: I64,
) -> tuple[I64, I64]:
    """For each story and player its last dwell; and whose each dwell is in the first story.

    Starts are in order of time.
    """
    out = np.empty((len(chosen), len(at)), np.int64)
    first = whose.copy()
    for h in range(len(chosen)):
        mine = whose.copy()
        out[h] = at
        for b in range(len(starts)):
            q = chosen[h, b]
            player = mine[ends[links[q, L_END]]] if q != NOBODY else NOBODY
            mine[starts[b]] = player
            if player != NOBODY:
                out[h, player] = starts[b]
        if h == 0:
            first = mine
    return out, first


@compiled
def off_mm(
    links: I64,
    dwells: Table,
    ends: I64,
    starts: I64,
    tips: F64,
) -> F64:
    """How far fingers were from the places where they took and set down: two for each link."""
    out = np.zeros(2 * len(links))
    for k in range(len(links)):
        for which in range(2):
            hand = links[k, L_TOOK + which]
            dwell = dwells[ends[links[k, L_END]] if which == 0 else starts[links[k, L_START]]]
            at = tips[links[k, L_TAKEN + which], hand]
            out[2 * k + which] = np.sqrt(
                np.min((at[:, 0] - dwell["x_mm"]) ** 2 + (at[:, 1] - dwell["y_mm"]) ** 2)
            )
    return out
