"""A try is played from the rulebook's yards off the goal line, whichever way its team plays."""

from __future__ import annotations

import pytest

from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import Score, Scored, SeriesBegan, Started
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from tests.core.fields import EASY


@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize(("team", "x_mm"), [(Team.HOME, 784.0), (Team.AWAY, 16.0)])
def test_the_ball_of_a_try_lies_two_yards_off_in_the_middle(league, team, x_mm):
    journal = Journal()
    for event in (
        Started(league, Team.AWAY, Direction.RIGHT),
        SeriesBegan(team, 400.0, 130.0),
        Scored(Score.TOUCHDOWN, team),
    ):
        journal = journal.append(0, "coach", event)
    state = Fold(load_rulebook(league).game, EASY).state(journal)
    assert (state.x_mm, state.y_mm) == (x_mm, 160.0)
