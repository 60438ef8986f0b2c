"""The closed loop in told time: orders act when they should, the switch falls open by itself."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.camera.frame_source import FrameSource, NoFrame
from referee.core.errors import BadValue
from referee.power.switch import PowerCause, PowerRefused, PowerSwitch
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.guided_hands import HandsOrder
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.process.messages import PowerVerb, SwitchOrder
from tests.sim.live.fake_stage import COAST_NS, FakeStage, toy_camera

MS = 1_000_000


@pytest.fixture
def board() -> LockstepBoard:
    return LockstepBoard(FakeStage(toy_camera()), fps=25.0)


def speed_mm_s(board: LockstepBoard) -> float:
    return board.simulated.state().pieces[0].vx_mm_s


def test_both_devices_are_what_every_camera_and_every_switch_is(board):
    assert isinstance(SimulatedCamera(board), FrameSource)
    assert isinstance(SimulatedPower(board), PowerSwitch)


@pytest.mark.parametrize("fps", [24.0, 25.0, 29.97, 30.0, 60.0])
def test_every_frame_is_one_period_after_the_one_before(fps):
    board = LockstepBoard(FakeStage(toy_camera()), fps=fps)
    times_ns = [board.newest_frame(1.0).t_ns for _ in range(200)]
    periods_ns = {b - a for a, b in pairwise(times_ns)}
    assert all(abs(period_ns - 1e9 / fps) <= 1 for period_ns in periods_ns)


def test_cutting_the_power_stops_the_figures_within_their_coast(board):
    power = SimulatedPower(board)
    power.on(1000 * MS)
    board.advance_to(500 * MS)
    assert speed_mm_s(board) > 0
    power.off()
    board.advance_to(500 * MS + COAST_NS)
    assert speed_mm_s(board) == 0
    stopped_at_mm = board.simulated.state().pieces[0].pose.x_mm
    board.advance_to(2000 * MS)
    assert board.simulated.state().pieces[0].pose.x_mm == stopped_at_mm


def test_a_lease_that_is_not_renewed_opens_at_its_own_end_even_in_one_long_stride(board):
    SimulatedPower(board).on(300 * MS)
    board.advance_to(5000 * MS)
    assert board.simulated.switchings == [(0, True), (300 * MS, False)]
    assert board.power().cause is PowerCause.LEASE_ENDED


def test_a_renewed_lease_keeps_the_power_without_a_gap(board):
    power = SimulatedPower(board)
    for at_ms in range(0, 2000, 200):
        board.advance_to(at_ms * MS)
        power.on(300 * MS)
    board.advance_to(4000 * MS)
    assert board.simulated.switchings == [(0, True), (2100 * MS, False)]


def test_a_pulse_lasts_as_long_as_asked(board):
    SimulatedPower(board).pulse(80 * MS)
    board.advance_to(1000 * MS)
    assert board.simulated.switchings == [(0, True), (80 * MS, False)]
    assert board.power().cause is PowerCause.PULSE_OVER


def test_orders_act_at_their_own_instants_whatever_the_order_of_arrival(board):
    board.loop.give(SwitchOrder(PowerVerb.OFF, 70 * MS))
    board.loop.give(SwitchOrder(PowerVerb.ON, 30 * MS, 1000 * MS))
    board.advance_to(100 * MS)
    assert board.simulated.switchings == [(30 * MS, True), (70 * MS, False)]


def test_an_order_that_comes_late_acts_at_once(board):
    board.advance_to(100 * MS)
    board.give(SwitchOrder(PowerVerb.ON, 40 * MS, 1000 * MS))
    assert board.simulated.switchings == [(100 * MS, True)]


def test_after_a_panic_the_switch_refuses_to_close(board):
    power = SimulatedPower(board)
    power.on(1000 * MS)
    power.panic()
    assert power.state().latched
    with pytest.raises(PowerRefused, match="panic"):
        power.on(1000 * MS)
    board.give(SwitchOrder(PowerVerb.PULSE, board.now_ns, 100 * MS))
    board.advance_to(1000 * MS)
    assert not power.state().closed


def test_a_cleared_switch_closes_again_but_not_by_itself(board):
    power = SimulatedPower(board)
    power.on(300 * MS)
    board.advance_to(1000 * MS)
    with pytest.raises(PowerRefused, match="until it is cleared"):
        power.on(300 * MS)
    power.clear()
    board.advance_to(2000 * MS)
    assert not power.state().closed
    power.on(300 * MS)
    assert power.state().closed


@pytest.mark.parametrize("lease_ns", [0, -1, 19 * MS, 6000 * MS])
def test_a_lease_no_board_may_be_given_is_refused(board, lease_ns):
    with pytest.raises(BadValue, match="lease_ns"):
        SimulatedPower(board).on(lease_ns)
    assert not board.power().closed


def test_frames_are_stamped_with_the_instants_of_the_frame_rate(board):
    camera = SimulatedCamera(board)
    assert [camera.newest(1.0).t_ns for _ in range(3)] == [40 * MS, 80 * MS, 120 * MS]


def test_a_frame_shows_the_board_at_its_own_instant(board):
    SimulatedPower(board).on(1000 * MS)
    frame = SimulatedCamera(board).newest(1.0)
    assert (frame.image == frame.t_ns // MS).all()
    assert board.simulated.state().t_ns == frame.t_ns
    assert board.simulated.state().pieces[0].pose.x_mm == pytest.approx(100.0 + 100.0 * 0.040)


def test_a_frame_that_cannot_come_in_time_is_said_to_be_missing(board):
    with pytest.raises(NoFrame, match=r"0\.01 s"):
        SimulatedCamera(board).newest(0.01)


def test_the_hands_get_their_orders(board):
    order = HandsOrder(1, 0, ())
    board.give(order)
    assert board.simulated.orders == [order]


def test_a_script_switches_in_the_middle_of_a_stride_and_holds_the_switch_until_it_lets_go(board):
    board.simulated.script = {123 * MS: True, 3456 * MS: False}
    board.advance_to(5000 * MS)
    assert board.simulated.switchings == [(123 * MS, True), (3456 * MS, False)]


def test_a_person_s_off_takes_the_switch_from_the_script(board):
    board.simulated.script = {100 * MS: True}
    board.loop.give(SwitchOrder(PowerVerb.OFF, 700 * MS))
    board.advance_to(5000 * MS)
    assert board.simulated.switchings == [(100 * MS, True), (700 * MS, False)]


def test_a_person_s_lease_replaces_the_script_s(board):
    board.simulated.script = {100 * MS: True}
    board.loop.give(SwitchOrder(PowerVerb.ON, 700 * MS, 300 * MS))
    board.advance_to(5000 * MS)
    assert board.simulated.switchings == [(100 * MS, True), (1000 * MS, False)]


def test_after_a_panic_the_script_cannot_switch_on_either(board):
    board.simulated.script = {100 * MS: True}
    SimulatedPower(board).panic()
    board.advance_to(1000 * MS)
    assert board.simulated.switchings == []
