"""What the simulated coach clears: a fault after a look, never what a person switched off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.core.clock import MS_NS, S_NS
from referee.night.commands import ClearAlarm, ClearFault, PanicOff
from referee.night.gate import CLEAR_FIRST, HANDS_ABOVE_BOARD, SWITCHED_OFF, not_watching
from referee.night.night_output import NightOutput
from referee.power.switch import PowerCause
from referee.sim.coach.board_hands import BoardHands
from referee.sim.coach.coach import SETTLE_NS, SimulatedCoach
from referee.sim.coach.finger_taps import FingerTaps
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup


def running() -> LockstepNight:
    """A game whose first play runs."""
    night = LockstepNight(NightSetup("simplified", seed=5, plays_a_quarter=1))
    until(night, lambda: night.power.state().closed, 60)
    return night


def until(night, true, seconds) -> float:
    """Go on until something is so; how long it took, in seconds."""
    begun_ns = night.now_ns
    while not true():
        assert night.now_ns - begun_ns < seconds * S_NS
        night.step()
    return (night.now_ns - begun_ns) / S_NS


def go_on(night, seconds) -> bool:
    """Whether the board ever ran in this time."""
    end_ns, ran = night.now_ns + round(seconds * S_NS), False
    while night.now_ns < end_ns:
        night.step()
        ran |= night.power.state().closed
    return ran


def cleared(night) -> list:
    """What the coach asked for to clear, as far as it was granted."""
    kinds = (ClearAlarm, ClearFault)
    return [sent for sent in night.driver.commands.diary if isinstance(sent.command, kinds)]


def test_what_a_person_switched_off_stays_off_until_a_person_clears_it():
    night, heard = running(), []
    night.listen(lambda output: heard.extend(output.says))
    night.submit(PanicOff())
    night.step()
    assert not go_on(night, 12)
    assert cleared(night) == []
    assert SWITCHED_OFF in night.snapshot.reasons
    assert heard.count(SWITCHED_OFF.sentence) == 1
    night.submit(ClearAlarm())
    until(night, lambda: night.power.state().closed, 60)


def test_off_after_a_fault_is_a_persons_off_too():
    """The switch says only what latched it first."""
    night = running()
    night.board.advance_to(night.now_ns + 400 * MS_NS)
    assert night.power.state().cause is PowerCause.LEASE_ENDED
    night.submit(PanicOff())
    night.step()
    assert not go_on(night, 12)
    assert cleared(night) == []


def test_after_a_cut_that_no_person_made_the_coach_looks_and_clears():
    night = running()
    night.board.advance_to(night.now_ns + 400 * MS_NS)  # the program was halted: the lease ended
    assert night.power.state().latched
    begun_ns = night.now_ns
    until(night, lambda: not night.power.state().latched, 30)
    (sent,) = cleared(night)
    assert isinstance(sent.command, ClearFault)
    assert not sent.refused
    assert sent.t_ns - begun_ns >= SETTLE_NS
    until(night, lambda: night.power.state().closed, 60)


class Desk:
    """Shows one moment of a night that stands still after a cut."""

    def __init__(self, night) -> None:
        self.about, self._shown, self.asked = night.about, night.snapshot, []
        self.now_ns = night.now_ns

    def shows(self, *reasons) -> None:
        number, self.now_ns = self._shown.number + 1, self.now_ns + S_NS
        self._shown = replace(self._shown, number=number, power=False, reasons=reasons)

    @property
    def snapshot(self):
        return self._shown

    def submit(self, command, reply) -> None:
        self.asked.append(command)
        reply(NightOutput())


class AwayHands(BoardHands):
    """Hands that have nothing to do, over a board that rests."""

    free = resting = True


@pytest.mark.parametrize("loud", [HANDS_ABOVE_BOARD, not_watching("no picture.")])
def test_the_coach_clears_only_once_all_is_quiet(loud):
    night = LockstepNight(NightSetup("simplified", seed=5, plays_a_quarter=1))
    go_on(night, 1.0)
    desk = Desk(night)
    taps = FingerTaps(night.board, np.random.default_rng(1))
    coach = SimulatedCoach(desk, AwayHands(night.board), taps)
    for _ in range(3):
        desk.shows(CLEAR_FIRST, loud)
        coach.step()
    assert desk.asked == []
    for _ in range(2):
        assert desk.asked == []
        desk.shows(CLEAR_FIRST)
        coach.step()
    assert desk.asked == [ClearFault()]
