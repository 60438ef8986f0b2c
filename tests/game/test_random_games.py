"""Random legal games of every book: no dead end, points and downs that add up, undo that restores.

What the rules do not offer the fold refuses, and what they offer it takes.
"""

from __future__ import annotations

import random

import pytest

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    FoulCalled,
    FoulRolled,
    FoulsSettled,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
    TryFailed,
)
from referee.game.fold import Fold
from referee.game.frame_events import (
    Challenged,
    Disputed,
    EndsChosen,
    KickChosen,
    OvertimeSettled,
    TimeoutTaken,
    Tossed,
)
from referee.game.journal import Journal, OverturnEntry
from referee.game.order.offers import legal
from referee.game.state import GamePhase, State
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from tests.core.fields import EASY
from tests.game.random_games import LENGTH_MM, WIDTH_MM, other_events, random_game

# So many games of each book; a game is about a hundred events.
GAMES = 150
# Points by what was scored, as the books print them; on a try see WORTH_ON_TRY.
WORTH = {Score.TOUCHDOWN: 6, Score.FIELD_GOAL: 3, Score.SAFETY: 2}
# EFHL-SCO-03 and CON-06; HEFL-SAF-01, VSEFL-SAF-01 and SIMP-SAF-01 make no exception for tries.
SAFETY_ON_TRY = {"efhl": 1, "hefl": 2, "vsefl": 2, "simplified": 2}
LAST_QUARTER, DOWNS = 4, 4
MOST_TIMEOUTS = 4  # HEFL-CLK-03, the most that a book has
# What the games of every book have to meet among them, and what only some books know.
EVERY_BOOK = frozenset(
    {
        "the ball after a kickoff",
        "the ball after a free kick",
        "the ball after a punt",
        "the ball after a field goal",
        "a play ended on a punt",
        "a play ended on a field goal",
        "a down again",
        "touchdown",
        "field goal",
        "safety",
        "kicked try",
        "played try",
        "a try that failed",
        "a touchdown on a kickoff",
        "a touchdown on a punt",
        "a foul of the offense",
        "a foul of the defense",
        "a penalty taken",
        "a timeout",
        "half-time",
        "a toss",
        "a play in overtime",
        "a score in overtime",
    }
)
OF_SOME = {
    # EFHL-CHL-01, MAT-03
    "efhl": {"a challenge", "a choice to kick", "a choice of goals", "a penalty declined"},
    # HEFL-PEN-01, HEFL-OFF-01
    "hefl": {"rolled fouls", "a dispute", "a choice of goals", "a penalty declined"},
    # VSEFL-PEN-01, VSEFL-PRE-02
    "vsefl": {"rolled fouls", "home's field goal before the game", "a penalty declined"},
    # SIMP-OT-01
    "simplified": {"overtime or a tie"},
}


def keeper(league):
    return Fold(load_rulebook(league).game, EASY)


def worth(league, before, event):
    """What an event is worth, by hand."""
    if not isinstance(event, Scored):
        return 0
    if before.phase is not GamePhase.TRY:
        return WORTH[event.how]  # home's field goal before the game (VSEFL-PRE-02) too
    on_try = {Score.KICKED_TRY: 1, Score.PLAYED_TRY: 2, Score.SAFETY: SAFETY_ON_TRY[league]}
    return on_try[event.how]


def may_end_tied(league, state):
    """EFHL-OT-04 and SIMP-OT-07 after one period, HEFL-OT-01 after regulation, VSEFL never."""
    if league == "vsefl" or state.playoff:
        return False
    last = {"efhl": 5, "hefl": 4}.get(league)
    return state.quarter == last if last else state.quarter in (4, 5)


def check(league, step):
    """Everything that holds of any event in any state."""
    before, event, after = step.before, step.event, step.after
    gained = {team: after.score(team) - before.score(team) for team in Team}
    points = worth(league, before, event)
    if isinstance(event, FoulsSettled):
        check_settled(before, after)
    else:
        assert gained == {team: points * (getattr(event, "team", None) is team) for team in Team}
    assert after.quarter >= 1
    assert after.team is not None
    for team in Team:
        assert 0 <= after.counts(team).timeouts <= MOST_TIMEOUTS
    if before.phase is GamePhase.TRY and isinstance(event, Scored | TryFailed):
        assert (after.phase, after.team) == (GamePhase.KICKOFF, before.team)
    if after.phase is GamePhase.OVER:
        assert after.quarter >= LAST_QUARTER
        tied = after.home_score == after.away_score
        assert not tied or may_end_tied(league, after)
    if after.phase is not GamePhase.SCRIMMAGE:
        return
    assert 1 <= after.down <= DOWNS
    assert 0.0 <= after.x_mm <= LENGTH_MM
    assert 0.0 <= after.y_mm <= WIDTH_MM
    if after.to_gain_x_mm is not None:
        sign = after.plays_toward(after.team).sign
        assert sign * (after.to_gain_x_mm - after.x_mm) > 0.0
    if isinstance(event, PlayEnded) and after.series == before.series:
        assert after.down == before.down + 1
    if isinstance(event, DownRepeated) and after.series == before.series:
        assert after.down == before.down


def check_settled(before, after):
    """A penalty leaves the score of before the play, or of now; a safety alone adds to it."""
    assert len(after.fouls) < len(before.fouls)
    scores = {(each.home_score, each.away_score) for each in (before.snap or before, before)}
    safeties = {(home + 2, away) for home, away in scores} | {
        (home, away + 2) for home, away in scores
    }
    allowed = scores | safeties if after.phase is GamePhase.FREE_KICK else scores
    on_try = before.phase is GamePhase.TRY or (before.snap and before.snap.phase is GamePhase.TRY)
    if on_try:
        allowed |= safeties | {(h + 1, a) for h, a in scores} | {(h, a + 1) for h, a in scores}
    assert (after.home_score, after.away_score) in allowed


def met(step):
    """What a step shows, in words."""
    before, event, after = step.before, step.event, step.after
    overtime = before.quarter > LAST_QUARTER
    kick = getattr(event, "kick", None) or before.phase
    match event:
        case SeriesBegan():
            yield f"the ball after a {kick.value}"
        case PlayEnded(kick=ScrimmageKick()):
            yield f"a play ended on a {kick.value}"
        case Scored() if before.phase is GamePhase.HOME_KICK:
            yield "home's field goal before the game"
        case Scored():
            yield event.how.value
            yield f"a {event.how.value} on a {kick.value}"
        case FoulCalled():
            yield f"a foul of the {'offense' if event.team is before.team else 'defense'}"
        case FoulsSettled():
            yield {"take": "a penalty taken", "decline": "a penalty declined"}.get(event.how.value)
        case QuarterEnded() if after.quarter == LAST_QUARTER - 1:
            yield "half-time"
        case _:
            yield WORDS.get(type(event))
    if overtime and isinstance(event, PlayEnded | Scored):
        yield f"a {'play' if isinstance(event, PlayEnded) else 'score'} in overtime"


WORDS = {
    DownRepeated: "a down again",
    TryFailed: "a try that failed",
    FoulRolled: "rolled fouls",
    TimeoutTaken: "a timeout",
    Challenged: "a challenge",
    Disputed: "a dispute",
    Tossed: "a toss",
    KickChosen: "a choice to kick",
    EndsChosen: "a choice of goals",
    OvertimeSettled: "overtime or a tie",
}


@pytest.mark.parametrize("league", LEAGUES)
def test_random_games_come_to_their_end(league):
    fold = keeper(league)
    shown = set()
    for seed in range(GAMES):
        last = None
        for last in random_game(fold, seed):
            check(league, last)
            shown.update(met(last))
        assert last is not None
        assert last.after.phase is GamePhase.OVER, f"seed {seed}"
    assert (EVERY_BOOK | OF_SOME[league]) - shown == set()


@pytest.mark.parametrize("league", LEAGUES)
def test_undo_at_any_place_restores_the_state(league):
    """Every later entry taken back, the game is where it was."""
    fold, rng = keeper(league), random.Random(7)  # noqa: S311 - games of a test
    for seed in range(6):
        steps = list(random_game(fold, seed))
        journal = Journal()
        for step in steps:
            journal = journal.append(0, "coach", step.event)
        for length in sorted(rng.sample(range(len(steps)), 4)):
            undone = journal
            for number in range(len(steps), length, -1):
                undone = undone.append(0, "coach", OverturnEntry(number, "taken back"))
            wanted = steps[length].before if length else State()
            assert fold.state(undone) == wanted, f"seed {seed}, entry {length}"


@pytest.mark.parametrize("league", LEAGUES)
def test_the_fold_takes_what_is_offered_and_nothing_else(league):
    fold, rng = keeper(league), random.Random(11)  # noqa: S311 - games of a test
    seen: set[GamePhase] = set()
    for seed in range(4):
        for step in random_game(fold, seed):
            state = step.before
            if state.phase in seen and rng.random() > 0.05:
                continue
            seen.add(state.phase)
            offers = legal(state, fold.rules)
            for event in other_events(rng):
                if any(offer.admits(event) for offer in offers):
                    fold.after(state, event)
                else:
                    with pytest.raises(BadValue):
                        fold.after(state, event)
    everywhere = {GamePhase.BEFORE, GamePhase.KICKOFF, GamePhase.FREE_KICK}
    assert seen >= everywhere | {GamePhase.SCRIMMAGE, GamePhase.TRY}


@pytest.mark.parametrize("league", LEAGUES)
def test_a_game_that_is_over_takes_words_only(league):
    over = State(phase=GamePhase.OVER, quarter=4, team=Team.HOME)
    assert {each.event.__name__ for each in legal(over, keeper(league).rules)} == {
        "Noted",
        "NamesCorrected",
    }
