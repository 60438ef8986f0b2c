"""The simulated coach takes the penalties that are worth more than the play, and no others."""

from __future__ import annotations

import pytest

from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import (
    FoulAnswer,
    FoulCalled,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
)
from referee.game.fold import Fold
from referee.game.state import State
from referee.loaders.rulebooks import load_rulebook
from referee.sim.coach.plays.penalty_answer import penalty_answer
from tests.core.fields import EASY

RULES = load_rulebook("efhl").game
TAKE, DECLINE = FoulAnswer.TAKE, FoulAnswer.DECLINE
# Home begins at 300 mm, a yard is 8 mm.
SHORT, LONG = (PlayEnded("tackle", Team.HOME, x_mm, 160.0) for x_mm in (304.0, 700.0))


@pytest.mark.parametrize(
    ("foul", "play", "wanted"),
    [
        (FoulCalled("offside", Team.AWAY), SHORT, TAKE),
        (FoulCalled("offside", Team.AWAY), LONG, DECLINE),
        (FoulCalled("offensive holding", Team.HOME), Scored(Score.TOUCHDOWN, Team.HOME), TAKE),
        (FoulCalled("defensive holding", Team.AWAY), Scored(Score.TOUCHDOWN, Team.HOME), DECLINE),
    ],
)
def test_the_better_outcome_is_chosen(foul, play, wanted):
    fold, state = Fold(RULES, EASY), State()
    begun = Started("efhl", Team.AWAY, Direction.RIGHT), SeriesBegan(Team.HOME, 300.0, 160.0)
    for event in (*begun, foul, play):
        state = fold.after(state, event)
    answer = penalty_answer(RULES, EASY, state)
    assert answer is not None
    assert answer.how is wanted


def test_without_a_foul_there_is_nothing_to_answer():
    assert penalty_answer(RULES, EASY, State()) is None
