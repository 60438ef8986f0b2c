"""By how much the best story is better than any other, against going through all of them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.stops.link_hypotheses import continue_stories, empty_story, exchanges

TIMES = np.array([0.0])


def all_stories(cost):
    """Every way to give two starts one of two ends each, or none, and what it costs."""
    for ends in product((NOBODY, 0, 1), repeat=2):
        if ends[0] != ends[1] or ends[0] == NOBODY:
            yield ends, sum(cost[a, b] for b, a in enumerate(ends) if a != NOBODY)


def as_links(cost):
    """Without hands; in order of starts."""
    rows = [(a, b, -1, -1, -1, -1) for b in range(2) for a in range(2)]
    return np.array(rows, np.int64), np.array([cost[a, b] for a, b, *_ in rows])


@given(st.lists(st.floats(-9.0, -0.1), min_size=4, max_size=4, unique=True))
def test_the_best_story_and_its_lead_are_those_of_all_stories(values):
    cost = np.array(values).reshape(2, 2)
    links, price = as_links(cost)
    told = empty_story(2, 2)
    told = continue_stories(*told, links, price, 0, 2, TIMES, 0.1, 6.0)
    chosen, _, prices = continue_stories(*told, links, price, 2, 4, TIMES, 0.1, 6.0)
    best, least = min(all_stories(cost), key=lambda story: story[1])
    assert prices[0] == pytest.approx(least)
    mine = [NOBODY if q == NOBODY else int(links[q, 0]) for q in chosen[0]]
    assert prices[0] == pytest.approx(sum(cost[a, b] for b, a in enumerate(mine) if a != NOBODY))

    more, _ = exchanges(links, price, chosen[0], np.array([0, 1]), TIMES, 0.1, 6.0)
    for b in range(2):
        others = [
            total - least
            for ends, total in all_stories(cost)
            if ends[b] != best[b] and any(e not in (NOBODY, best[k]) for k, e in enumerate(ends))
        ]
        assert more[b] == pytest.approx(min(others))


def test_one_hand_does_not_carry_two_at_a_time():
    times = np.linspace(0.0, 1.0, 11)
    links = np.array([(0, 0, 0, 0, 0, 6), (1, 1, 0, 0, 2, 8), (1, 1, 1, 1, 2, 8)], np.int64)
    cost = np.array([-8.0, -8.0, -5.0])
    told = continue_stories(*empty_story(2, 2), links, cost, 0, 1, times, 0.1, 6.0)
    chosen, _, prices = continue_stories(*told, links, cost, 1, 3, times, 0.1, 6.0)
    assert list(chosen[0]) == [0, 2]
    assert prices[0] == pytest.approx(-13.0)
