"""All ways to link stays at once: the likeliest ones side by side, with what each costs.

A hand carries one base at a time. So links done by the same hand must not overlap in time, which no
table of single pairs can say: starts are taken one after the other, and the best partial stories
are kept.
"""

from __future__ import annotations

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.compiled import compiled
from referee.vision.roster.assignment import NOBODY, IntArray

WIDTH, WORST = 64, 11.0
# Columns of a link: its end and its start; the hands that took and set down (-1 none), and when.
L_END, L_START, L_TOOK, L_GAVE, L_TAKEN, L_GIVEN = range(6)


@compiled
def stories(
    links: IntArray,
    cost: FloatArray,
    ends: int,
    starts: int,
    times: FloatArray,
    overlap_s: float,
    busy: float,
) -> tuple[IntArray, FloatArray]:
    """For each story and start the link it uses, or -1; and what each story costs, best first.

    ``links`` are in the order in which starts are to be decided. ``busy`` is what it costs that one
    hand does two things at a time.
    """
    chosen = np.full((WIDTH, starts), NOBODY, np.int64)
    used = np.zeros((WIDTH, ends), np.bool_)
    price = np.zeros(WIDTH)
    count, k = 1, 0
    while k < len(links):
        start = links[k, L_START]
        upto = k
        while upto < len(links) and links[upto, L_START] == start:
            upto += 1
        most = count * (upto - k + 1)
        new_price = np.empty(most)
        parent = np.empty(most, np.int64)
        link = np.empty(most, np.int64)
        n = 0
        for h in range(count):
            new_price[n], parent[n], link[n] = price[h], h, NOBODY
            n += 1
            for q in range(k, upto):
                if used[h, links[q, L_END]]:
                    continue
                new_price[n] = price[h] + cost[q]
                new_price[n] += busy * _overlaps(links, chosen[h], q, times, overlap_s)
                parent[n], link[n] = h, q
                n += 1
        order = np.argsort(new_price[:n])
        best = new_price[order[0]]
        kept = 0
        next_chosen = np.full((WIDTH, starts), NOBODY, np.int64)
        next_used = np.zeros((WIDTH, ends), np.bool_)
        next_price = np.zeros(WIDTH)
        for o in order[: min(n, WIDTH)]:
            if new_price[o] > best + WORST:
                break
            next_chosen[kept] = chosen[parent[o]]
            next_used[kept] = used[parent[o]]
            next_price[kept] = new_price[o]
            if link[o] != NOBODY:
                next_chosen[kept, start] = link[o]
                next_used[kept, links[link[o], L_END]] = True
            kept += 1
        chosen, used, price, count = next_chosen, next_used, next_price, kept
        k = upto
    return chosen[:count], price[:count]


@compiled
def _overlaps(
    links: IntArray, chosen: IntArray, q: int, times: FloatArray, overlap_s: float
) -> int:
    """How many other things the hand of a link does meanwhile."""
    took, gave = links[q, L_TOOK], links[q, L_GAVE]
    if took < 0:
        return 0
    from_s, to_s = times[links[q, L_TAKEN]], times[links[q, L_GIVEN]]
    count = 0
    for k in range(len(chosen)):
        other = chosen[k]
        # Where hands were mixed up, their two carries share one hand at most in part.
        if other == NOBODY or links[other, L_TOOK] != took or links[other, L_GAVE] != gave:
            continue
        both_s = min(to_s, times[links[other, L_GIVEN]]) - max(from_s, times[links[other, L_TAKEN]])
        if both_s > overlap_s:
            count += 1
    return count


@compiled
def places(
    links: IntArray,
    chosen: IntArray,
    ends: IntArray,
    starts: IntArray,
    whose: IntArray,
    at: IntArray,
) -> tuple[IntArray, IntArray]:
    """For each story and player the stay he comes to; and whose all stays are in the first story.

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
    links: IntArray,
    stays: FloatArray,
    ends: IntArray,
    starts: IntArray,
    tips: FloatArray,
) -> FloatArray:
    """How far fingers were from the places where they took and set down: two for each link."""
    out = np.zeros(2 * len(links))
    for k in range(len(links)):
        for which in range(2):
            hand = links[k, L_TOOK + which]
            stay = stays[ends[links[k, L_END]] if which == 0 else starts[links[k, L_START]]]
            at = tips[links[k, L_TAKEN + which], hand]
            out[2 * k + which] = np.sqrt(
                np.min((at[:, 0] - stay[0]) ** 2 + (at[:, 1] - stay[1]) ** 2)
            )
    return out
