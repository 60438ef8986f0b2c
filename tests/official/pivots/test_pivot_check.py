"""Turns are weighed against the measuring error: at a limit nothing is ever a fault."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from referee.calls.frame import SeenBase
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.game.state import GamePhase, State
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.official.pivots.pivot_check import PivotGround, PivotStop, check_pivots
from tests.calls.plays import BASE
from tests.core.fields import EASY

GUARD = Player("H64", Team.HOME, 64, BASE)
STATE = State(
    phase=GamePhase.SCRIMMAGE, quarter=1, team=Team.HOME, home_plays=Direction.RIGHT,
    down=1, x_mm=300.0, y_mm=160.0, to_gain_x_mm=380.0,
)  # fmt: skip
STOP = PivotStop(
    able=frozenset({"H64"}),
    rule="EFHL-RUN-05",
    engaged=frozenset(),
    engaged_rule="EFHL-PIV-03",
    receivers=frozenset(),
    offense=Team.HOME,
)
HERE = Pose(340.0, 200.0, 0.0)
SIGMA_MM, SIGMA_DEG = 0.15, 0.5
# How far straight ahead a base may go by each book, in mm: a base length, and parts of a yard.
LIMITS_MM = {"efhl": 27.8, "hefl": 2.0, "vsefl": 2.0, "simplified": 4.0}


def seen(pose, **known):
    measured = MeasuredPose.with_sigmas(pose, SIGMA_MM, SIGMA_MM, SIGMA_DEG)
    return SeenBase("H64", measured, **known)


def findings(league, before, now, stop=STOP):
    rules = load_rulebook(league).calls.pivots
    ground = PivotGround(rules, EASY, {"H64": GUARD}, STATE)
    return check_pivots(ground, stop, {"H64": before}, {"H64": now})


def noisy(rng, pose):
    return Pose(
        pose.x_mm + rng.gauss(0.0, SIGMA_MM),
        pose.y_mm + rng.gauss(0.0, SIGMA_MM),
        pose.heading_deg + rng.gauss(0.0, SIGMA_DEG),
    )


@pytest.mark.parametrize("league", LEAGUES)
def test_at_a_limit_measured_with_noise_nothing_is_a_fault(league):
    rng = random.Random(5)  # noqa: S311 - the noise of a test
    there = replace(HERE, x_mm=HERE.x_mm + LIMITS_MM[league])
    for _ in range(100):
        found = findings(league, seen(noisy(rng, HERE)), seen(noisy(rng, there)))
        assert found.faults == ()


@pytest.mark.parametrize("league", LEAGUES)
def test_well_beyond_a_limit_it_is_one_and_says_where_the_base_was(league):
    there = replace(HERE, x_mm=HERE.x_mm + LIMITS_MM[league] + 3.0)
    found = findings(league, seen(HERE), seen(there))
    assert [fault.players for fault in found.faults] == [("H64",)]
    assert found.was == (("H64", HERE),)


@pytest.mark.parametrize("league", LEAGUES)
def test_what_was_not_touched_is_nothing(league):
    rng = random.Random(6)  # noqa: S311 - the noise of a test
    stop = replace(STOP, able=frozenset())
    for _ in range(100):
        found = findings(league, seen(noisy(rng, HERE)), seen(noisy(rng, HERE)), stop)
        assert (found.faults, found.doubts) == ((), ())


@pytest.mark.parametrize("known", [{"doubtful": True}, {"name_probability": 0.8}])
def test_a_base_that_may_be_another_makes_doubts_only(known):
    there = replace(HERE, x_mm=HERE.x_mm + 60.0)
    found = findings("efhl", seen(HERE), seen(there, **known))
    assert found.faults == ()
    assert [fault.rule for fault in found.doubts] == ["EFHL-PIV-01"]


def test_who_may_not_be_turned_is_named_by_the_rule_of_the_stop():
    stop = replace(STOP, able=frozenset())
    turned = seen(replace(HERE, heading_deg=30.0))
    (fault,) = findings("efhl", seen(HERE), turned, stop).faults
    assert fault.rule == "EFHL-RUN-05"
    held = replace(stop, engaged=frozenset({"H64"}))
    (fault,) = findings("efhl", seen(HERE), turned, held).faults
    assert fault.rule == "EFHL-PIV-03"


def test_a_turn_about_the_front_gains_no_ground_in_hefl():
    front_x, far = HERE.x_mm + BASE.length_mm / 2.0, BASE.length_mm / 2.0
    for heading in (20.0, 90.0, 200.0):
        a = math.radians(heading)
        there = Pose(front_x - far * math.cos(a), HERE.y_mm - far * math.sin(a), heading)
        assert findings("hefl", seen(HERE), seen(there)).faults == ()


@pytest.mark.parametrize(
    ("corner_y", "receiver_y", "side"),
    [(72.0, 80.0, "outside"), (88.0, 80.0, "inside"), (248.0, 240.0, "outside"),
     (80.0, 80.0, "to either side")],
)  # fmt: skip
def test_a_corner_is_turned_inside_or_outside_by_who_is_nearer_to_the_middle(
    corner_y, receiver_y, side
):
    """EFHL-SNP-08: nearer to midfield than the receiver inside, nearer to the sideline outside."""
    players = {
        "H88": Player("H88", Team.HOME, 88, BASE),
        "A24": Player("A24", Team.AWAY, 24, BASE),
    }
    stop = replace(
        STOP,
        able=frozenset(),
        receivers=frozenset({"H88"}),
        pairs=(("A24", "H88"),),
        engaged=frozenset({"A24", "H88"}),
        after_snap=True,
    )
    poses = {"H88": Pose(340.0, receiver_y, 0.0), "A24": Pose(367.8, corner_y, 180.0)}
    now = {
        name: SeenBase(name, MeasuredPose.with_sigmas(pose, SIGMA_MM, SIGMA_MM, SIGMA_DEG))
        for name, pose in poses.items()
    }
    ground = PivotGround(load_rulebook("efhl").calls.pivots, EASY, players, STATE)
    (duty,) = check_pivots(ground, stop, now, now).duties
    assert duty.players == ("A24",)
    assert f" {side}," in duty.sentence
