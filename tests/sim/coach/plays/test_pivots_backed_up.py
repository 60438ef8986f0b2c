"""Near the own goal line a passer that drops back stays out of the own end zone."""

from __future__ import annotations

import math

import pytest

from referee.core.field.direction import Direction
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.sim.coach.board_view import BoardView
from referee.sim.coach.plays.pivots import PivotStop, _away_deg
from tests.core.fields import EASY
from tests.official.evenings import ROSTER

FOE_MM = 40.0


def back_share(own_yd: float, plays: Direction, aside_mm: float) -> float:
    """How straight back the passer turns, from 1 to -1, with an opponent ahead and aside."""
    x_mm = EASY.x_mm(own_yd) if plays is Direction.RIGHT else EASY.x_mm(100.0 - own_yd)
    here = Pose(x_mm, 160.0, plays.heading_deg)
    foe = Pose(x_mm + plays.sign * FOE_MM, 160.0 + aside_mm, plays.other.heading_deg)
    scene = BoardView(ROSTER, {"A50": foe}, frozenset(), frozenset())
    stop = PivotStop(scene, EASY, Team.HOME, plays, "H1", drops=True)
    return math.cos(math.radians(_away_deg(stop, here) - plays.other.heading_deg))


@pytest.mark.parametrize("plays", list(Direction))
@pytest.mark.parametrize("aside_mm", [-12.0, 12.0])
def test_in_midfield_it_goes_back_and_near_the_own_goal_it_does_not(plays, aside_mm):
    assert back_share(50.0, plays, aside_mm) > 0.2
    assert back_share(9.0, plays, aside_mm) <= 0.0
