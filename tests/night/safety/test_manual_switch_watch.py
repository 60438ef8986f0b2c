"""Without a power device: the coach switches, and the referee sees it, calls, and reminds him."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.game.events import PlayEnded
from referee.night.broken_off import STOP_AGAIN, STOPPED_BY_COACH
from referee.night.command_handlers import handle_command
from referee.night.night_frame import NightFrame
from referee.night.night_output import SwitchStatus
from referee.night.safety.manual_switch_watch import (
    REACH_NS,
    REMIND_NS,
    SWITCH_OFF,
    SWITCH_ON,
    ManualSwitchAct,
    ManualSwitchWatch,
)
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import film
from tests.night.test_night import RUN_AND_TACKLE, S, night_of, put
from tests.official.evenings import FAR, LINEMEN

MS = 1_000_000
HAND_HELD = SwitchStatus(False, 0, by_hand=True)
# A second later than in those plays: the coach first waits for his word.
LATER = {
    player: [(at + 1.0 if at else 0.0, *rest) for at, *rest in keys]
    for player, keys in RUN_AND_TACKLE.items()
}
# Two runs in which everybody creeps, and nobody meets anybody.
CREEPS = {
    player: [(0, x, y, way), (2.2, x, y, way), (2.8, x + 12, y, way), (3.6, x + 12, y, way),
             (4.2, x + 24, y, way)]
    for player, (x, y, way) in {
        "H22": (302.1, 130, 0), "H1": (250, 160, 0), "H55": (285, 120, 0), "H75": (285, 200, 0),
        "A50": (600, 130, 0), "A90": (700, 20, 0),
    }.items()
}  # fmt: skip
ROLLS_ON = {
    **RUN_AND_TACKLE,
    "H55": [(0, 285, 120, 0), (1.2, 285, 120, 0), (6.0, 285, 40, 0)],
    "H75": [(0, 285, 200, 0), (1.2, 285, 200, 0), (6.0, 285, 280, 0)],
    "A90": [(0, 700, 20, 180), (1.2, 700, 20, 180), (6.0, 640, 20, 180)],
}


def evening(moves, seconds, power, wishes):
    """What was said and whistled when, and the night."""
    night, told = night_of(), []
    for board in film({**LINEMEN, **FAR, **moves}, seconds, power=power):
        for at, command in [w for w in wishes if w[0] * S <= board.t_ns]:
            handle_command(night, command, board.t_ns)
            wishes.remove((at, command))
        orders = night.update(NightFrame(board, False, board.t_ns, board.t_ns), HAND_HELD)
        assert (orders.off, orders.lease_ns, orders.pulse_ns) == (False, 0, 0)
        told.append((board.t_ns / S, orders))
    return night, told


def said(told, words):
    return [at for at, orders in told if words in orders.says]


def test_a_play_from_ready_to_the_tackle():
    power = ((0.0, False), (2.2, True), (3.8, False))
    night, told = evening(LATER, 5.5, power, put(PlayStep.AFTER_THE_LINE, "H22"))
    # He is told once all is set and counted, then he switches on; at the tackle he is told again.
    assert len(said(told, SWITCH_ON)) == 1
    assert said(told, SWITCH_ON)[0] < 2.2
    (off,) = said(told, SWITCH_OFF)
    assert off == pytest.approx(3.6, abs=0.15)
    assert [at for at, orders in told if orders.whistle] == [off]
    kinds = [call.kind for _, orders in told for call in orders.calls]
    assert CallKind.TACKLE in kinds
    (ended,) = [e.what for e in night.ledger.journal.entries if isinstance(e.what, PlayEnded)]
    assert ended.x_mm == pytest.approx(333.9, abs=1.0)
    assert not night.alarm


def test_who_forgets_to_switch_off_is_reminded_and_no_alarm_is_raised():
    power = ((0.0, False), (1.2, True))
    night, told = evening(ROLLS_ON, 5.5, power, put(PlayStep.AFTER_THE_LINE, "H22"))
    first, second = said(told, SWITCH_OFF)
    assert second - first == pytest.approx(REACH_NS / S, abs=0.1)
    assert not night.alarm


def test_who_switches_on_too_early_is_told_why_not():
    power = ((0.0, False), (1.2, True), (2.8, False))
    night, told = evening(RUN_AND_TACKLE, 3.5, power, [])
    why, words = next(orders.says[-2:] for _, orders in told if SWITCH_OFF in orders.says)
    assert (why, words) == (night.reasons[0].sentence, SWITCH_OFF)
    assert not night.power


def frames(hand, moves, t_ms=0, *, runs=False, hands=False):
    return [
        hand.update((t_ms + 33 * k) * MS, moving, runs=runs, hands=hands)
        for k, moving in enumerate(moves)
    ]


def test_bases_that_begin_to_move_are_a_hand_that_switched_on():
    assert frames(ManualSwitchWatch(), [False, False, True, True]) == [
        ManualSwitchAct.NOTHING, ManualSwitchAct.NOTHING, ManualSwitchAct.CAME_ON,
        ManualSwitchAct.NOTHING,
    ]  # fmt: skip


def test_bases_that_come_to_rest_in_a_play_are_a_hand_that_switched_off():
    hand = ManualSwitchWatch()
    frames(hand, [False, True])
    assert frames(hand, [True, None, False], 100, runs=True)[-1] is ManualSwitchAct.WENT_OFF


def test_what_a_hand_over_the_board_moves_says_nothing_of_the_switch():
    assert (
        frames(ManualSwitchWatch(), [False, True, True], hands=True)
        == [ManualSwitchAct.NOTHING] * 3
    )


def test_after_a_stop_he_gets_time_and_is_then_reminded_now_and_then():
    hand = ManualSwitchWatch()
    frames(hand, [False, True])
    hand.play_stopped(0)
    reach_ms, remind_ms = REACH_NS // MS, REMIND_NS // MS
    assert frames(hand, [True], reach_ms - 1) == [ManualSwitchAct.NOTHING]
    assert frames(hand, [True], reach_ms) == [ManualSwitchAct.FORGOT]
    assert frames(hand, [True], reach_ms + remind_ms - 1) == [ManualSwitchAct.NOTHING]
    assert frames(hand, [True], reach_ms + remind_ms) == [ManualSwitchAct.FORGOT]


def test_switched_off_and_on_again_is_a_new_start():
    hand = ManualSwitchWatch()
    frames(hand, [False, True])
    hand.play_stopped(0)
    assert frames(hand, [True, False, False, True], 100)[-1] is ManualSwitchAct.CAME_ON


def test_he_is_called_once_for_each_rest():
    hand = ManualSwitchWatch()
    assert (hand.take_reminder(), hand.take_reminder()) == (True, False)
    hand.play_stopped(0)
    assert hand.take_reminder()


def test_who_switches_off_again_though_the_rules_have_no_stop_breaks_the_play_off():
    power = ((0.0, False), (2.2, True), (2.8, False), (3.6, True), (4.2, False))
    night, told = evening(CREEPS, 5.0, power, put(PlayStep.TO_THE_END, "H22"))
    assert said(told, STOP_AGAIN) == [pytest.approx(2.8, abs=0.2)]
    assert said(told, STOPPED_BY_COACH) == [pytest.approx(4.2, abs=0.2)]
    assert night.broken_off is not None
    assert not night.broken_off.goes_on
