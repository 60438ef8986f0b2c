"""What the coach enters where nobody gets to the ball."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from referee.calls.frame import BoardFrame
from referee.core.field.direction import Direction
from referee.core.geometry.marker import Marker
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import PlayEnded, SeriesBegan, Started
from referee.game.journal import Journal
from referee.game.state import GamePhase
from referee.loaders.rulebooks import load_rulebook
from referee.night.command_handlers import handle_command
from referee.night.commands import EnterEvent
from referee.night.night import Night
from referee.sim.coach.finger_taps import FINGER_MM
from referee.sim.coach.plays.stops import kept_ball_event, shown_marker, tapped_marker
from tests.core.fields import EASY
from tests.night.test_night import NAMES
from tests.official.evenings import ROSTER


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


LAID = Pose(300.0, 150.0, 0.0)


def test_a_ball_is_where_the_page_shows_it():
    seen = Marker(301.0, 149.0, 4.0, 0.2, 0.1)
    other = Marker(340.0, 150.0, 4.0, 0.2, 0.1)
    at = SimpleNamespace(board=BoardFrame(0, power=False, seen=(), markers=(other, seen)))
    assert shown_marker(at, LAID) is seen


def test_a_ball_that_the_page_does_not_show_is_tapped_and_says_how_inexact_that_is():
    assert shown_marker(SimpleNamespace(board=None), LAID) is None
    tapped = tapped_marker((302.0, 147.5))
    assert (tapped.x_mm, tapped.y_mm, tapped.sigma_mm) == (302.0, 147.5, FINGER_MM)
