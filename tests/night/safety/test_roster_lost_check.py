"""Nearly everybody gone at once cuts the power; one who is missed does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.night.gate import not_watching
from referee.night.safety.roster_lost_check import ROSTER_LOST, RosterLostCheck
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import film
from tests.night.driving import drive
from tests.night.test_night import RUN_AND_TACKLE, night_of, put
from tests.official.evenings import FAR, LINEMEN

MS = 1_000_000


def told(counts, frame_ns=33 * MS):
    vanished = RosterLostCheck()
    return [vanished.update(k * frame_ns, seen) for k, seen in enumerate(counts)]


def test_everybody_gone_is_told_with_the_third_frame():
    assert told([22, 22, 2, 0, 1]) == ["", "", "", "", ROSTER_LOST]


def test_one_bad_frame_is_nothing():
    assert not any(told([22, 0, 0, 22, 22, 0, 22]))


def test_half_of_them_hidden_by_an_arm_is_not_everybody():
    assert not any(told([22] + [9] * 30))


def test_a_board_of_three_is_too_few_to_tell():
    assert not any(told([3] + [0] * 30))


def test_what_was_seen_before_the_board_came_on_does_not_count():
    vanished = RosterLostCheck()
    vanished.update(0, 22)
    vanished.off()
    assert not any(vanished.update(k * 33 * MS, 2) for k in range(1, 20))


def test_a_play_in_which_everybody_vanishes_is_broken_off():
    night = night_of()
    boards = film({**LINEMEN, **FAR, **RUN_AND_TACKLE}, 2.4)
    gone = [b if b.t_ns < 2_000 * MS else replace(b, seen=b.seen[:1]) for b in boards]
    got = drive(night, gone, put(PlayStep.AFTER_THE_LINE, "H22"))
    (off_s,) = got.off_s()
    assert off_s == pytest.approx(2.07, abs=0.15)
    assert any(not_watching(ROSTER_LOST).sentence in orders.says for _, orders in got.orders)
    assert night.interrupted
