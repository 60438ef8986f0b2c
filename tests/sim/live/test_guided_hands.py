"""Guided hands: orders wait for the board to rest, what cannot be done is left out, all is told."""

from __future__ import annotations

import pytest

from referee.core.geometry.pose import Pose
from referee.sim.board_state import MarkerKind
from referee.sim.live import simulated_board
from referee.sim.live.devices import SimulatedPower
from referee.sim.live.guided_hands import HandsOrder
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.live.simulated_board import SimulatedBoard
from referee.sim.physics import (
    ContactBegan,
    HandActed,
    MotionStarted,
    Pivot,
    PlaceMarker,
    PutDown,
    RemoveMarker,
)

MS = 1_000_000
S = 1000 * MS
FELT = MarkerKind.FELT_BALL


SETUP = SimSetup(seed=4, guided=True, width_px=320, height_px=180)


@pytest.fixture(scope="module")
def scene():
    return build_scene(SETUP)


@pytest.fixture
def board(scene, monkeypatch):
    """No test here looks at a picture, so nothing is painted."""
    monkeypatch.setattr(simulated_board, "Renderer", lambda *_: None)
    return LockstepBoard(SimulatedBoard(SETUP, scene))


def guide(board, number, *actions, pace=10.0):
    board.give(HandsOrder(number, board.now_ns, actions, pace))


def until_done(board, number, most_s=20):
    for _ in range(most_s * 20):
        if board.hands.done >= number and not board.hands.busy:
            return
        board.advance_to(board.now_ns + 50 * MS)
    raise AssertionError(f"order {number} was not done")


def places(board):
    return {p.player_id: p.pose for p in board.simulated.state().pieces}


def test_nothing_touches_a_guided_board_unasked(board):
    board.advance_to(board.now_ns + 10 * S)
    assert places(board) == {}
    assert not board.power().closed


def test_hands_are_seen_while_they_do_what_was_ordered(board):
    guide(board, 1, PutDown("H22", Pose(200.0, 150.0, 30.0)), pace=1.0)
    seen = False
    while board.hands.done < 1:
        board.advance_to(board.now_ns + 50 * MS)
        seen = seen or bool(board.simulated.state().hands)
    assert seen
    assert not board.simulated.state().hands
    there = places(board)["H22"]
    assert (there.x_mm, there.y_mm) == (200.0, 150.0)
    assert there.heading_deg == pytest.approx(30.0)


def test_orders_wait_until_the_board_rests_and_are_done_one_after_the_other(board):
    guide(board, 1, PutDown("H22", Pose(200.0, 150.0, 0.0)))
    until_done(board, 1)
    SimulatedPower(board).on(1 * S)
    board.advance_to(board.now_ns + 200 * MS)
    guide(board, 2, Pivot("H22", to_heading_deg=90.0))
    guide(board, 3, PutDown("A24", Pose(400.0, 150.0, 180.0)))
    board.advance_to(board.now_ns + 500 * MS)
    assert board.hands.done == 1
    assert board.hands.busy
    until_done(board, 3)
    assert places(board)["H22"].heading_deg == pytest.approx(90.0)
    assert "A24" in places(board)


def test_what_cannot_be_done_is_left_out_and_said(board):
    guide(
        board,
        1,
        PutDown("H22", Pose(200.0, 150.0, 0.0)),
        PutDown("A24", Pose(201.0, 150.0, 0.0)),
        PutDown("A21", Pose(300.0, 150.0, 0.0)),
    )
    until_done(board, 1)
    assert set(places(board)) == {"H22", "A21"}
    assert len(board.hands.left_out) == 1


def test_an_order_without_actions_takes_back_what_waits(board):
    SimulatedPower(board).on(1 * S)
    guide(board, 1, PutDown("H22", Pose(200.0, 150.0, 0.0)))
    guide(board, 2)
    board.advance_to(board.now_ns + 5 * S)
    assert places(board) == {}
    assert not board.hands.busy


def test_a_marker_is_known_by_the_number_with_which_it_is_taken_away(board):
    guide(board, 1, PlaceMarker(FELT, Pose(300.0, 200.0, 0.0)))
    until_done(board, 1)
    ((number, kind),) = board.hands.markers
    assert kind is FELT
    guide(board, 2, RemoveMarker(number))
    until_done(board, 2)
    assert board.hands.markers == ()


def test_the_truth_can_be_read_outside_in_order_and_once(board):
    guide(
        board,
        1,
        PutDown("H22", Pose(200.0, 150.0, 0.0)),
        PutDown("A24", Pose(232.0, 150.0, 180.0)),
    )
    until_done(board, 1)
    SimulatedPower(board).on(1 * S)
    board.advance_to(board.now_ns + 2 * S)
    facts = board.facts_after(0)
    assert [number for number, _ in facts] == list(range(1, len(facts) + 1))
    kinds = [type(fact) for _, fact in facts]
    assert kinds.count(HandActed) == 2
    assert kinds.index(MotionStarted) < kinds.index(ContactBegan)
    assert board.facts_after(len(facts)) == []
