"""A punt that is brought back: nobody's run from scrimmage, no turnover, no recovery."""

from __future__ import annotations

import pytest

from referee.game.drives import drives_of
from referee.game.events import (
    Noted,
    PlayAccount,
    PlayEnded,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
)
from referee.game.fold import Fold
from referee.game.play_by_play import PlayByPlay
from referee.game.sheet_line import sheet_lines
from referee.game.statistics import statistics_of
from referee.loaders.rulebooks import load_rulebook
from tests.core.fields import EASY
from tests.game.nights import AWAY, EVENTS, HOME, NAMES, ROSTER, journal, x

PUNT = ScrimmageKick.PUNT
# Home's first down at its 30; the punt comes down at the other 20, home's 80.
BACK = PlayAccount("punt", "A21", by=("H22",), gained_x_mm=x(80))
RETURNED = SeriesBegan(AWAY, x(68), 160.0, BACK, PUNT)
SCORED = Scored(
    Score.TOUCHDOWN, AWAY, told=PlayAccount("punt", "A21", gained_x_mm=x(80)), kick=PUNT
)


def lines(*events, league="hefl"):
    return sheet_lines(Fold(load_rulebook(league).game, EASY), journal((*EVENTS[:2], *events)))


@pytest.mark.parametrize("league", ["efhl", "hefl"])
def test_a_returned_punt_is_a_punt_and_a_return(league):
    found = statistics_of(lines(RETURNED, league=league), ROSTER)
    home, away = found.teams[HOME], found.teams[AWAY]
    assert (home.plays, home.runs, home.turnovers, home.fumbles) == (0, 0, 0, 0)
    assert (home.punts, home.punt_yards) == (1, 50)
    assert (away.recoveries, away.return_yards) == (0, 0)
    assert (away.kick_returns, away.kick_return_yards) == (1, 12)


def test_a_punt_run_back_all_the_way_is_a_touchdown_of_a_return():
    found = statistics_of(lines(SCORED), ROSTER)
    away = found.teams[AWAY]
    assert (away.kick_return_touchdowns, away.takeaway_touchdowns, away.kick_return_yards) == (
        1,
        0,
        80,
    )
    assert (found.teams[HOME].turnovers, found.teams[HOME].plays) == (0, 0)


def test_the_drive_before_a_punt_ends_with_it():
    run = PlayEnded("tackle", HOME, x(34), 160.0, told=PlayAccount("run", "H22"))
    for last in (RETURNED, SCORED):
        first, *_ = drives_of(lines(run, last))
        assert (first.team, first.plays, first.yards, first.result) == (HOME, 1, 4, "punt")


def test_the_play_by_play_of_a_punt_that_is_run_back():
    teller = PlayByPlay(NAMES, lambda player: player)
    back = "Punt of 50 yards, returned 80 yards by A21. Touchdown! 6 points for Wolves."
    assert teller.tell(lines(SCORED)[-1]) == back
    there = "Punt of 50 yards, returned 12 yards by A21. Wolves' ball at the own 32."
    assert teller.tell(lines(RETURNED)[-1]) == f"{there} Stopped by H22."


def test_a_kickoff_run_back_all_the_way_is_nobodys_run():
    kicked = PlayAccount("kickoff", "A21", kicked_x_mm=x(35), gained_x_mm=x(90))
    field_goal = Scored(Score.FIELD_GOAL, HOME, told=PlayAccount("field goal"))
    found = lines(field_goal, Scored(Score.TOUCHDOWN, AWAY, told=kicked))
    numbers = statistics_of(found, ROSTER).teams[AWAY]
    assert (numbers.runs, numbers.kick_return_yards, numbers.kick_return_touchdowns) == (0, 90, 1)


def test_of_a_return_that_was_fumbled_nobody_gets_yards():
    kept = SeriesBegan(HOME, x(70), 160.0, PlayAccount("punt", "H22", gained_x_mm=x(72)), PUNT)
    found = statistics_of(lines(kept, Noted("fumble H22 A21")), ROSTER)
    assert found.teams[AWAY].kick_returns == 0
    assert found.teams[HOME].kick_return_yards == 22  # of the opening kickoff, from the 8 to the 30
