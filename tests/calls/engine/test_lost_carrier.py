"""A carrier who was lost: flagged, until it is known that nothing can have happened to him."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallAction, CallKind, final_calls
from referee.calls.engine.play_judge import PlayJudge
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import EASY, MS, ROSTER, film, situation

# He runs at 30 mm/s; an opponent keeps beside him, as far off as a test says.
LOST_S, OFF_S = 0.4, 0.66
POWER = ((0.0, True), (OFF_S, False))


def beside(gap_mm, until_s=3.0):
    """Both come to rest then."""
    y_mm, end_mm = 150.0 - 20.6 - gap_mm, 310.0 + 30.0 * until_s
    return {
        "H1": [(0.0, 310.0, 150.0, 0.0), (until_s, end_mm, 150.0, 0.0)],
        "A1": [(0.0, 310.0, y_mm, 0.0), (until_s, end_mm, y_mm, 0.0)],
    }


def said(moves, until_s, *, power=POWER, seconds=2.0, change=lambda board: board):
    """Every call of it, one after the other."""
    crew = PlayJudge(load_rulebook("efhl").calls, EASY, ROSTER)
    crew.begin(situation(moves, to_gain_x_mm=None))
    boards = film(moves, seconds, power=power, hidden={"H1": (LOST_S, until_s)})
    calls = [call for board in boards for call in crew.update(change(board)).calls]
    return [c for c in calls if c.kind is CallKind.NOT_SEEN]


def test_far_from_everybody_nothing_has_happened():
    first, again = said(beside(60.0), 0.8)
    assert (first.action, first.flag) == (CallAction.CUT, ("the carrier is out of sight",))
    # The same episode, so it stands in the place of the first, and nothing is switched for it.
    assert again == replace(first, flag=(), action=CallAction.RECORD)
    assert final_calls([first, again]) == [again]


@pytest.mark.parametrize(("gap_mm", "flags"), [(3.0, [True]), (30.0, [True, False])])
def test_who_was_near_may_have_touched_him(gap_mm, flags):
    """For 0.43 s he may have come 60 mm/s faster than before: 26 mm, there and back together."""
    assert [c.flagged for c in said(beside(gap_mm), 0.8)] == flags


def test_while_the_power_is_still_on_it_is_not_known_yet():
    assert [c.flagged for c in said(beside(60.0), 0.8, power=((0.0, True),))] == [True]


def test_who_is_not_found_again_stays_to_be_looked_at():
    assert [c.flagged for c in said(beside(60.0), 9.0)] == [True]


def test_nor_is_it_known_of_an_opponent_who_is_not_seen():
    def without(board):
        rest = tuple(s for s in board.seen if s.player != "A1")
        return replace(board, seen=rest) if board.t_ns > 500 * MS else board

    assert [c.flagged for c in said(beside(60.0), 0.8, change=without)] == [True]


def test_whoever_may_be_somebody_else_proves_nothing():
    def doubtful(board):
        late = board.t_ns > 500 * MS
        return replace(board, seen=tuple(replace(s, doubtful=late) for s in board.seen))

    assert [c.flagged for c in said(beside(60.0), 0.8, change=doubtful)] == [True]


def test_once_the_board_runs_again_it_is_too_late():
    power = (*POWER, (1.2, True))
    assert all(c.flagged for c in said(beside(60.0), 1.4, power=power))


def test_a_long_rest_brings_nobody_any_nearer():
    """Found after 2.2 s, in which the other could have come 132 mm nearer under power."""
    flags = [c.flagged for c in said(beside(60.0, until_s=0.7), 2.6, seconds=3.0)]
    assert flags == [True, False]
