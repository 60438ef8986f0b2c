"""What a verdict changes, worked out by hand: down, place, score, and all that follows."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import DownRepeated, PlayEnded, Score, Scored, TryFailed
from referee.game.journal import OverturnEntry
from referee.game.state import GamePhase
from referee.review.rulings.changes import (
    compare_games,
    journal_with,
    state_before,
    with_falling_entries,
)
from tests.core.fields import EASY
from tests.review.games import BEGUN, GAINS, KEEPER, TACKLED, drive, journal_of, scored


def changed(journal, number, instead):
    return compare_games(
        KEEPER, journal, journal_with(journal, given_for(journal, number, instead))
    )


def given_for(journal, number, instead):
    return with_falling_entries(KEEPER, journal, OverturnEntry(number, "because", instead))


def words(state):
    return state.words(EASY)


def test_the_drive_is_what_it_is_meant_to_be():
    states = [state_before(KEEPER, drive(), number) for number in range(3, 9)]
    assert [words(state) for state in states] == [
        "1st and 10 at the own 38",
        "2nd and 7 at the own 41",
        "3rd and 3 at the own 45",
        "4th and 1 at the own 47",
        "1st and 10 at the opponent's 44",
        "2nd and 7 at the opponent's 41",
    ]


def test_an_incomplete_pass_for_a_gain_puts_the_next_play_a_down_on_and_nothing_back():
    # Play 4 still ended where it did: past the line to gain.
    found = changed(drive(), 4, PlayEnded("incomplete", Team.HOME))
    assert [step.number for step in found.steps if step.changed] == [4]
    assert words(found.steps[0].now) == "3rd and 3 at the own 45"
    assert words(found.steps[0].then) == "3rd and 7 at the own 41"
    assert found.now == found.then


def test_a_play_that_was_short_after_all_turns_the_ball_over_and_everything_later_follows():
    # The 9 yards of play 4 become none: fourth down is lost, the other side has the ball, and the
    # next play of the home team is then a change of hands at the same place.
    found = changed(drive(), 6, PlayEnded("tackle", Team.HOME, 376.0, 160.0))
    assert [step.number for step in found.steps if step.changed] == [6, 7]
    assert (found.steps[0].then.team, found.steps[0].then.down) == (Team.AWAY, 1)
    assert words(found.now) == "2nd and 7 at the opponent's 41"
    assert words(found.then) == "1st and 10 at the opponent's 41"
    assert found.falls == ()


def test_the_down_played_again_leaves_everything_later_a_down_behind():
    found = changed(drive(), 3, DownRepeated())
    assert [words(step.then) for step in found.steps[:3]] == [
        "1st and 10 at the own 38",
        "2nd and 3 at the own 45",
        "3rd and 1 at the own 47",
    ]


def test_a_touchdown_that_was_none_takes_its_points_and_its_try():
    found = changed(scored(), 4, PlayEnded("tackle", Team.HOME, 792.0, 160.0))
    assert found.falls == (5,)
    assert (found.now.home_score, found.then.home_score) == (7, 0)
    assert words(found.steps[0].then) == "1st and goal at the opponent's 1"
    assert found.then.team is Team.AWAY


def test_the_try_is_taken_back_before_the_touchdown():
    given = given_for(scored(), 4, PlayEnded("tackle", Team.HOME, 792.0, 160.0))
    assert [(verdict.entry, verdict.instead is None) for verdict in given] == [
        (5, True),
        (4, False),
    ]


def test_a_touchdown_after_all_takes_back_what_was_played_instead():
    found = changed(drive(), 6, Scored(Score.TOUCHDOWN, Team.HOME))
    assert found.falls == (7,)
    assert (found.then.home_score, found.then.phase) == (6, GamePhase.TRY)


def test_the_try_of_a_touchdown_that_falls_falls_with_it():
    journal = journal_of(
        TACKLED, Scored(Score.TOUCHDOWN, Team.HOME), Scored(Score.KICKED_TRY, Team.HOME)
    )
    # Had play 1 been the touchdown, there would have been a try, but not this one.
    assert changed(journal, 3, Scored(Score.TOUCHDOWN, Team.HOME)).falls == (4, 5)


def test_an_outcome_that_cannot_stand_where_it_is_put_is_refused():
    with pytest.raises(BadValue, match="scrimmage"):
        given_for(drive(), 4, TryFailed(Team.HOME))


def test_nothing_changes_where_the_same_stands_instead():
    journal = drive()
    assert changed(journal, 4, journal.entries[3].what).steps == ()


OUTCOMES = st.sampled_from(
    [
        PlayEnded("tackle", Team.HOME, 400.0, 160.0),
        PlayEnded("tackle", Team.AWAY, 200.0, 60.0, changed_hands=True),
        PlayEnded("incomplete", Team.HOME),
        Scored(Score.TOUCHDOWN, Team.HOME),
        Scored(Score.SAFETY, Team.AWAY),
        Scored(Score.KICKED_TRY, Team.HOME),
        TryFailed(Team.HOME),
        DownRepeated(),
        BEGUN[1],
    ]
)


@given(st.lists(OUTCOMES, min_size=1, max_size=8), OUTCOMES, st.data())
def test_whatever_is_overturned_the_game_that_is_left_makes_sense(events, instead, data):
    journal = journal_of()
    for event in events:  # only what can follow
        longer = journal.append(0, "referee", event)
        with contextlib.suppress(BadValue):
            KEEPER.state(longer)
            journal = longer
    number = data.draw(st.integers(2, len(journal.entries)))
    try:
        given_verdicts = given_for(journal, number, instead)
    except BadValue:
        return  # it could not stand there at all
    then = journal_with(journal, given_verdicts)
    KEEPER.state(then)
    assert dict(then.standing())[number] == instead
    untouched = {n for n, _ in journal.standing()} - {v.entry for v in given_verdicts}
    assert untouched <= {n for n, _ in then.standing()}


def test_the_gains_add_up_to_where_the_ball_is():
    assert KEEPER.state(drive()).x_mm == 304.0 + sum(GAINS)
