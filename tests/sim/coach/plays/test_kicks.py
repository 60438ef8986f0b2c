"""Kicks are rolled: every result can follow in the game, and lies on the field."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import SeriesBegan, Started
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.state import GamePhase, State
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.sim.coach.plays.kicks import (
    KickReturn,
    extra_point,
    field_goal,
    field_goal_chance,
    kick_yd,
    kickoff_result,
    punt_result,
)

FIELD = load_field("620")
KEEPER = Fold(load_rulebook("efhl").game, FIELD)
START = Started("efhl", Team.AWAY, Direction.RIGHT)
KICKOFF = KEEPER.state(Journal().append(0, "coach", START))
MIDDLE = FIELD.width_mm / 2


def scrimmage(team: Team, yards_from_left: float) -> State:
    event = SeriesBegan(team, FIELD.x_mm(yards_from_left), MIDDLE)
    return KEEPER.after(KICKOFF, event)


@pytest.mark.parametrize("seed", range(30))
def test_a_kickoff_is_caught_or_comes_out_by_the_side_that_receives(seed):
    kicked = kickoff_result(FIELD, KICKOFF, np.random.default_rng(seed))
    assert kicked.team is Team.HOME
    # Home plays to the right, so its own half is the left one.
    assert 0.0 < kicked.x_mm < FIELD.goal_to_goal_mm / 2
    assert 0.0 < kicked.y_mm < FIELD.width_mm
    if not isinstance(kicked, KickReturn):
        assert KEEPER.after(KICKOFF, kicked).phase is GamePhase.SCRIMMAGE


@pytest.mark.parametrize("yards", [2.0, 30.0, 55.0, 99.0])
@pytest.mark.parametrize("seed", range(5))
def test_a_punt_gives_the_others_a_first_down_on_the_field(yards, seed):
    state = scrimmage(Team.HOME, yards)
    event = punt_result(FIELD, state, np.random.default_rng(seed))
    after = KEEPER.after(state, event)
    assert (after.team, after.down) == (Team.AWAY, 1)
    assert 0.0 < after.x_mm < FIELD.goal_to_goal_mm


@pytest.mark.parametrize("seed", range(12))
def test_a_field_goal_scores_or_gives_the_ball_away(seed):
    state = scrimmage(Team.AWAY, 30.0)
    after = KEEPER.after(state, field_goal(FIELD, state, np.random.default_rng(seed)))
    if after.phase is GamePhase.KICKOFF:
        assert (after.away_score, after.team) == (3, Team.AWAY)
    else:
        assert (after.away_score, after.team) == (0, Team.HOME)


def test_a_kick_is_as_long_as_the_way_to_the_posts():
    # From the opponent's 20: 20 yards to the goal line, 10 of end zone, 7 behind the line.
    assert kick_yd(FIELD, scrimmage(Team.HOME, 80.0)) == pytest.approx(37.0)
    assert field_goal_chance(20.0) > field_goal_chance(45.0) > 0.0


def test_a_try_is_kicked():
    state = replace(scrimmage(Team.HOME, 98.0), phase=GamePhase.TRY)
    outcomes = {type(extra_point(state, np.random.default_rng(s))).__name__ for s in range(60)}
    assert outcomes == {"Scored", "TryFailed"}
