"""What is said of a line-up, and when: only what several readings of a resting board agree on."""

from __future__ import annotations

from dataclasses import replace

from referee.loaders.rulebooks import load_rulebook
from referee.night.line_up.line_up_reader import EVERY_NS, READINGS, LineUpReader
from tests.core.fields import EASY
from tests.night.lined import NAMES
from tests.official.formations import FOUR_THREE, PRO, STATE, board_of, roster_of

TOO_DEEP = {**PRO, "RT": (1.6, -64.0, 0.0)}
RULE = "HEFL-LIN-08"


def readings(*line_ups, apart_ns=EVERY_NS):
    """The reader after these line-ups, each seen in one frame."""
    reader = LineUpReader(load_rulebook("hefl"), EASY, roster_of(PRO, FOUR_THREE), NAMES)
    for k, offense in enumerate(line_ups):
        board = replace(board_of(offense, FOUR_THREE), t_ns=10 * EVERY_NS + k * apart_ns)
        assert reader.update(board, STATE)
    return reader.line_up


def rules(faults) -> set[str]:
    return {fault.rule for fault in faults}


def test_what_stands_wrong_in_every_reading_is_a_fault():
    assert RULE in rules(readings(*[TOO_DEEP] * READINGS).faults)


def test_what_one_reading_alone_has_is_a_doubt():
    found = readings(*[PRO] * READINGS, TOO_DEEP)
    assert not found.faults
    assert RULE in rules(found.doubts)


def test_what_was_put_right_is_none_at_once():
    found = readings(*[TOO_DEEP] * READINGS, PRO)
    assert not found.faults
    assert RULE not in rules(found.doubts)


def test_readings_from_before_a_hand_was_there_count_for_nothing():
    """While hands are over the board nothing is read: what comes after begins anew."""
    assert not readings(*[TOO_DEEP] * READINGS, apart_ns=5 * EVERY_NS).faults
