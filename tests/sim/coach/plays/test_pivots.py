"""How the coach turns figures at a stop: tacklers to the runner, a passer back, only who may be."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.loaders.fields import load_field
from referee.sim.coach.board_view import BoardView
from referee.sim.coach.plays.pivots import PivotStop, pivots

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
NAMES = ("H1", "H2", "H3", "A1", "A2", "A3")
TEAMS = {"H": Team.HOME, "A": Team.AWAY}
ROSTER = Roster(tuple(Player(n, TEAMS[n[0]], int(n[1]), BASE) for n in NAMES))
POSES = {
    "H1": Pose(300.0, 150.0, 0.0),
    "H2": Pose(340.0, 150.0, 0.0),
    "H3": Pose(340.0, 250.0, 0.0),
    "A1": Pose(368.0, 150.0, 180.0),
    "A2": Pose(400.0, 220.0, 180.0),
    "A3": Pose(400.0, 80.0, 180.0),
}


def stop(**changed: object) -> PivotStop:
    scene = BoardView(ROSTER, dict(POSES), frozenset(), frozenset({"H2", "A1"}))
    values = {"carrier": "H1"} | changed
    return PivotStop(scene, load_field("620"), Team.HOME, Direction.RIGHT, **values)


def test_tacklers_are_turned_to_the_runner_and_only_who_may_be():
    at_stop = stop()
    turned = {p.player: p for p in pivots(at_stop, frozenset({"A2"}), np.random.default_rng(1))}
    assert set(turned) == {"A2"}
    # From (400, 220) to a little ahead of the runner at (300, 150): down to the left.
    assert 180.0 < turned["A2"].to_heading_deg < 270.0


def test_a_passer_who_looks_for_somebody_goes_back_and_not_ahead():
    at_stop = stop(drops=True)
    (turned,) = pivots(at_stop, frozenset({"H1"}), np.random.default_rng(1))
    assert np.cos(np.radians(turned.to_heading_deg)) < 0.0


def test_to_a_ball_that_nobody_has_the_free_men_of_both_sides_are_turned():
    at_stop = stop(carrier=None, target=Pose(340.0, 200.0, 0.0))
    free = frozenset({"H1", "H3", "A2"})
    turned = {p.player: p for p in pivots(at_stop, free, np.random.default_rng(1))}
    assert set(turned) == free
    # The ball lies straight below H3, who stands at (340, 250) and looked along +x.
    assert turned["H3"].to_heading_deg == pytest.approx(270.0)
    assert turned["A2"].to_heading_deg == pytest.approx(180.0 + np.degrees(np.arctan2(20, 60)))
