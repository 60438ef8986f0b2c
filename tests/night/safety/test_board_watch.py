"""Nearly nobody is seen while the board rests: in a play that is said, between plays it is not."""

from __future__ import annotations

import pytest

from referee.core.clock import MS_NS
from referee.night.night_frame import NightFrame
from referee.night.safety.board_watch import UNTOLD_NS, BoardWatch
from referee.night.safety.roster_lost_check import ROSTER_LOST
from tests.web.desks import ROSTER, line_up

FRAME_NS = 40 * MS_NS
GONE = tuple(sorted(player.id for player in ROSTER))[2:]


def watched(seconds, gone=GONE, *, hands=False):
    """Everybody for a second, and then only two of them."""
    watch = BoardWatch()
    frames = 25 + round(seconds * 25)
    for k in range(frames):
        board = line_up(k * FRAME_NS, without=gone if k >= 25 else ())
        watch.update(NightFrame(board, hands, board.t_ns, board.t_ns), by_hand=False)
    return watch, board


@pytest.mark.parametrize(("in_play", "told"), [(True, ROSTER_LOST), (False, "")])
def test_in_a_play_it_is_said_that_nobody_is_seen(in_play, told):
    watch, board = watched(1.0)
    assert watch.too_few(board)
    assert watch.lost(board, power=False, in_play=in_play) == told


def test_for_a_moment_it_is_no_matter():
    watch, board = watched(0.3)
    assert UNTOLD_NS > 300 * MS_NS
    assert watch.lost(board, power=False, in_play=True) == ""


def test_under_a_hand_it_is_no_matter():
    watch, board = watched(1.0, hands=True)
    assert watch.lost(board, power=False, in_play=True) == ""


def test_a_few_who_are_missing_are_no_matter():
    watch, board = watched(1.0, GONE[:10])
    assert not watch.too_few(board)
