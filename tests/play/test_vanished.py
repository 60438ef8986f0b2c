"""Nearly everybody gone at once cuts the power; one who is missed does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.play.vanished import VANISHED, Vanished
from referee.rulebooks.period import Period
from tests.calls.plays import film
from tests.official.evenings import FAR, LINEMEN
from tests.play.driving import drive
from tests.play.test_night import RUN_AND_TACKLE, night_of, put

MS = 1_000_000


def told(counts, frame_ns=33 * MS):
    vanished = Vanished()
    return [vanished.see(k * frame_ns, seen) for k, seen in enumerate(counts)]


def test_everybody_gone_is_told_with_the_third_frame():
    assert told([22, 22, 2, 0, 1]) == ["", "", "", "", VANISHED]


def test_one_bad_frame_is_nothing():
    assert not any(told([22, 0, 0, 22, 22, 0, 22]))


def test_half_of_them_hidden_by_an_arm_is_not_everybody():
    assert not any(told([22] + [9] * 30))


def test_a_board_of_three_is_too_few_to_tell():
    assert not any(told([3] + [0] * 30))


def test_what_was_seen_before_the_board_came_on_does_not_count():
    vanished = Vanished()
    vanished.see(0, 22)
    vanished.off()
    assert not any(vanished.see(k * 33 * MS, 2) for k in range(1, 20))


def test_a_play_in_which_everybody_vanishes_is_broken_off():
    night = night_of()
    boards = film({**LINEMEN, **FAR, **RUN_AND_TACKLE}, 2.4)
    gone = [b if b.t_ns < 2_000 * MS else replace(b, seen=b.seen[:1]) for b in boards]
    got = drive(night, gone, put(Period.AFTER_THE_LINE, "H22"))
    (off_s,) = got.off_s()
    assert off_s == pytest.approx(2.07, abs=0.15)
    assert any(VANISHED in orders.says for _, orders in got.orders)
    assert night.broken_off
