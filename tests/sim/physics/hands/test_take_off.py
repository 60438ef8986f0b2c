"""Figures that wait beside the board: hands carry them off and on, and nothing else meets them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.sim.board_state import BoardState
from referee.sim.physics import (
    ContactBegan,
    HandActed,
    HandAction,
    PhysicsWorld,
    PutDown,
    TakeOff,
)
from tests.sim.physics.boards import CALM, FIELD, MS, roster, world

HERE = Pose(200.0, 200.0, 0.0)
FRAME = 10 * MS
WOBBLY = replace(CALM, falls_per_s=5.0)


def board() -> PhysicsWorld:
    """H0 and A0 stand on it; H1 and A1 are beside it."""
    return world({"H0": HERE, "A0": Pose(320.0, 200.0, 180.0)}, players=roster(2))


def act(on: PhysicsWorld, *actions: HandAction) -> list[BoardState]:
    end, states = on.act(*actions), []
    while on.now_ns < end:
        on.step_to(min(on.now_ns + FRAME, end))
        states.append(on.state())
    return states


def there(state: BoardState) -> list[str]:
    return [piece.player_id for piece in state.pieces]


def test_a_figure_that_is_taken_off_is_carried_over_the_near_edge_and_is_gone() -> None:
    on = board()
    states = act(on, TakeOff("H0"))
    carried = [p for s in states for p in s.pieces if p.player_id == "H0" and p.lift_mm > 0.0]
    ys = [p.pose.y_mm for p in carried]
    assert ys == sorted(ys, reverse=True)
    assert ys[-1] < FIELD.metal_near_y_mm
    assert there(states[-1]) == ["A0"]


def test_the_substitute_takes_the_place_of_the_one_that_went_off() -> None:
    on = board()
    states = act(on, TakeOff("H0"), PutDown("H1", HERE))
    assert there(states[-1]) == ["H1", "A0"]
    assert next(p.pose for p in states[-1].pieces if p.player_id == "H1") == HERE
    told = {(e.player, e.what) for e in on.events() if isinstance(e, HandActed)}
    assert told == {("H0", "take off"), ("H1", "put down")}


def test_who_went_off_may_come_on_again() -> None:
    on = board()
    act(on, TakeOff("H0"))
    states = act(on, PutDown("H0", HERE))
    assert there(states[-1]) == ["H0", "A0"]


def test_a_figure_that_lies_can_be_taken_off() -> None:
    on = world({"H0": HERE}, settings=WOBBLY)
    on.power_on()
    on.step_to(3_000 * MS)
    on.power_off()
    on.step_to(3_500 * MS)
    assert [p.player_id for p in on.state().pieces if p.fallen] == ["H0"]
    assert not act(on, TakeOff("H0"))[-1].pieces
    # Nothing of the fall is left: it stands when it comes on again.
    assert not any(p.fallen for p in act(on, PutDown("H0", HERE))[-1].pieces)


def test_nobody_meets_a_figure_beside_the_board() -> None:
    """At 80 mm/s straight ahead H0 is past the place of A0, 120 mm away, after two seconds."""
    on = board()
    act(on, TakeOff("A0"))
    on.power_on()
    on.step_to(on.now_ns + 2_000 * MS)
    (left,) = on.state().pieces
    assert left.player_id == "H0"
    assert left.pose.x_mm > 320.0
    assert left.pose.y_mm == pytest.approx(HERE.y_mm, abs=0.01)
    assert not on.gaps_under(100.0)
    assert not any(isinstance(e, ContactBegan) for e in on.events())


@pytest.mark.parametrize("player", ["H1", "A1"])
def test_nobody_is_taken_off_who_is_not_on_the_board(player: str) -> None:
    on = board()
    before = on.state()
    with pytest.raises(BadValue, match="a figure that is on the board"):
        on.act(TakeOff(player))
    assert on.state() == before
    assert not on.hands_busy
