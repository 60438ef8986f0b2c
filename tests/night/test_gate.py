"""One reason is enough to keep the power off, and each is a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.night.gate import (
    CUTS_POWER,
    GateConditions,
    HandsAway,
    PowerReason,
    PowerReasonKind,
    reason_to_cut,
    reasons_against_power,
)
from referee.night.screen.performance_meter import Latencies

MS = 1_000_000
OVER = PowerReason(PowerReasonKind.PLAY_OVER, "The play is over.")
WELL = GateConditions(now_ns=5000 * MS, frame_ns=4990 * MS, looked_ns=4900 * MS, hands_away=True)


def test_without_a_reason_there_may_be_power():
    assert reasons_against_power(WELL) == ()


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"alarm": "The bases still move."}, "still move"),
        ({"camera": "The camera has moved."}, "has moved"),
        ({"frame_ns": 4700 * MS}, "NOT WATCHING"),
        ({"frame_ns": None}, "NOT WATCHING"),
        ({"looked_ns": None}, "NOT WATCHING"),
        ({"looked_ns": 3900 * MS}, "NOT WATCHING"),
        ({"lost": "nearly nobody is seen."}, "NOT WATCHING"),
        ({"latched": True}, "locked"),
        ({"switch": "No link to the power switch."}, "No link"),
        ({"hands_away": False}, "Hands"),
        ({"unseen": ("H12", "A4")}, "H12, A4"),
        ({"line_up_awaited": "Waiting for the line-up."}, "line-up"),
        ({"official": (OVER,)}, "over"),
    ],
)
def test_each_reason_alone_keeps_it_off(change, word):
    (reason,) = reasons_against_power(replace(WELL, **change))
    assert word in reason.sentence


def test_whatever_says_not_watching_cuts_a_board_that_runs():
    assert PowerReasonKind.NOT_WATCHING in CUTS_POWER


@pytest.mark.parametrize(
    ("change", "cuts"),
    [
        ({"alarm": "The bases still move."}, True),
        ({"camera": "The camera has moved."}, True),
        ({"frame_ns": 4799 * MS}, True),
        ({"looked_ns": 3999 * MS}, True),
        ({"lost": "nearly nobody is seen."}, True),
        ({"switch": "No link to the power switch."}, True),
        ({"latched": True}, True),
        ({"hands_away": False}, True),
        ({"unseen": ("H12", "A4")}, False),
        ({"official": (OVER,)}, False),
        ({"frame_ns": 4800 * MS, "looked_ns": 4000 * MS}, False),
    ],
)
def test_what_cuts_a_board_that_runs_is_one_of_the_reasons_that_are_shown(change, cuts):
    shown = reasons_against_power(replace(WELL, **change))
    cut = reason_to_cut(shown)
    assert (cut is not None) is cuts
    assert cut is None or cut in shown


def test_all_reasons_are_told_the_gravest_first():
    worst = replace(WELL, alarm="Pull the plug.", hands_away=False, official=(OVER,))
    assert [reason.sentence for reason in reasons_against_power(worst)] == [
        "Pull the plug.",
        "Hands are above the board.",
        "The play is over.",
    ]


def test_a_hand_that_one_frame_in_three_misses_keeps_the_power_off():
    hands = HandsAway()
    for k in range(90):
        hands.update(k * 33 * MS, hand=k % 3 != 0)
        assert not hands.clear(k * 33 * MS)


def test_hands_are_away_after_enough_frames_and_enough_time():
    slow, quick = HandsAway(), HandsAway()
    for k in range(11):
        slow.update(k * 33 * MS, hand=False)
        quick.update(k * 8 * MS, hand=False)
    assert not slow.clear(10 * 33 * MS)  # 0.33 s
    assert not quick.clear(10 * 8 * MS)
    for k in range(11, 14):
        slow.update(k * 33 * MS, hand=False)
    assert slow.clear(13 * 33 * MS)
    slow.update(14 * 33 * MS, hand=True)
    assert not slow.clear(14 * 33 * MS)


def test_latencies_are_those_of_the_last_frames():
    latencies = Latencies()
    for _ in range(500):
        latencies.note("eyes", 90 * MS)
    for k in range(240):
        latencies.note("eyes", (k + 1) * MS)
    spread = latencies.spreads()["eyes"]
    assert spread.worst_ms == 240.0
    assert 119 <= spread.median_ms <= 122
    assert 237 <= spread.p99_ms <= 238
