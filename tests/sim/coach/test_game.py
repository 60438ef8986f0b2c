"""A whole game under the referee: nobody is stuck, nobody touches anything while a play is on."""

from __future__ import annotations

import pytest

from referee.game.events import QuarterEnded
from referee.game.state import GamePhase
from referee.night.commands import Declare, ReportReady, StopBoard
from referee.night.gate import HANDS_ABOVE_BOARD
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup


@pytest.fixture(scope="module")
def night():
    night = LockstepNight(NightSetup("simplified", seed=5, plays_a_quarter=1))
    night.heard = []
    night.listen(lambda orders: night.heard.extend(orders.says))
    night.play()
    return night


def test_a_game_goes_to_the_final_whistle(night):
    entries = [entry.what for entry in night.snapshot.entries]
    assert night.snapshot.state.phase is GamePhase.OVER
    assert sum(isinstance(what, QuarterEnded) for what in entries) == 4


def test_from_the_snap_to_the_end_the_coach_only_says_what_the_rules_let_him_say(night):
    live = [wished for wished in night.driver.commands.diary if wished.live]
    assert live
    assert {type(wished.command) for wished in live} <= {Declare, ReportReady, StopBoard}


def test_while_the_board_runs_he_says_nothing_but_stop(night):
    running = [wished for wished in night.driver.commands.diary if wished.power]
    assert {type(wished.command) for wished in running} <= {StopBoard}


def test_no_hand_ever_stops_a_play(night):
    assert HANDS_ABOVE_BOARD.sentence not in night.heard
