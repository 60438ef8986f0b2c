"""Tries: from where, for how many points, who kicks off after them, and when there is none."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import (
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
    TryChosen,
    TryFailed,
)
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.journal_rows import entry_to_row, journal_from_rows
from referee.game.state import GamePhase
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from tests.core.fields import EASY

HOME, AWAY = Team.HOME, Team.AWAY
TOUCHDOWN = Scored(Score.TOUCHDOWN, HOME)


def opened(league):
    return (Started(league, AWAY, Direction.RIGHT), SeriesBegan(HOME, 400.0, 130.0))


def after(league, *events):
    journal = Journal()
    for event in (*opened(league), *events):
        journal = journal.append(0, "coach", event)
    return Fold(load_rulebook(league).game, EASY).state(journal)


# EFHL-CON-02 and SIMP-TRY-01 print the 15; HEFL-TWO-01 and VSEFL-FG-01 leave it at the 2.
KICKED_FROM = [("efhl", 680.0), ("simplified", 680.0), ("hefl", 784.0), ("vsefl", 784.0)]


@pytest.mark.parametrize(("league", "x_mm"), KICKED_FROM)
def test_a_kicked_try_is_snapped_where_the_book_says(league, x_mm):
    state = after(league, TOUCHDOWN, TryChosen(Score.KICKED_TRY))
    assert (state.x_mm, state.y_mm, state.try_by) == (x_mm, 160.0, Score.KICKED_TRY)


@pytest.mark.parametrize("league", LEAGUES)
def test_a_choice_may_be_made_anew_before_the_try(league):
    kick, play = TryChosen(Score.KICKED_TRY), TryChosen(Score.PLAYED_TRY)
    state = after(league, TOUCHDOWN, kick, play)
    assert (state.x_mm, state.phase, state.try_by) == (784.0, GamePhase.TRY, Score.PLAYED_TRY)


@pytest.mark.parametrize("y_mm", [120.0, 150.5, 200.0])
def test_in_efhl_the_ball_of_a_try_lies_anywhere_between_the_hashes(y_mm):
    """EFHL-CON-05; the hashes are at 120 and 200."""
    for how in (Score.KICKED_TRY, Score.PLAYED_TRY):
        assert after("efhl", TOUCHDOWN, TryChosen(how, y_mm)).y_mm == y_mm


@pytest.mark.parametrize("y_mm", [119.9, 200.1])
def test_outside_the_hashes_no_try_begins(y_mm):
    with pytest.raises(BadValue, match="between the hashes"):
        after("efhl", TOUCHDOWN, TryChosen(Score.PLAYED_TRY, y_mm))


@pytest.mark.parametrize("league", [name for name in LEAGUES if name != "efhl"])
def test_elsewhere_the_ball_of_a_try_lies_in_the_middle(league):
    with pytest.raises(BadValue, match="y_mm is 150"):
        after(league, TOUCHDOWN, TryChosen(Score.PLAYED_TRY, 150.0))


def test_a_touchdown_is_no_way_to_try():
    with pytest.raises(BadValue, match="how is 'touchdown'"):
        after("efhl", TOUCHDOWN, TryChosen(Score.TOUCHDOWN))


@pytest.mark.parametrize("league", LEAGUES)
def test_nobody_chooses_a_try_without_a_touchdown(league):
    with pytest.raises(BadValue, match="entry 3: event is 'TryChosen'"):
        after(league, TryChosen(Score.KICKED_TRY))


# Points for home and away after home's touchdown (6) and what comes of its try.
WORTH = [
    ("efhl", Scored(Score.KICKED_TRY, HOME), (7, 0)),
    ("efhl", Scored(Score.PLAYED_TRY, HOME), (8, 0)),
    ("efhl", Scored(Score.PLAYED_TRY, AWAY), (6, 2)),  # EFHL-CON-06
    ("efhl", Scored(Score.SAFETY, AWAY), (6, 1)),  # EFHL-SCO-03
    ("efhl", Scored(Score.SAFETY, HOME), (7, 0)),
    ("hefl", Scored(Score.PLAYED_TRY, AWAY), (6, 2)),
    ("vsefl", Scored(Score.SAFETY, AWAY), (6, 2)),  # VSEFL-SAF-01 makes no exception for tries
    ("simplified", TryFailed(HOME), (6, 0)),
]


@pytest.mark.parametrize(("league", "event", "score"), WORTH)
def test_after_a_try_the_team_that_tried_kicks_off_whoever_has_scored(league, event, score):
    state = after(league, TOUCHDOWN, event)
    assert (state.home_score, state.away_score) == score
    assert (state.phase, state.team, state.try_by) == (GamePhase.KICKOFF, HOME, None)


NOT_ON_A_TRY = [
    ("efhl", Scored(Score.KICKED_TRY, AWAY), "team is 'away'"),
    ("simplified", Scored(Score.PLAYED_TRY, AWAY), "team is 'away'"),  # SIMP-TRY-03
    ("efhl", Scored(Score.FIELD_GOAL, HOME), "how is 'field goal'"),
    ("efhl", TryFailed(AWAY), "team is 'away'"),
    ("efhl", QuarterEnded(), "event is 'QuarterEnded'"),
    ("efhl", SeriesBegan(AWAY, 400.0, 160.0), "event is 'SeriesBegan'"),
]


@pytest.mark.parametrize(("league", "event", "words"), NOT_ON_A_TRY)
def test_what_cannot_happen_on_a_try_is_refused(league, event, words):
    with pytest.raises(BadValue, match=words):
        after(league, TOUCHDOWN, event)


@pytest.mark.parametrize("league", LEAGUES)
def test_no_field_goal_is_kicked_at_a_kickoff(league):
    with pytest.raises(
        BadValue,
        match="how is 'field goal', but should be touchdown, safety; the game is at: kickoff",
    ):
        after(league, Scored(Score.FIELD_GOAL, HOME), Scored(Score.FIELD_GOAL, HOME))


def last_play(league, *before):
    """The state after home's touchdown on the last play of the game."""
    plays = round(load_rulebook(league).game.quarters.plays.value)
    quarters = [QuarterEnded(), QuarterEnded(), SeriesBegan(HOME, 400.0, 160.0), QuarterEnded()]
    used = plays - 1 - sum(isinstance(event, Scored) for event in before)
    return after(league, *quarters, *before, SeriesBegan(HOME, 400.0, 160.0), *_gains(used))


def _gains(count):
    """Plays of home that each begin another series at midfield."""
    return [PlayEnded("tackle", HOME, 400.0, 160.0, changed_hands=True)] * count


def won(league, *before):
    state = last_play(league, *before)
    return Fold(load_rulebook(league).game, EASY).after(state, TOUCHDOWN)


def test_in_efhl_a_touchdown_on_the_last_play_that_wins_brings_no_try():
    """EFHL-CON-01; tied, the try is run."""
    assert won("efhl").phase is not GamePhase.TRY
    behind = (Scored(Score.TOUCHDOWN, AWAY), TryFailed(AWAY))
    state = won("efhl", *behind)
    assert (state.home_score, state.away_score, state.phase) == (6, 6, GamePhase.TRY)


@pytest.mark.parametrize("league", [name for name in LEAGUES if name != "efhl"])
def test_elsewhere_every_touchdown_brings_a_try(league):
    assert won(league).phase is GamePhase.TRY


def test_before_the_last_play_a_touchdown_that_leads_brings_a_try():
    quarters = [QuarterEnded(), QuarterEnded(), SeriesBegan(HOME, 400.0, 160.0), QuarterEnded()]
    state = after("efhl", *quarters, *_gains(13), TOUCHDOWN)
    assert (state.quarter, state.plays, state.phase) == (4, 14, GamePhase.TRY)


def test_a_choice_is_kept_in_the_journal():
    event = TryChosen(Score.PLAYED_TRY, 130.5)
    journal = Journal().append(3, "coach", event)
    row = {"number": 1, "t_ns": 3, "by": "coach", "event": "TryChosen", "how": "played try"}
    assert entry_to_row(journal.entries[0]) == {**row, "y_mm": 130.5}
    assert journal_from_rows([entry_to_row(each) for each in journal.entries]) == journal
