"""What a coach's hands do between stops, how it shows, and what they refuse."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.sim.board_state import BoardState, MarkerKind, PieceState
from referee.sim.physics import (
    Dynamics,
    HandActed,
    HandAction,
    MoveMarker,
    PhysicsWorld,
    Pivot,
    PlaceMarker,
    PutDown,
    RemoveMarker,
    SetFormation,
)
from tests.sim.physics.boards import MS, outline, roster, world

FRAME = 20 * MS


def pair() -> PhysicsWorld:
    return world({"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(260.0, 200.0, 180.0)})


def act(board: PhysicsWorld, *actions: HandAction, **how: float) -> list[BoardState]:
    """Do it and give the states on the way, frame by frame, until the hands are gone."""
    end = board.act(*actions, **how)
    states = []
    while board.now_ns < end:
        board.step_to(min(board.now_ns + FRAME, end))
        states.append(board.state())
    return states


def piece(board: PhysicsWorld, player_id: str) -> PieceState:
    return next(p for p in board.state().pieces if p.player_id == player_id)


def test_a_pivot_about_the_centre_turns_in_place() -> None:
    board = pair()
    act(board, Pivot("H0", by_deg=-30.0))
    assert piece(board, "H0").pose == Pose(200.0, 200.0, -30.0)


def test_a_pivot_to_a_heading_takes_the_shorter_way() -> None:
    board = pair()
    states = act(board, Pivot("A0", to_heading_deg=-170.0))
    assert piece(board, "A0").pose.heading_deg == pytest.approx(190.0)
    turned = [p.pose.heading_deg for s in states for p in s.pieces if p.player_id == "A0"]
    assert min(turned) >= 180.0 - 1e-6
    assert max(turned) <= 190.0 + 1e-6


def test_a_figure_is_carried_through_the_air() -> None:
    board = pair()
    states = act(board, PutDown("H0", Pose(400.0, 300.0, 90.0)))
    assert piece(board, "H0").pose == Pose(400.0, 300.0, 90.0)
    lifts = [p.lift_mm for s in states for p in s.pieces if p.player_id == "H0"]
    assert max(lifts) > 20.0


def test_a_hand_holds_what_is_lifted_and_nothing_jumps() -> None:
    board = pair()
    states = act(board, PutDown("H0", Pose(420.0, 280.0, 120.0)), Pivot("A0", by_deg=20.0))
    assert all(state.hands for state in states[1:-1])
    for before, after in pairwise(states):
        for old, new in zip(before.pieces, after.pieces, strict=True):
            step = math.hypot(new.pose.x_mm - old.pose.x_mm, new.pose.y_mm - old.pose.y_mm)
            assert step < 60.0
        for held in (p for p in after.pieces if p.lift_mm > 0.0):
            near = min(
                math.hypot(h.x_mm - held.pose.x_mm, h.y_mm - held.pose.y_mm) for h in after.hands
            )
            assert near < 1.0
    assert not board.state().hands


def test_a_figure_comes_from_beside_the_board() -> None:
    board = world({"A0": Pose(260.0, 200.0, 180.0)})
    act(board, PutDown("H1", Pose(100.0, 100.0, 45.0)))
    assert piece(board, "H1").pose == Pose(100.0, 100.0, 45.0)


def test_a_formation_is_set_even_where_figures_must_trade_places() -> None:
    board = pair()
    wanted = {"H0": Pose(260.0, 200.0, 0.0), "A0": Pose(200.0, 200.0, 180.0)}
    states = act(board, SetFormation(wanted))
    assert {p.player_id: p.pose for p in board.state().pieces} == wanted
    for state in states:
        on_board = [p for p in state.pieces if p.lift_mm == 0.0]
        shapes = [outline(board.shape_of(p.player_id), p.pose) for p in on_board]
        if len(shapes) == 2:
            assert shapes[0].intersection(shapes[1]).area < 0.5


def test_pace_is_how_quick_the_hands_are() -> None:
    slow, quick = pair(), pair()
    pivot = Pivot("H0", by_deg=20.0)
    assert slow.act(pivot, pace=1.0) > 2.5 * quick.act(pivot, pace=4.0)


def test_markers_are_placed_moved_and_removed() -> None:
    board = pair()
    act(board, PlaceMarker(MarkerKind.BALL_MAGNET, Pose(100.0, 100.0, 0.0)))
    (number,) = board.markers()
    act(board, MoveMarker(number, Pose(150.0, 120.0, 90.0)))
    assert board.state().markers[0].pose == Pose(150.0, 120.0, 90.0)
    act(board, RemoveMarker(number))
    assert not board.state().markers
    told = [e.what for e in board.events() if isinstance(e, HandActed)]
    assert told == [
        "place marker: ball magnet",
        "move marker: ball magnet",
        "remove marker: ball magnet",
    ]


@pytest.mark.parametrize(
    ("action", "word"),
    [
        (PutDown("H0", Pose(255.0, 205.0, 0.0)), "A0 is in the way"),
        (PutDown("H0", Pose(-95.0, 205.0, 0.0)), "the rim of the metal is in the way"),
        (PutDown("X9", Pose(100.0, 100.0, 0.0)), "player is 'X9'"),
        (Pivot("H1", by_deg=10.0), "a figure that is on the board"),
        (Pivot("H0"), "either by_deg or to_heading_deg"),
        (MoveMarker(7, Pose(0.0, 0.0, 0.0)), "the number of a marker"),
        (PlaceMarker(MarkerKind.RED_MAGNET, Pose(0.0, -99.0, 0.0)), "a place on the metal"),
        (
            SetFormation({"H0": Pose(100.0, 100.0, 0.0), "A0": Pose(110.0, 100.0, 0.0)}),
            "in the way",
        ),
    ],
)
def test_what_cannot_be_done_gets_one_sentence_and_changes_nothing(action, word: str) -> None:
    board = pair()
    before = board.state()
    with pytest.raises(BadValue, match=word):
        board.act(Pivot("A0", by_deg=5.0), action)
    assert not board.hands_busy
    assert board.state() == before


def test_hands_wait_for_power_off_and_rest() -> None:
    board = pair()
    board.power_on()
    with pytest.raises(BadValue, match="off and at rest"):
        board.act(PutDown("H0", Pose(400.0, 300.0, 0.0)))
    board.step_to(300 * MS)
    board.power_off()
    with pytest.raises(BadValue, match="off and at rest"):
        board.act(PutDown("H0", Pose(400.0, 300.0, 0.0)))
    board.step_to(800 * MS)
    board.act(PutDown("H0", Pose(400.0, 300.0, 0.0)))


def test_hands_do_one_visit_at_a_time() -> None:
    board = pair()
    board.act(Pivot("H0", by_deg=10.0))
    with pytest.raises(BadValue, match="one visit at a time"):
        board.act(Pivot("A0", by_deg=10.0))


def test_power_that_comes_while_hands_are_at_work_does_not_stop_them() -> None:
    board = world({"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(300.0, 200.0, 180.0)})
    end = board.act(PutDown("H0", Pose(262.0, 200.0, 0.0)), pace=1.0)
    board.power_on()
    board.step_to(end + 500 * MS)
    assert [p.player_id for p in board.state().pieces] == ["H0", "A0"]
    # The other base may have come along meanwhile; they have made room for each other.
    assert all(gap > -0.02 for _, _, gap in board.gaps_under(5.0))


def test_a_player_of_the_roster_is_needed_for_dynamics() -> None:
    with pytest.raises(BadValue, match="Z1"):
        world({}, dynamics={"Z1": Dynamics()}, players=roster())
