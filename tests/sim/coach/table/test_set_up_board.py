"""The board before the game: everybody stands on it for the enrolment, substitutes too."""

from __future__ import annotations

import math
from itertools import combinations

from referee.core.roster import Team
from referee.sim.coach.table.set_up_board import SetUpBoard
from referee.sim.live.setup import SimSetup
from referee.sim.live.teams import usual_roster

# A base is 28 mm long and its corner 18 mm from its middle; fingers are off by 3 mm.
CLEAR_MM = 45.0


def test_substitutes_stand_in_the_line_up_of_the_enrolment_clear_of_everybody():
    board = SetUpBoard(SimSetup(width_px=320, height_px=180, substitutes=2))
    board.line_up()
    named = board.named()
    assert {who.player for who in named} == {player.id for player in usual_roster(1, 2)}
    for team in Team:
        assert sum(who.team is team for who in named) == 13
    apart = [math.dist(one.place_mm, other.place_mm) for one, other in combinations(named, 2)]
    assert min(apart) > CLEAR_MM
    field = board.field
    for who in named:
        assert 0.0 < who.place_mm[0] < field.goal_to_goal_mm
        assert 0.0 < who.place_mm[1] < field.width_mm
