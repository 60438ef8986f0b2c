"""The play-by-play and the statistics of a game that was written by hand."""

from __future__ import annotations

import pytest

from referee.game.drives import drives_of
from referee.game.events import EVENTS as KINDS
from referee.game.events import PlayEnded
from referee.game.fold import Fold
from referee.game.play_by_play import _TELLS, PlayByPlay
from referee.game.sheet_column import SheetColumn
from referee.game.sheet_line import sheet_lines
from referee.game.statistics import statistics_of
from referee.loaders.rulebooks import load_rulebook
from tests.core.fields import EASY
from tests.game.nights import AWAY, HOME, NAMES, ROSTER, journal, overturned, x

KEEPER = Fold(load_rulebook("hefl").game, EASY)
WAYS = [
    SheetColumn.NONE,
    SheetColumn.KICK,
    SheetColumn.RUN,
    SheetColumn.PASS,
    SheetColumn.PASS,
    SheetColumn.SACK,
    SheetColumn.RUN,
    SheetColumn.PASS,
    SheetColumn.KICK,
    SheetColumn.KICK,
    SheetColumn.PASS,
    SheetColumn.RUN,
    SheetColumn.NONE,
]
TOLD = [
    "The game begins. Wolves kick off.",
    ("Kickoff of 57 yards, returned 22 yards by 22. Bears' ball at the own 30. Stopped by 21."),
    "22 runs for 6 yards to the own 36. Tackle by 54.",
    "Pass by 12 to 88 for 14 yards to the 50. Tackle by 21.",
    "Pass by 12 to 88: incomplete.",
    "12 is sacked for -5 yards by 54.",
    "22 runs for 15 yards (sweep) to the opponent's 40 out of bounds.",
    "Pass by 12 to 88 for 40 yards. Touchdown! 6 points for Bears.",
    "Kicked try. 1 point for Bears.",
    "Kickoff. Wolves' ball at the own 20.",
    "Pass by 7 intercepted by 88, returned 5 yards to the opponent's 30. Tackle by 54.",
    "Fumble by 22, recovered by 54, returned 1 yard to the own 26.",
    "End of quarter 1. Bears 7, Wolves 0.",
]


def lines(of=None):
    return sheet_lines(KEEPER, of or journal())


def teller():
    return PlayByPlay(NAMES, lambda player: player[1:])


def test_every_line_is_told_in_a_sentence():
    assert [teller().tell(line) for line in lines()] == TOLD


def test_every_kind_of_event_can_be_told():
    assert set(_TELLS) == set(KINDS)


def test_yards_and_columns_are_those_a_person_would_write_down():
    found = lines()
    assert [line.way for line in found] == WAYS
    assert [line.gained for line in found if line.scrimmage] == [6, 14, 0, -5, 15, 40, 0, 5]
    assert [line.points for line in found] == [0] * 7 + [6, 1, 0, 0, 0, 0]
    assert (found[1].kicked, found[1].returned) == (57, 22)
    assert (found[10].returned, found[10].taken_by, found[10].intercepted) == (5, HOME, True)
    assert (found[11].returned, found[11].taken_by, found[11].intercepted) == (1, AWAY, False)


def test_drives_say_where_they_began_and_how_they_ended():
    found = [(d.team, d.began, d.plays, d.yards, d.result) for d in drives_of(lines())]
    assert found == [
        (HOME, "own 30", 6, 70, "touchdown"),
        (AWAY, "own 20", 1, 0, "interception"),
        (HOME, "opponent's 30", 1, 5, "fumble"),
    ]


def test_team_numbers_add_up():
    teams = statistics_of(lines(), ROSTER).teams
    home, away = teams[HOME], teams[AWAY]
    assert (home.plays, home.first_downs) == (7, 3)
    assert (home.runs, home.run_yards, home.sacked, home.sack_yards) == (3, 26, 1, -5)
    assert (home.completions, home.passes, home.pass_yards) == (2, 3, 54)
    assert home.total_yards == 6 + 14 - 5 + 15 + 40 + 5
    assert (home.turnovers, home.fumbles, home.fumbles_lost, home.interceptions) == (1, 1, 1, 1)
    assert (away.passes, away.completions, away.intercepted, away.turnovers) == (1, 0, 1, 1)
    assert (away.tackles, away.sacks, away.recoveries) == (3, 1, 1)


def test_player_numbers_go_to_those_who_were_named():
    players = statistics_of(lines(), ROSTER).players
    back, passer, catcher, hitter = (players[name] for name in ("H22", "H12", "H88", "A54"))
    assert (back.runs, back.run_yards, back.run_long, back.fumbles_lost) == (3, 26, 15, 1)
    assert (passer.completions, passer.passes, passer.pass_yards) == (2, 3, 54)
    assert (passer.pass_touchdowns, passer.sacked) == (1, 1)
    assert (catcher.catches, catcher.catch_yards, catcher.catch_long) == (2, 54, 40)
    assert (catcher.catch_touchdowns, catcher.interceptions, catcher.return_yards) == (1, 1, 5)
    assert (hitter.tackles, hitter.sacks, hitter.recoveries) == (3, 1, 1)
    assert set(players) == {"H12", "H22", "H88", "A7", "A21", "A54"}


def test_an_overturned_play_counts_as_it_stands():
    short = overturned((8, PlayEnded("tackle", HOME, x(99), 160.0)), (9, None))
    found = lines(short)[7]
    assert (found.judged, found.gained, found.points) == (True, 39, 0)
    assert found.told.carrier == "H88"
    assert "after review" in teller().tell(found)


@pytest.mark.parametrize("count", [1, 2, 5, 9, 11, 13, 14])
def test_a_game_told_at_any_moment_makes_sense(count):
    part = journal(journal().entries[k].what for k in range(count))
    found = lines(part)
    assert [teller().tell(line) for line in found] == TOLD[: len(found)]
    assert statistics_of(found, ROSTER).teams[HOME].plays <= 7
    assert len(drives_of(found)) <= 4
