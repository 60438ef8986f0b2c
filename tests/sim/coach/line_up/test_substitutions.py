"""Who plays and who waits: eleven a side before every play, like for like, now and then."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.official.line_up.line_up_reader import read_line_up
from referee.official.line_up.measured_player import Scrimmage
from referee.sim.coach.line_up.line_up import scrimmage_line_up
from referee.sim.coach.line_up.substitutions import Substitutions
from referee.sim.formations.formation import load_formation
from referee.sim.live.teams import usual_roster

FIELD, ROSTER = load_field("620"), usual_roster(1, 2)
LINE_UPS = 1200
LINEMENS_NUMBERS = range(50, 80)


def evening(seed, roster=ROSTER, count=LINE_UPS):
    """The elevens of so many line-ups, each in the order of a formation's places."""
    substitutions = Substitutions(roster, np.random.default_rng(seed))
    out = [substitutions.playing.players]
    for _ in range(count):
        substitutions.now_and_then()
        out.append(substitutions.playing.players)
    return out


def came_in(before, after):
    return [(old, new) for old, new in zip(before, after, strict=True) if old != new]


@pytest.fixture(scope="module")
def elevens():
    return evening(1)


@pytest.fixture(scope="module")
def changes(elevens):
    return [each for each in (came_in(*pair) for pair in pairwise(elevens)) if each]


def test_an_evening_begins_with_the_first_eleven(elevens):
    assert elevens[0] == ROSTER.players[:22]


def test_every_line_up_has_eleven_of_each_team_and_nobody_twice(elevens):
    for players in elevens:
        assert Counter(p.team for p in players) == {Team.HOME: 11, Team.AWAY: 11}
        assert len({p.id for p in players}) == 22


def test_about_one_line_up_in_six_is_changed(changes):
    # 200 of 1200 with a standard deviation of 12.9.
    assert 160 <= len(changes) <= 240


def test_one_or_two_figures_of_one_team_are_changed(changes):
    assert {len(each) for each in changes} == {1, 2}
    assert all(len({new.team for _, new in each}) == 1 for each in changes)
    assert {new.team for each in changes for _, new in each} == set(Team)


def test_a_substitute_takes_the_place_of_a_team_mate_with_a_number_of_the_same_kind(changes):
    for old, new in (pair for each in changes for pair in each):
        assert new.team is old.team
        assert (new.number in LINEMENS_NUMBERS) is (old.number in LINEMENS_NUMBERS)


def test_who_went_off_comes_in_again_later(changes):
    came = [new.id for each in changes for _, new in each]
    assert {"H75", "H28", "A79", "A44"} < set(came)
    assert {"H72", "H12"} <= set(came)


def test_the_same_seed_substitutes_alike():
    assert evening(7, count=50) == evening(7, count=50)
    assert evening(7, count=50) != evening(8, count=50)


def test_without_a_bench_nobody_is_changed_and_no_random_number_is_drawn():
    rng = np.random.default_rng(1)
    substitutions = Substitutions(usual_roster(1), rng)
    for _ in range(50):
        substitutions.now_and_then()
    assert substitutions.playing == usual_roster(1)
    assert rng.random() == np.random.default_rng(1).random()


class FirstOfAll:
    """Where lots are drawn, the first of all; always two at once, and always somebody."""

    def random(self):
        return 0.0

    def integers(self, low, high=None):
        return 0 if high is None else high - 1


def test_of_two_at_once_the_second_does_not_send_off_the_first():
    """Both are linemen the second time: H60 comes in for H75, and H72 for the next one, H66."""
    substitutions = Substitutions(usual_roster(1, 3), FirstOfAll())
    substitutions.now_and_then()
    assert [p.id for p in substitutions.playing][:2] == ["H75", "H66"]
    substitutions.now_and_then()
    assert [p.id for p in substitutions.playing][:2] == ["H60", "H72"]


def test_with_one_substitute_two_changes_at_once_bring_in_one():
    changed = [len(came_in(*pair)) for pair in pairwise(evening(3, usual_roster(1, 1)))]
    assert set(changed) == {0, 1}


@pytest.mark.parametrize("book", ["efhl", "hefl", "vsefl", "simplified"])
def test_no_rule_has_anything_against_a_line_up_with_substitutes(book, elevens):
    rules, y_mm = load_rulebook(book).calls, FIELD.width_mm / 2.0
    formations = load_formation("pro-set"), load_formation("4-3")
    state = State(GamePhase.SCRIMMAGE, Team.HOME, x_mm=FIELD.x_mm(40.0), y_mm=y_mm)
    spot = state.x_mm, state.y_mm
    for players in elevens[5::60]:
        poses = scrimmage_line_up(
            FIELD, Roster(players), Team.HOME, Direction.RIGHT, spot, formations, rules, 180.0
        ).poses
        assert set(poses) == {player.id for player in players}
        seen = tuple(
            SeenBase(name, MeasuredPose.with_sigmas(pose, 0.02, 0.02, 0.1))
            for name, pose in poses.items()
        )
        at = Scrimmage(Team.HOME, state, FIELD, rules)
        assert read_line_up(BoardFrame(1, False, seen), ROSTER, at).faults == ()
