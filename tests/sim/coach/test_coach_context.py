"""What the coach answers where the referee is in doubt."""

from __future__ import annotations

import pytest

from referee.core.field.direction import Direction
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import PlayEnded, SeriesBegan, Started
from referee.game.journal import Journal
from referee.game.state import GamePhase
from referee.loaders.rulebooks import load_rulebook
from referee.night.command_handlers import handle_command
from referee.night.commands import EnterEvent
from referee.night.night import Night
from referee.sim.coach.coach_context import players_at
from referee.sim.coach.plays.stops import kept_ball_event
from tests.core.fields import EASY
from tests.night.test_night import NAMES
from tests.official.evenings import ROSTER


def test_nobody_is_said_to_stand_at_two_places():
    places = {"H1": (100.0, 100.0), "H2": (110.0, 100.0), "A1": (400.0, 300.0)}
    # Both places are nearest to H1; H2 is the only one who can stand at the other.
    assert players_at(places, [(101.0, 100.0), (99.0, 100.0)]) == ("H2", "H1")


def test_the_nearest_stands_there():
    places = {"H1": (100.0, 100.0), "H2": (160.0, 100.0), "A1": (400.0, 300.0)}
    assert players_at(places, [(390.0, 300.0), (120.0, 100.0)]) == ("A1", "H1")


@pytest.mark.parametrize(
    ("stage", "wanted"), [(GamePhase.SCRIMMAGE, PlayEnded), (GamePhase.KICKOFF, SeriesBegan)]
)
def test_a_ball_nobody_got_to_ends_a_play_or_begins_a_series_after_a_kick(stage, wanted):
    event = kept_ball_event(stage, Team.AWAY, Pose(9999.0, 150.0, 0.0), EASY)
    assert isinstance(event, wanted)
    assert event.team is Team.AWAY
    assert event.x_mm < EASY.goal_to_goal_mm  # not in the end zone
    before = Started("efhl", Team.AWAY, Direction.RIGHT), SeriesBegan(Team.AWAY, 300.0, 160.0)
    journal = Journal()
    for each in before if stage is GamePhase.SCRIMMAGE else before[:1]:
        journal = journal.append(0, "coach", each)
    night = Night(load_rulebook("efhl"), EASY, ROSTER, journal, NAMES)
    assert night.state.phase is stage
    assert not handle_command(night, EnterEvent(event), 0).refused
    assert night.state.team is Team.AWAY
