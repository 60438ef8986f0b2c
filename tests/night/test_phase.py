"""Where the evening stands: one word from a table, and what may follow what."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import PlayName
from referee.core.roster import Team
from referee.game.state import GamePhase
from referee.night.command_handlers import handle_command
from referee.night.commands import ClearAlarm, Declare, ReportReady, SetAutoReady
from referee.night.gate import not_watching
from referee.night.night_output import NightOutput, SwitchStatus
from referee.night.phase import PHASE_TABLE, PHASES_AFTER, NightPhase, PhaseFacts, phase_of
from referee.night.screen.snapshot_builder import night_phase
from referee.official.declarations.types import PlayMoved, PlayNamed
from referee.rulebooks.play_step import PlayStep
from tests.night.driving import Relay, drive
from tests.night.lined import frames, night_of

S = 1_000_000_000
SET, READ, DEAD = PlayStep.SET, PlayStep.READ, PlayStep.DEAD
GAME = GamePhase.SCRIMMAGE
CASES = [
    (PhaseFacts(GamePhase.BEFORE, SET, None), NightPhase.BEFORE),
    (PhaseFacts(GamePhase.KICKOFF, SET, PlayPhase.SNAP), NightPhase.KICK),
    (PhaseFacts(GamePhase.KICKOFF, PlayStep.RETURN, PlayPhase.RETURN), NightPhase.STOP),
    (PhaseFacts(GAME, SET, PlayPhase.SNAP), NightPhase.BETWEEN),
    (PhaseFacts(GAME, SET, PlayPhase.SNAP, touched=True), NightPhase.SET_UP),
    (PhaseFacts(GAME, SET, PlayPhase.SNAP, touched=True, ready=True), NightPhase.SET),
    (PhaseFacts(GAME, PlayStep.SNAP, PlayPhase.SNAP, power=True), NightPhase.SNAP),
    (PhaseFacts(GAME, READ, PlayPhase.READ), NightPhase.READ),
    (PhaseFacts(GAME, READ, PlayPhase.READ, power=True), NightPhase.LIVE),
    (PhaseFacts(GAME, PlayStep.TO_THE_END, PlayPhase.RUN), NightPhase.STOP),
    (PhaseFacts(GAME, PlayStep.TO_THE_END, PlayPhase.RUN, broken_off=True), NightPhase.BROKEN_OFF),
    # He fell as the power was cut for something else: dice are rolled for that, nothing goes on.
    (PhaseFacts(GAME, DEAD, PlayPhase.RUN, broken_off=True), NightPhase.DEAD),
    (PhaseFacts(GAME, DEAD, None, broken_off=True, counted=True), NightPhase.BETWEEN),
    (PhaseFacts(GAME, DEAD, PlayPhase.RUN), NightPhase.DEAD),
    (PhaseFacts(GAME, DEAD, PlayPhase.RUN, counted=True), NightPhase.BETWEEN),
    (PhaseFacts(GAME, READ, PlayPhase.READ, power=True, alarm=True), NightPhase.ALARM),
    (PhaseFacts(GamePhase.TOSS, SET, PlayPhase.SNAP, decides=True), NightPhase.DECISION),
    (PhaseFacts(GAME, SET, PlayPhase.SNAP, touched=True, decides=True), NightPhase.DECISION),
    (PhaseFacts(GAME, DEAD, PlayPhase.RUN, decides=True), NightPhase.DEAD),
    (PhaseFacts(GamePhase.OVER, SET, PlayPhase.SNAP), NightPhase.OVER),
]


@pytest.mark.parametrize(("facts", "wanted"), CASES)
def test_the_table_names_every_phase(facts, wanted):
    assert phase_of(facts) is wanted


def test_every_phase_has_a_row_and_an_arrow():
    assert {row.phase for row in PHASE_TABLE} == set(PHASES_AFTER) == set(NightPhase)
    for arrows in PHASES_AFTER.values():
        assert all(why and isinstance(then, NightPhase) for why, then in arrows)


def test_the_table_has_an_answer_to_everything():
    for game_phase, step, play_phase, power, counted in product(
        GamePhase, PlayStep, (*PlayPhase, None), (False, True), (False, True)
    ):
        assert (
            phase_of(PhaseFacts(game_phase, step, play_phase, power=power, counted=counted))
            in NightPhase
        )


def phases(night, boards, wishes=(), hands=None, relay=None):
    """The phases of a night, each once."""
    found = []
    left = list(wishes)
    for board in boards:
        due = [command for command in left if command[0] * S <= board.t_ns]
        left = left[len(due) :]
        drive(night, [board], [(0.0, command) for _, command in due], hands, relay)
        now = night_phase(night)
        if not found or found[-1] is not now:
            found.append(now)
    return found


def test_an_evening_goes_along_the_arrows():
    night, relay = night_of(), Relay()
    # The snap comes by itself at 4.8 s; then a run is named, and power stays on for it.
    wishes = [
        (0.0, SetAutoReady(True)),
        (6.0, Declare(PlayNamed(PlayName.RUN, "HHB"))),
        (6.1, ReportReady()),
    ]
    boards = frames(7.5, creeps=(4.8, 5.2))
    found = phases(night, boards, wishes, lambda at: 0.3 < at < 0.9, relay)
    allowed = {(a, then) for a, arrows in PHASES_AFTER.items() for _, then in arrows}
    assert found == [
        NightPhase.BETWEEN,
        NightPhase.SET_UP,
        NightPhase.SET,
        NightPhase.SNAP,
        NightPhase.READ,
        NightPhase.STOP,
        NightPhase.LIVE,
    ]
    assert [pair for pair in pairwise(found) if pair not in allowed] == []


def test_after_a_cut_that_stops_nothing_a_person_has_to_look_and_the_alarm_comes_back():
    night, relay = night_of(), Relay()
    put = Declare(PlayMoved(step=PlayStep.TO_THE_END, team=Team.HOME, carrier="HHB"))
    # The board creeps from the first power on, and goes on when the power is gone.
    found = phases(
        night,
        frames(8.0, creeps=(1.4, 8.0)),
        [(0.0, put), (0.5, ReportReady())],
        lambda at: 2.5 < at < 2.6,
        relay,
    )
    assert NightPhase.BROKEN_OFF in found
    assert found[-1] is NightPhase.ALARM
    assert "still move" in night.alarm
    assert handle_command(night, ClearAlarm(), 8 * S).clear
    assert night.alarm == ""
    drive(night, frames(2.5, start_s=8.0, creeps=(7.9, 12.0)), relay=relay)
    assert "move" in night.alarm


def test_blind_is_off_and_stays_off_until_somebody_says_ready():
    night = night_of()
    drive(night, frames(1.0))
    assert night.without_frame(2 * S, not_watching("no picture"), SwitchStatus(True, S)).off
    assert drive(night, frames(2.0, start_s=3.0)).on_s() == []


def test_a_wish_of_a_running_board_leaves_the_moment_alone():
    night = night_of()
    assert handle_command(night, ClearAlarm(), S) == NightOutput(clear=True)
    assert night_phase(night) is NightPhase.BETWEEN
