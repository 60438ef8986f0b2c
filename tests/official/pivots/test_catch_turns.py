"""Whom a catch lets turn: weighed against the measuring error, and blind to who has no name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.frame import SeenBase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.loaders.rulebooks import load_rulebook
from referee.official.pivots.catch_turns import catch_turns
from referee.official.pivots.pivot_check import PivotGround
from tests.calls.plays import BASE
from tests.core.fields import EASY
from tests.official.pivots.test_pivot_check import STATE, STOP

PLAYERS = {
    player.id: player
    for player in (
        Player("H88", Team.HOME, 88, BASE),
        Player("H66", Team.HOME, 66, BASE),
        Player("A31", Team.AWAY, 31, BASE),
    )
}


def seen(name, x_mm):
    return SeenBase(name, MeasuredPose.with_sigmas(Pose(x_mm, 150.0, 0.0), 0.15, 0.15, 0.5))


def rights(league, catcher_x, *others, engaged=(), **stop):
    ground = PivotGround(load_rulebook(league).calls.pivots, EASY, PLAYERS, STATE)
    catcher = seen("H88", catcher_x)
    at = replace(STOP, caught=True, carrier=catcher, engaged=frozenset(engaged), **stop)
    return catch_turns(ground, at, {each.player: each for each in (catcher, *others)})


@pytest.mark.parametrize("league", ["efhl", "simplified"])
def test_where_the_book_has_no_such_rule_nobody_is_let_turn(league):
    found = rights(league, 200.0, seen("H66", 260.0))
    assert max(found.values(), default=0.0) == 0.0


def test_who_touches_an_opponent_stays_as_it_is_after_a_catch_behind_the_line():
    others = seen("H66", 260.0), seen("A31", 500.0)
    free, held = rights("hefl", 200.0, *others), rights("hefl", 200.0, *others, engaged=["H66"])
    assert free["H66"] == free["H88"] == pytest.approx(1.0, abs=1e-6)
    assert set(held) == {"H88"}


def test_a_base_without_a_name_says_nothing():
    assert set(rights("hefl", 650.0, seen("", 700.0), seen("A31", 500.0))) >= {"H88"}


def test_at_another_stop_than_that_of_a_catch_nobody_is_let_turn():
    ground = PivotGround(load_rulebook("hefl").calls.pivots, EASY, PLAYERS, STATE)
    assert catch_turns(ground, replace(STOP, carrier=seen("H88", 200.0)), {}) == {}
