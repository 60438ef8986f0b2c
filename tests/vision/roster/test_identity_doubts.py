"""Doubts: their numbers go on from one watcher of a game to the next."""

from __future__ import annotations

from itertools import count

from referee.core.roster import Player, Roster, Team
from referee.vision.roster.roster_memory import IdentityDoubts
from tests.vision.watch.line_up.test_line_up_finder import BASE

ROSTER = Roster(tuple(Player(f"H{n}", Team.HOME, n, BASE) for n in range(1, 5)))


def opened(doubts, first, second):
    doubts.add(0, (first, second), ((0.0, 0.0), (9.0, 0.0)), (first, second))
    return [doubt.number for doubt in doubts.open]


def test_an_answer_to_an_older_watchers_doubt_meets_no_other():
    numbers = count(1)
    before, after = IdentityDoubts(ROSTER, numbers), IdentityDoubts(ROSTER, numbers)
    assert opened(before, "H1", "H2") == [1]
    assert opened(after, "H3", "H4") == [2]
    assert opened(before, "H3", "H4") == [1, 3]


def test_a_watcher_by_itself_counts_from_one():
    assert opened(IdentityDoubts(ROSTER), "H1", "H2") == [1]
