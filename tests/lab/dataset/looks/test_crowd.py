"""Crowds are packed tightly and yet possible: plastic does not overlap."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from shapely.geometry import Polygon

from referee.lab.dataset.looks.asset_family import FAMILIES
from referee.lab.dataset.looks.cast import random_profile, random_roster
from referee.lab.dataset.looks.crowd import draw_crowd


def crowd(seed, family="training"):
    rng = np.random.default_rng(seed)
    profile, roster = random_profile(rng), random_roster(rng, FAMILIES[family])
    return profile, roster, draw_crowd(profile, roster, rng, 0)


@pytest.mark.parametrize("seed", range(3))
def test_no_base_stands_in_another_and_many_touch(seed):
    _, roster, state = crowd(seed)
    rings = [
        Polygon(p.pose.to_board(roster.player(p.player_id).base.outline_mm())) for p in state.pieces
    ]
    pairs = list(combinations(rings, 2))
    assert max(a.intersection(b).area for a, b in pairs) < 0.6
    assert sum(a.distance(b) < 0.2 for a, b in pairs) >= len(rings) // 10


def test_everybody_stands_on_the_metal():
    profile, _, state = crowd(7)
    for piece in state.pieces:
        assert profile.metal_left_x_mm < piece.pose.x_mm < profile.metal_right_x_mm
        assert profile.metal_near_y_mm < piece.pose.y_mm < profile.metal_far_y_mm


def test_the_same_seed_draws_the_same_crowd():
    assert crowd(3, "apart")[2] == crowd(3, "apart")[2]


def test_over_many_crowds_everything_happens():
    states = [crowd(seed)[2] for seed in range(12)]
    pieces = [p for s in states for p in s.pieces]
    assert any(p.fallen for p in pieces)
    assert any(p.lift_mm > 0.0 for p in pieces)
    assert any(p.vx_mm_s for p in pieces)
    assert any(s.hands for s in states)
    assert len({m.kind for s in states for m in s.markers}) >= 4
