"""Which plays a quarter counts, by each book: EFHL-TIM-02 and 03, HEFL-CLK-01, HEFL-KO-03,
VSEFL-CLK-01, VSEFL-SAF-02, SIMP-CLK-03.
"""

from __future__ import annotations

import pytest

from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    PlayAccount,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
    Started,
    TryFailed,
)
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.journal_rows import journal_from_rows
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from tests.core.fields import EASY

HOME, AWAY = Team.HOME, Team.AWAY
BEGIN = Started("any", AWAY, Direction.RIGHT)
KICKOFF = SeriesBegan(HOME, 240.0, 160.0)
DECLINED = SeriesBegan(HOME, 240.0, 160.0, declined=True)
RUN = PlayEnded("tackle", HOME, 264.0, 160.0)
PUNT = SeriesBegan(AWAY, 500.0, 160.0, kick=ScrimmageKick.PUNT)
MISSED = SeriesBegan(AWAY, 500.0, 160.0, kick=ScrimmageKick.FIELD_GOAL)
MADE = Scored(Score.FIELD_GOAL, HOME)
TOUCHDOWN = Scored(Score.TOUCHDOWN, HOME)
# The quarter has begun and the kickoff is on the board: one event, and what it adds.
EFHL, OTHERS = "efhl", "the others"
COUNTS = [
    ("a run", (RUN,), {EFHL: 1, OTHERS: 1}),
    ("an incomplete pass", (PlayEnded("incomplete", HOME),), {EFHL: 1, OTHERS: 1}),
    ("a touchdown and its try", (TOUCHDOWN, TryFailed(HOME)), {EFHL: 1, OTHERS: 1}),
    ("a punt", (PUNT,), {EFHL: 0, OTHERS: 1}),
    (
        "a punt run back for a touchdown",
        (Scored(Score.TOUCHDOWN, AWAY, kick=ScrimmageKick.PUNT),),
        {EFHL: 0, OTHERS: 1},
    ),
    ("a field goal that is good", (MADE,), {EFHL: 0, OTHERS: 1}),
    ("a field goal that is missed", (MISSED,), {EFHL: 0, OTHERS: 1}),
    ("a safety", (Scored(Score.SAFETY, AWAY),), {EFHL: 1, OTHERS: 1}),
    ("a down that a foul wiped out", (DownRepeated(200.0, fouled=True),), {EFHL: 1, OTHERS: 1}),
    (
        "a punt that a foul wiped out",
        (DownRepeated(200.0, fouled=True, kick=ScrimmageKick.PUNT),),
        {EFHL: 0, OTHERS: 1},
    ),
    ("a down stopped before its snap", (DownRepeated(200.0),), {EFHL: 0, OTHERS: 0}),
    ("a first down put right by hand", (SeriesBegan(HOME, 300.0, 160.0),), {EFHL: 0, OTHERS: 0}),
    (
        "a foul that brings a first down",
        (SeriesBegan(HOME, 300.0, 160.0, fouled=True),),
        {EFHL: 1, OTHERS: 1},
    ),
]


def plays(league, *events, opening=(BEGIN, DECLINED)):
    journal = Journal()
    for event in (*opening, *events):
        journal = journal.append(0, "coach", event)
    return Fold(load_rulebook(league).game, EASY).state(journal).plays


@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize(
    ("events", "adds"), [row[1:] for row in COUNTS], ids=[r[0] for r in COUNTS]
)
def test_what_counts(league, events, adds):
    assert plays(league, *events) == adds.get(league, adds[OTHERS])


@pytest.mark.parametrize("league", LEAGUES)
def test_kickoffs_count_everywhere_but_in_efhl(league):
    once = 0 if league == EFHL else 1
    assert plays(league, opening=(BEGIN, KICKOFF)) == once
    assert plays(league, TOUCHDOWN, TryFailed(HOME), SeriesBegan(AWAY, 400.0, 160.0)) == 1 + once
    assert plays(league, MADE, Scored(Score.TOUCHDOWN, AWAY)) == 2 * once


@pytest.mark.parametrize("league", LEAGUES)
def test_a_free_kick_that_is_fair_caught_counts_nowhere(league):
    caught = SeriesBegan(AWAY, 400.0, 160.0, declined=True)
    assert plays(league, Scored(Score.SAFETY, AWAY), caught) == 1


# Of the fifteen plays of an EFHL quarter fourteen are over: a field goal ends a half, no quarter.
@pytest.mark.parametrize(("quarter", "counted"), [(1, 14), (2, 15), (3, 14), (4, 15)])
@pytest.mark.parametrize("kick", [MADE, MISSED])
def test_in_efhl_a_field_goal_is_the_last_play_of_a_half(quarter, counted, kick):
    ended = [QuarterEnded()] * (quarter - 1)
    if quarter > 2:
        ended.insert(2, KICKOFF)
    fourteen = [PlayEnded("tackle", HOME, 400.0, 160.0, changed_hands=True)] * 14
    assert plays(EFHL, *ended, *fourteen, kick) == counted


def test_in_an_old_journal_a_punt_is_known_by_its_account():
    rows = [
        {
            "number": 1,
            "t_ns": 0,
            "by": "coach",
            "event": "SeriesBegan",
            "team": "away",
            "x_mm": 500.0,
            "y_mm": 160.0,
            "told": {"play": play},
        }
        for play in ("punt", "field goal", "kickoff")
    ]
    found = [journal_from_rows([row]).entries[0].what for row in rows]
    assert [each.kick for each in found] == ["punt", "field goal", None]
    assert found[0].told == PlayAccount("punt")
