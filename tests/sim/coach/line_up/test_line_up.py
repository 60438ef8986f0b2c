"""Both teams lined up at the official's spot: legal in every league, the right way round."""

from __future__ import annotations

from itertools import combinations

import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.direction import Direction
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.roster import Team
from referee.game.events import SeriesBegan, Started
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.official.line_up.line_up_reader import read_line_up
from referee.official.line_up.measured_player import Scrimmage
from referee.sim.coach.line_up.line_up import return_line_up, scrimmage_line_up
from referee.sim.formations.formation import load_formation
from referee.sim.live.teams import usual_roster

FIELD, ROSTER = load_field("620"), usual_roster(1)
BOOKS = ("efhl", "hefl", "vsefl", "simplified")
PAIRS = (
    ("i-formation", "4-3"),
    ("pro-set", "3-4"),
    ("single-back", "nickel"),
    ("shotgun-spread", "prevent"),
)
SPOTS = ((30.0, FIELD.width_mm / 2), (60.0, FIELD.near_hash_y_mm), (75.0, FIELD.far_hash_y_mm))


def at_spot(book, team, yards, y_mm):
    start = Journal().append(0, "coach", Started(book, Team.AWAY, Direction.RIGHT))
    keeper = Fold(load_rulebook(book).game, FIELD)
    return keeper.after(keeper.state(start), SeriesBegan(team, FIELD.x_mm(yards), y_mm))


def lined_up(book, state, pair, passer_deg=180.0):
    formations = load_formation(pair[0]), load_formation(pair[1])
    spot, plays = (state.x_mm, state.y_mm), state.plays_toward(state.team)
    rules = load_rulebook(book).calls
    return scrimmage_line_up(FIELD, ROSTER, state.team, plays, spot, formations, rules, passer_deg)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("spot", SPOTS)
def test_no_rule_has_anything_against_a_line_up(book, pair, spot):
    state = at_spot(book, Team.HOME, *spot)
    poses = lined_up(book, state, pair).poses
    seen = tuple(
        SeenBase(n, MeasuredPose.with_sigmas(p, 0.02, 0.02, 0.1)) for n, p in poses.items()
    )
    rules = load_rulebook(book).calls
    found = read_line_up(
        BoardFrame(1, False, seen), ROSTER, Scrimmage(Team.HOME, state, FIELD, rules)
    )
    assert found.faults == ()


@pytest.mark.parametrize("team", list(Team))
def test_everybody_stands_on_his_own_side_of_the_ball(team):
    state = at_spot("efhl", team, 50.0, FIELD.width_mm / 2)
    poses = lined_up("efhl", state, PAIRS[0]).poses
    # Home plays to the right.
    sign = 1.0 if team is Team.HOME else -1.0
    for player in ROSTER:
        ahead_mm = sign * (poses[player.id].x_mm - state.x_mm)
        assert (ahead_mm < 0.0) is (player.team is team)


@pytest.mark.parametrize("yards", [3.0, 40.0, 80.0])
def test_nobody_stands_in_anybody_else_when_a_kick_comes_down(yards):
    caught = FIELD.x_mm(yards), 0.3 * FIELD.width_mm
    poses = return_line_up(FIELD, ROSTER, Team.HOME, Direction.RIGHT, caught).poses
    shapes = {p.id: p.base for p in ROSTER}
    assert len(poses) == len(ROSTER)
    for one, other in combinations(poses, 2):
        assert signed_gap(shapes[one], poses[one], shapes[other], poses[other]).gap_mm >= 0.0
