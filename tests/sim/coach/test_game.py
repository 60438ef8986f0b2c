"""A whole game under the referee: nobody is stuck, nobody touches anything while a play is on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.game.events import QuarterEnded
from referee.game.state import GamePhase
from referee.night.commands import Declare, ReportReady, SayWhoPlayed, StopBoard
from referee.night.gate import HANDS_ABOVE_BOARD
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup
from referee.sim.coach.table.made_up_eyes import MadeUpEyes


@pytest.fixture(scope="module")
def night():
    night = LockstepNight(NightSetup("simplified", seed=5, plays_a_quarter=2))
    night.heard = []
    night.listen(lambda orders: night.heard.extend(orders.says))
    night.play()
    return night


def test_a_game_goes_to_the_final_whistle(night):
    entries = [entry.what for entry in night.snapshot.entries]
    assert night.snapshot.state.phase is GamePhase.OVER
    # SIMP-OT-01: a game that is tied may go on.
    assert sum(isinstance(what, QuarterEnded) for what in entries) >= 4


def test_from_the_snap_to_the_end_the_coach_only_says_what_the_rules_let_him_say(night):
    live = [wished for wished in night.driver.commands.diary if wished.live]
    assert live
    assert {type(wished.command) for wished in live} <= {Declare, ReportReady, StopBoard}


def test_while_the_board_runs_he_says_nothing_but_stop(night):
    running = [wished for wished in night.driver.commands.diary if wished.power]
    assert {type(wished.command) for wished in running} <= {StopBoard}


class UnsureEyes(MadeUpEyes):
    """Nobody's name is sure: each may be the next one of the team."""

    def _seen(self, player, sighting):
        seen = super()._seen(player, sighting)
        team = [p.id for p in self._roster if p.team is self._roster.player(player).team]
        other = team[(team.index(player) + 1) % len(team)]
        return None if seen is None else replace(seen, name=0.6, other=other)


def test_what_is_asked_about_names_is_answered_once_and_holds_nothing_up(monkeypatch):
    monkeypatch.setattr("referee.sim.coach.table.lockstep_night.MadeUpEyes", UnsureEyes)
    night = LockstepNight(NightSetup("simplified", seed=5, plays_a_quarter=2))
    night.play()
    assert night.snapshot.state.phase is GamePhase.OVER
    diary = night.driver.commands.diary
    said = [sent for sent in diary if isinstance(sent.command, SayWhoPlayed)]
    assert said
    assert len({sent.command.number for sent in said}) == len(said)
    assert not any(sent.live or sent.power or sent.refused for sent in said)
    # The eyes are right here: so is every name that the page shows.
    assert all(sent.command.player in (sent.command.shown, None) for sent in said)
    assert sum(sent.command.player is not None for sent in said) > len(said) / 2


def test_no_hand_ever_stops_a_play(night):
    assert HANDS_ABOVE_BOARD.sentence not in night.heard
