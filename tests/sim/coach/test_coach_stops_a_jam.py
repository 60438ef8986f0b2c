"""The simulated coach stops a board that shakes while whoever has the ball gets nowhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.core.clock import S_NS
from referee.core.geometry.pose import Pose
from referee.night.commands import StopBoard
from referee.night.night_output import NightOutput
from referee.rulebooks.play_step import PlayStep
from referee.sim.coach.board_hands import BoardHands
from referee.sim.coach.coach import JAM_MM, JAM_NS, LONGEST_S, SimulatedCoach
from referee.sim.coach.finger_taps import FingerTaps
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup

LOOK_NS = S_NS // 10


class RunningBoard:
    """A desk that shows a board under power; the carrier goes where the test says."""

    def __init__(self, night) -> None:
        self.about, self.asked, self._night = night.about, [], night
        self._shown = night.snapshot
        self.now_ns = self._begun_ns = night.now_ns
        self._carrier = next(iter(self._shown.board.seen)).player

    def shows(self, gone_mm: float, pulse_ns: int | None = None) -> None:
        """A tenth of a second later, the carrier so far from where it was."""
        self.now_ns += LOOK_NS
        board = self._shown.board
        seen = tuple(
            replace(each, measured=replace(each.measured, pose=Pose(300.0 + gone_mm, 150.0, 0.0)))
            if each.player == self._carrier
            else each
            for each in board.seen
        )
        notice = replace(
            self._shown.notice,
            step=PlayStep.AFTER_THE_LINE,
            carrier=self._carrier,
            power=True,
            pulse_ns=pulse_ns,
        )
        self._shown = replace(
            self._shown,
            number=self._shown.number + 1,
            t_ns=self.now_ns,
            power=True,
            notice=notice,
            board=replace(board, t_ns=self.now_ns, seen=seen),
        )

    @property
    def snapshot(self):
        return self._shown

    def submit(self, command, reply) -> None:
        self.asked.append(((self.now_ns - self._begun_ns) / S_NS, command))
        reply(NightOutput())


@pytest.fixture(scope="module")
def night():
    night = LockstepNight(NightSetup("efhl", seed=5, plays_a_quarter=1))
    while night.snapshot is None or not night.snapshot.board.seen:
        night.step()
    return night


@pytest.fixture
def seat(night):
    desk = RunningBoard(night)
    taps = FingerTaps(night.board, np.random.default_rng(1))
    return desk, SimulatedCoach(desk, BoardHands(night.board), taps)


def looks(seat, seconds, gone_mm, pulse_ns=None) -> list:
    desk, coach = seat
    for k in range(round(seconds * 10)):
        desk.shows(gone_mm(k / 10), pulse_ns)
        coach.step()
    return desk.asked


def test_a_carrier_that_gets_nowhere_has_the_board_stopped(seat):
    asked = looks(seat, 6.0, lambda _t: 0.0)
    assert [command for _, command in asked] == [StopBoard()]
    ((after_s, _),) = asked
    assert JAM_NS / S_NS <= after_s <= JAM_NS / S_NS + 0.3


def test_one_that_shakes_on_the_spot_gets_nowhere_too(seat):
    asked = looks(seat, 6.0, lambda t: 0.4 * JAM_MM * (round(t * 10) % 2))
    assert [command for _, command in asked] == [StopBoard()]


def test_one_that_still_gets_on_is_left_alone(seat):
    asked = looks(seat, LONGEST_S - 1.0, lambda t: 3.0 * t)
    assert asked == []


def test_a_pulse_that_ends_by_itself_is_not_stopped(seat):
    assert looks(seat, 6.0, lambda _t: 0.0, pulse_ns=S_NS) == []


def test_it_asks_again_if_nothing_comes_of_it(seat):
    asked = looks(seat, 9.0, lambda _t: 0.0)
    assert len(asked) >= 2
