"""Which team the end of a play goes to: tries that fail, and touchbacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.core.roster import Team
from referee.game.events import PlayEnded, SeriesBegan, TryFailed
from referee.game.state import GamePhase
from referee.official.play.game_events import events_of_play
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import STATE, evening, put
from tests.official.test_told import BEGUN, call

TRY = replace(STATE, phase=GamePhase.TRY, down=0, x_mm=784.0, to_gain_x_mm=None, home_score=6)
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
