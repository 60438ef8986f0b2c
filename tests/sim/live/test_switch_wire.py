"""A simulated board that hangs on another switch has power exactly while that one is closed."""

from __future__ import annotations

import pytest

from referee.power.switch import PowerCause, PowerLost, PowerState
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.switch_wire import SwitchWire
from tests.sim.live.fake_stage import FakeStage, toy_camera

S = 1_000_000_000


class OtherSwitch:
    """Says whatever it is told to say."""

    def __init__(self) -> None:
        self.closed: bool | None = False

    def state(self) -> PowerState:
        if self.closed is None:
            raise PowerLost("unplugged")
        return PowerState(self.closed, PowerCause.ASKED_ON, 0, None, 0)


@pytest.fixture
def board() -> LockstepBoard:
    return LockstepBoard(FakeStage(toy_camera()), fps=25.0)


@pytest.fixture
def other() -> OtherSwitch:
    return OtherSwitch()


@pytest.fixture
def wire(other, board) -> SwitchWire:
    return SwitchWire(other, board)


def follow_for(seconds: float, wire: SwitchWire, board: LockstepBoard) -> None:
    end_ns = board.now_ns + round(seconds * S)
    while board.now_ns < end_ns:
        wire.follow()
        board.advance_to(board.now_ns + S // 10)


def test_the_board_goes_on_and_off_with_the_other_switch(wire, other, board):
    follow_for(0.5, wire, board)
    assert not board.power().closed
    other.closed = True
    follow_for(0.1, wire, board)
    assert board.power().closed
    other.closed = False
    follow_for(0.1, wire, board)
    assert not board.power().closed


def test_it_stays_on_for_as_long_as_the_other_is_closed(wire, other, board):
    other.closed = True
    follow_for(60.0, wire, board)
    assert board.power().closed
    assert board.power().since_ns <= S // 10


@pytest.mark.parametrize("gone", [False, None], ids=["open", "unplugged"])
def test_a_switch_that_opens_or_is_gone_takes_the_power_away(wire, other, board, gone):
    other.closed = True
    follow_for(1.0, wire, board)
    other.closed = gone
    follow_for(0.1, wire, board)
    assert not board.power().closed


def test_a_wire_that_was_not_held_up_works_again_as_soon_as_somebody_follows(wire, other, board):
    other.closed = True
    follow_for(1.0, wire, board)
    board.advance_to(board.now_ns + 10 * S)
    assert not board.power().closed
    other.closed = False
    follow_for(0.1, wire, board)
    other.closed = True
    follow_for(0.1, wire, board)
    assert board.power().closed


def test_closing_it_takes_the_power_away(wire, other, board):
    other.closed = True
    follow_for(0.2, wire, board)
    wire.close()
    assert not board.power().closed
