"""What the end of a play means for the game: tries, and touchbacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.play_name import PlayName
from referee.core.roster import Team
from referee.game.events import PlayEnded, Score, SeriesBegan, TryFailed
from referee.game.state import GamePhase, OwedAct
from referee.official.declarations.types import PlayNamed
from referee.official.play.game_events import events_of_play
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import STATE, evening, put, snap
from tests.official.test_told import BEGUN, call

TRY = replace(
    STATE,
    phase=GamePhase.TRY,
    down=0,
    x_mm=784.0,
    to_gain_x_mm=None,
    home_score=6,
    owed=(OwedAct(GamePhase.KICKOFF, Team.HOME),),
)
# A50 intercepted and runs to the left; H22's front meets his at 0.8 s: 300 - 27.8 apart.
RETURNED = {
    "H1": [(0, 250, 160, 180)],
    "A50": [(0, 340, 130, 180), (0.1, 340, 130, 180), (0.8, 300, 130, 180)],
    "H22": [(0, 272.2, 130, 0)],
}


@pytest.mark.parametrize("team", list(Team))
def test_after_an_interception_on_a_try_the_team_that_tried_kicks_off(team):
    state = replace(TRY, team=team)
    stand = replace(BEGUN, offense=team, team=team.other, changes=1)
    (event,) = events_of_play([call(CallKind.TACKLE, "H22", "A50")], stand, state)
    assert isinstance(event, TryFailed)
    assert event.team is team


def test_an_interceptor_who_is_tackled_on_a_try_leaves_the_kickoff_to_the_team_that_tried():
    script = put(PlayStep.AFTER_INTERCEPTION, "A50", Team.AWAY)
    got = evening("efhl", script, RETURNED, 2.0, state=TRY)
    assert [kind for kind, _ in got.said()] == ["tackle"]
    after = got.official.state
    assert (after.phase, after.team, after.home_score) == (GamePhase.KICKOFF, Team.HOME, 6)


def test_a_touchback_without_a_player_goes_to_those_who_did_not_lose_the_ball():
    (event,) = events_of_play([call(CallKind.TOUCHBACK)], BEGUN, STATE)
    assert isinstance(event, PlayEnded)
    assert (event.team, event.changed_hands) == (Team.AWAY, True)


def test_a_touchback_of_a_player_goes_to_his_team():
    stand = replace(BEGUN, team=Team.AWAY, carrier="A50", changes=1)
    (event,) = events_of_play([call(CallKind.TOUCHBACK, "A50")], stand, STATE)
    assert (event.team, event.changed_hands) == (Team.AWAY, True)


def test_a_touchback_on_a_return_begins_a_series_of_those_who_did_not_lose_the_ball():
    state = replace(STATE, phase=GamePhase.KICKOFF, team=Team.AWAY)
    stand = replace(BEGUN, offense=Team.AWAY, team=Team.HOME)
    (event,) = events_of_play([call(CallKind.TOUCHBACK)], stand, state)
    assert isinstance(event, SeriesBegan)
    assert event.team is Team.AWAY


def test_a_safety_on_a_try_is_counted_and_the_team_that_tried_kicks_off():
    """EFHL-SCO-05: whoever took the ball away is caught in the own end zone, for one point."""
    moves = {
        **RETURNED,
        "A50": [(0, 840, 130, 180), (0.1, 840, 130, 180), (0.8, 835, 130, 180)],
        "H22": [(0, 800, 130, 0), (0.8, 807.2, 130, 0)],
    }
    script = put(PlayStep.AFTER_INTERCEPTION, "A50", Team.AWAY)
    got = evening("efhl", script, moves, 2.0, state=TRY)
    assert ("safety", "EFHL-SCO-05") in got.said()
    after = got.official.state
    assert (after.phase, after.team) == (GamePhase.KICKOFF, Team.HOME)
    assert (after.home_score, after.away_score) == (7, 0)


# Whoever takes the ball away on a try and carries it back scores, by how the others tried.
@pytest.mark.parametrize(
    ("tried", "scored"),
    [
        (None, Score.PLAYED_TRY),
        (Score.PLAYED_TRY, Score.PLAYED_TRY),
        (Score.KICKED_TRY, Score.SAFETY),  # EFHL-CON-03: a one-point safety
    ],
)
def test_a_ball_taken_on_a_try_and_carried_back(tried, scored):
    stand = replace(BEGUN, team=Team.AWAY, carrier="A50", changes=1)
    state = replace(TRY, try_by=tried)
    (event,) = events_of_play([call(CallKind.TOUCHDOWN, "A50")], stand, state)
    assert (event.how, event.team) == (scored, Team.AWAY)


@pytest.mark.parametrize("play", [PlayName.SPIKE, PlayName.KNEEL])
def test_a_spike_or_a_kneel_gives_a_try_up(play):
    state = replace(TRY, x_mm=300.0)
    got = evening(
        "efhl", [*snap(), (0.8, PlayNamed(play))], {"H1": [(0, 250, 160, 180)]}, 1.0, state=state
    )
    after = got.official.state
    assert (after.phase, after.team, after.home_score) == (GamePhase.KICKOFF, Team.HOME, 6)
