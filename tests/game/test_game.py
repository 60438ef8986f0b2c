"""Journal and state: downs, scores, ends, undo and overturn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.lateral_spot import LateralRule
from referee.core.roster import Team
from referee.game.events import (
    BallMoved,
    DownRepeated,
    Noted,
    NoteTopic,
    PlayAccount,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
    TryFailed,
)
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.game.journal_rows import entry_to_row, journal_from_rows
from referee.game.state import GamePhase
from referee.loaders.rulebooks import load_rulebook
from tests.core.fields import EASY

HOME, AWAY = Team.HOME, Team.AWAY
OPENING = (Started("hefl", AWAY, Direction.RIGHT), SeriesBegan(HOME, 240.0, 160.0))


def keeper(rulebook="hefl"):
    return Fold(load_rulebook(rulebook).game, EASY)


def written(*events, opening=OPENING):
    journal = Journal()
    for t, event in enumerate((*opening, *events)):
        journal = journal.append(t, "referee", event)
    return journal


def state(*events, rulebook="hefl", opening=OPENING):
    return keeper(rulebook).state(written(*events, opening=opening))


def down(x_yd, team=HOME, y_mm=160.0, **more):
    """A tackle so many yards from the left goal; a yard is 8 mm."""
    return PlayEnded("tackle", team, 8.0 * x_yd, y_mm, **more)


# Plays from 1st and 10 at the own 30, and how people say what follows.
SERIES = [
    ((), "1st and 10 at the own 30"),
    ((down(34),), "2nd and 6 at the own 34"),
    ((down(34), down(33), down(39.9)), "4th and 0.1 at the own 39.9"),
    ((down(34), down(40)), "1st and 10 at the own 40"),
    ((down(34), down(33), down(39), down(39)), "1st and 10 at the opponent's 39"),
    ((PlayEnded("incomplete", HOME),), "2nd and 10 at the own 30"),
    ((down(92),), "1st and goal at the opponent's 8"),
    ((down(35, AWAY),), "1st and 10 at the opponent's 35"),
    ((down(35, HOME, changed_hands=True),), "1st and 10 at the own 35"),
    ((DownRepeated(200.0, 160.0),), "1st and 15 at the own 25"),
    ((down(36), DownRepeated(328.0, 160.0)), "1st and 10 at the own 41"),
]


@pytest.mark.parametrize(("plays", "words"), SERIES)
def test_down_and_distance(plays, words):
    assert state(*plays).words(EASY) == words


def test_where_nothing_is_compared_the_place_is_said_as_the_page_of_a_night_says_it():
    stands = state(down(34), down(33), down(36.4))
    assert stands.words(EASY) == "4th and 3.6 at the own 36.4"
    assert stands.words(EASY, 0) == "4th and 3.6 at the own 36"


SCORES = [
    (Scored(Score.TOUCHDOWN, HOME), (6, 0), GamePhase.TRY, HOME),
    (Scored(Score.FIELD_GOAL, HOME), (3, 0), GamePhase.KICKOFF, HOME),
    (Scored(Score.SAFETY, AWAY), (0, 2), GamePhase.FREE_KICK, HOME),
]


@pytest.mark.parametrize(("score", "points", "stage", "team"), SCORES)
def test_a_score_brings_points_and_says_who_kicks(score, points, stage, team):
    after = state(score)
    assert ((after.home_score, after.away_score), after.phase, after.team) == (points, stage, team)


def test_tries():
    touchdown = Scored(Score.TOUCHDOWN, HOME)
    assert state(touchdown, Scored(Score.KICKED_TRY, HOME)).home_score == 7
    assert state(touchdown, Scored(Score.PLAYED_TRY, HOME)).home_score == 8
    failed = state(touchdown, TryFailed(HOME))
    assert (failed.home_score, failed.phase, failed.team) == (6, GamePhase.KICKOFF, HOME)


# Where the ball goes when it is dead at y = 100 (outside the hashes, at 120 and 200) or 170.
ACROSS = [
    ("efhl", 100.0, 120.0),
    ("efhl", 170.0, 160.0),
    ("hefl", 100.0, 160.0),
    ("vsefl", 100.0, 120.0),
    ("vsefl", 170.0, 170.0),
    ("simplified", 100.0, 120.0),
    ("simplified", 170.0, 160.0),
]


@pytest.mark.parametrize(("rulebook", "dead_mm", "wanted_mm"), ACROSS)
def test_where_across_the_field_the_next_play_begins(rulebook, dead_mm, wanted_mm):
    assert state(down(34, y_mm=dead_mm), rulebook=rulebook).y_mm == wanted_mm


def test_a_change_of_possession_puts_it_in_the_middle_in_vsefl():
    assert state(down(34, AWAY, y_mm=100.0), rulebook="vsefl").y_mm == 160.0


def test_the_offense_of_hefl_may_take_the_hash_it_was_near():
    moved = BallMoved(LateralRule.NEAREST_HASH)
    assert state(down(34, y_mm=90.0), moved).y_mm == 120.0
    with pytest.raises(BadValue, match="entry 4: event is 'BallMoved'"):
        state(down(34), moved, rulebook="efhl")
    with pytest.raises(BadValue, match="to is 'far hash'"):
        state(down(34), BallMoved(LateralRule.FAR_HASH))


# After how many quarters home plays to the right (it begins so).
ENDS = [
    ("simplified", (True, True, True, True)),
    ("vsefl", (True, False, True, False)),
    ("efhl", (True, False, False, True)),
]


@pytest.mark.parametrize(("rulebook", "right"), ENDS)
def test_direction_by_quarter(rulebook, right):
    for ended, plays_right in enumerate(right):
        now = state(*[QuarterEnded()] * ended, rulebook=rulebook)
        assert (now.plays_toward(HOME) is Direction.RIGHT) is plays_right


def test_a_change_of_ends_keeps_down_and_distance():
    before = state(down(34), rulebook="vsefl")
    after = state(down(34), QuarterEnded(), rulebook="vsefl")
    assert before.words(EASY) == after.words(EASY) == "2nd and 6 at the own 34"
    assert after.x_mm == 800.0 - before.x_mm


def test_who_kicked_first_receives_after_the_half():
    half = state(QuarterEnded(), QuarterEnded())
    assert (half.phase, half.team, half.quarter) == (GamePhase.KICKOFF, HOME, 3)


def test_after_the_last_quarter_nothing_more():
    over = [QuarterEnded()] * 4
    assert state(*over).phase is GamePhase.OVER
    with pytest.raises(BadValue, match="the game is at: over"):
        state(*over, down(34))
    assert state(*over, Noted("a good game")).phase is GamePhase.OVER


@pytest.mark.parametrize(
    "event",
    [Scored(Score.KICKED_TRY, HOME), TryFailed(HOME), Started("hefl", HOME, Direction.LEFT)],
)
def test_what_cannot_follow_is_refused(event):
    with pytest.raises(BadValue, match="entry 3"):
        state(event)


def test_overturning_a_call_moves_everything_after_it():
    journal = written(down(34), Scored(Score.FIELD_GOAL, HOME))
    verdict = OverturnEntry(3, "the replay shows him over the line", Scored(Score.TOUCHDOWN, HOME))
    journal = journal.append(9, "review", verdict)
    journal = journal.append(9, "review", OverturnEntry(4, "there was no kick"))
    after = keeper().state(journal)
    assert (after.home_score, after.phase) == (6, GamePhase.TRY)


def taken_back(journal):
    """A journal whose last entry does not stand."""
    return journal.append(10**9, "coach", OverturnEntry(len(journal.entries), "taken back"))


def test_taking_back_the_last_entry_brings_the_state_before_it():
    journal = written(down(34), down(36))
    once = taken_back(journal)
    assert keeper().state(once).words(EASY) == "2nd and 6 at the own 34"


def test_taking_back_what_took_back_brings_the_play_back():
    journal = written(down(34), down(36))
    twice = taken_back(taken_back(journal))
    assert keeper().state(twice) == keeper().state(journal)


def test_a_ruling_that_was_overturned_says_nothing():
    journal = written(down(34))
    journal = journal.append(5, "review", OverturnEntry(3, "short", down(31)))
    assert keeper().state(journal).words(EASY) == "2nd and 9 at the own 31"
    journal = journal.append(6, "review", OverturnEntry(4, "after all not"))
    assert keeper().state(journal).words(EASY) == "2nd and 6 at the own 34"


def test_of_two_rulings_on_one_entry_the_last_one_counts():
    journal = written(down(34))
    journal = journal.append(5, "review", OverturnEntry(3, "short", down(31)))
    journal = journal.append(6, "review", OverturnEntry(3, "shorter still", down(28)))
    assert keeper().state(journal).words(EASY) == "2nd and 12 at the own 28"
    # Taken back, the one before it counts again.
    assert keeper().state(taken_back(journal)).words(EASY) == "2nd and 9 at the own 31"


def test_nothing_written_is_ever_changed():
    journal = written(down(34))
    later = taken_back(journal)
    assert later.entries[: len(journal.entries)] == journal.entries


spots = st.floats(0, 800, allow_subnormal=False)
players = st.one_of(st.none(), st.sampled_from(["H22", "A54"]))
told = st.builds(
    PlayAccount, players, players, players, players, st.tuples(st.just("A54")), gained_x_mm=spots
)
events = st.one_of(
    st.builds(PlayEnded, st.just("tackle"), st.sampled_from(Team), spots, spots),
    st.builds(PlayEnded, st.just("sack"), st.sampled_from(Team), told=told),
    st.builds(Noted, st.just("a word")),
    st.just(QuarterEnded()),
)


@given(st.lists(events, max_size=12))
@settings(max_examples=40, deadline=None)
def test_plain_values_and_back(plays):
    journal = taken_back(written(*plays))
    again = journal_from_rows([entry_to_row(entry) for entry in journal.entries])
    assert again == journal


@given(st.lists(events, max_size=12), st.lists(events, max_size=4))
@settings(max_examples=40, deadline=None)
def test_undoing_every_later_entry_gives_the_state_before(plays, more):
    before = written(*plays)
    after = before
    for t, event in enumerate(more):
        after = after.append(100 + t, "referee", event)
    for number in range(len(before.entries) + 1, len(before.entries) + len(more) + 1):
        after = after.append(200, "coach", OverturnEntry(number, "back"))
    assert list(after.standing()) == list(before.standing())


TRIED = {"number": 1, "t_ns": 0, "by": "x", "event": "TryFailed", "team": "home"}
BAD = [
    (
        [{"number": 2, "t_ns": 0, "by": "x", "event": "QuarterEnded"}],
        "number is 2, but should be 1",
    ),
    ([{"number": 1, "t_ns": 0, "by": "x", "event": "Quarter"}], "did you mean QuarterEnded"),
    ([{"number": 1, "t_ns": 0, "by": "x", "event": "TryFailed"}], "entry 1: team is missing"),
    (
        [{"number": 1, "t_ns": 0, "by": "x", "event": "Noted", "words": "a", "rul": "b"}],
        "rul is not",
    ),
    ([{"number": 1, "t_ns": 0, "by": "x", "overturns": 1, "why": "a"}], "entry is 1"),
    ([{**TRIED, "told": {"by": "A54"}}], "entry 1: told.by is 'A54'"),
    ([{**TRIED, "told": {"buy": ["A54"]}}], "told.buy is not a known key"),
]


def test_a_journal_from_before_plays_were_told_is_still_read():
    (entry,) = journal_from_rows([TRIED]).entries
    assert entry.what.told is None
    assert entry_to_row(entry) == TRIED


@pytest.mark.parametrize(
    ("more", "about"),
    [
        ({"words": "challenge: call 7, tackle", "flagged": True}, NoteTopic.CHALLENGE),
        ({"words": "challenge", "flagged": True}, NoteTopic.CHALLENGE),
        ({"words": "challenge next time", "flagged": False}, None),
        ({"words": "flag at the 50", "flagged": True}, None),
        ({"words": "the spot", "flagged": True, "about": "challenge"}, NoteTopic.CHALLENGE),
    ],
)
def test_a_challenge_is_read_by_its_topic_and_in_an_old_journal_by_its_words(more, about):
    row = {"number": 1, "t_ns": 0, "by": "coach", "event": "Noted", **more}
    (entry,) = journal_from_rows([row]).entries
    assert entry.what.about is about
    assert entry_to_row(entry).get("about") == about


@pytest.mark.parametrize(("rows", "words"), BAD)
def test_plain_values_that_make_no_sense_are_named(rows, words):
    with pytest.raises(BadValue, match=words):
        journal_from_rows(rows)
