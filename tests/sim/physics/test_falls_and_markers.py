"""Figures that fall, and the small things on the field."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.pose import Pose
from referee.sim.board_state import MarkerKind
from referee.sim.physics import Dynamics, Fell, MarkerTouched, PlaceMarker, PutDown
from referee.sim.physics.motion.falls import fallen_outline, quarters_by_nearness
from tests.sim.physics.boards import CALM, MS, ROUND, STANDARD, STEADY, record, world

ASLEEP = Dynamics(speed_mm_s=0.0, speed_noise=0.0, turn_noise_deg_s=0.0)
WOBBLY = replace(CALM, falls_per_s=5.0)


def fallen_world():
    board = world({"H0": Pose(200.0, 200.0, 0.0)}, settings=WOBBLY)
    board.power_on()
    board.step_to(3000 * MS)
    board.power_off()
    board.step_to(3500 * MS)
    return board


def test_a_fallen_figure_goes_nowhere_by_itself() -> None:
    board = fallen_world()
    fell = next(e for e in board.events() if isinstance(e, Fell))
    board.power_on()
    poses = record(board, 800)[:, 0]
    assert board.state().pieces[0].fallen
    assert abs(poses[-1] - poses[0]).max() < 1e-6
    assert board.state().pieces[0].fall_toward_deg == pytest.approx(fell.toward_deg, abs=1e-6)


def test_a_fallen_figure_can_be_stood_up_and_then_creeps_again() -> None:
    board = fallen_world()
    board.step_to(board.act(PutDown("H0", Pose(200.0, 200.0, 0.0))))
    piece = board.state().pieces[0]
    assert not piece.fallen
    board.power_on()
    board.step_to(board.now_ns + 100 * MS)
    assert board.state().pieces[0].pose.x_mm > piece.pose.x_mm


def test_the_rate_of_spontaneous_falls_is_the_one_set() -> None:
    fallen = 0
    for seed in range(60):
        settings = replace(CALM, falls_per_s=0.5)
        board = world(
            {"H0": Pose(200.0, 200.0, 0.0)}, settings=settings, seed=seed, dynamics=ASLEEP
        )
        board.power_on()
        board.step_to(1500 * MS)
        fallen += board.state().pieces[0].fallen
    # 60 figures for about 1.4 s at 0.5 per second: 1 - exp(-0.7) of them, give or take 3 sigma.
    assert 60 * 0.503 - 12 < fallen < 60 * 0.503 + 12


def test_a_hard_hit_can_topple_and_a_soft_one_not() -> None:
    settings = replace(CALM, falls_per_hard_hit=1.0, hard_hit_mm_s=60.0)
    for speed, falls in ((200.0, True), (30.0, False)):
        board = world(
            {"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(280.0, 200.0, 90.0)},
            dynamics={
                "H0": replace(STEADY, speed_mm_s=speed),
                "A0": ASLEEP,
                "H1": ASLEEP,
                "A1": ASLEEP,
            },
            settings=settings,
        )
        board.power_on()
        board.step_to(2500 * MS)
        assert any(isinstance(e, Fell) for e in board.events()) is falls


@given(st.sampled_from([STANDARD, ROUND]), st.integers(0, 3))
def test_leaning_stays_within_the_old_outline_and_lying_reaches_out(shape, quarter: int) -> None:
    stood = shapely.Polygon(shape.skeleton).buffer(shape.radius_mm)
    leaning, lying = (
        shapely.Polygon(o.skeleton).buffer(o.shape.radius_mm)
        for o in (fallen_outline(shape, quarter, lying=flag) for flag in (False, True))
    )
    assert leaning.difference(stood).area < 0.01
    dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    reach = {(1, 0): lying.bounds[2], (0, 1): lying.bounds[3]}
    reach |= {(-1, 0): -lying.bounds[0], (0, -1): -lying.bounds[1]}
    assert reach[dx, dy] > 28.0


@given(st.floats(-10, 10), st.integers(0, 3), st.floats(-0.7, 0.7))
def test_the_side_that_faces_the_fall_comes_first(heading: float, side: int, off: float) -> None:
    toward = heading + side * 1.5707963267948966 + off
    assert quarters_by_nearness(heading, toward)[0] == side


def test_a_magnet_stays_and_the_part_that_touched_it_is_told() -> None:
    board = world({"H0": Pose(100.0, 200.0, 0.0)})
    magnet = Pose(160.0, 200.0, 90.0)
    board.step_to(board.act(PlaceMarker(MarkerKind.BALL_MAGNET, magnet)))
    board.power_on()
    board.step_to(board.now_ns + 1500 * MS)
    touched = [e for e in board.events() if isinstance(e, MarkerTouched)]
    assert [(e.player, e.marker_kind, e.part) for e in touched] == [
        ("H0", MarkerKind.BALL_MAGNET, BasePart.FRONT)
    ]
    # The magnet lies across: its near side is half of 6.2 mm from its middle.
    assert touched[0].x_mm == pytest.approx(160.0 - 3.1, abs=1e-6)
    assert board.state().markers[0].pose == magnet


def test_a_felt_ball_creeps_slowly_and_is_pushed_along() -> None:
    board = world({"H0": Pose(100.0, 200.0, 0.0)})
    board.step_to(board.act(PlaceMarker(MarkerKind.FELT_BALL, Pose(300.0, 100.0, 0.0))))
    board.power_on()
    board.step_to(board.now_ns + 2000 * MS)
    ball = board.state().markers[0].pose
    way = ((ball.x_mm - 300.0) ** 2 + (ball.y_mm - 100.0) ** 2) ** 0.5
    assert 0.1 < way < 20.0

    board = world({"H0": Pose(100.0, 200.0, 0.0)})
    board.step_to(board.act(PlaceMarker(MarkerKind.FELT_BALL, Pose(140.0, 200.0, 90.0))))
    board.power_on()
    board.step_to(board.now_ns + 2000 * MS)
    assert board.state().markers[0].pose.x_mm > 180.0
    assert any(isinstance(e, MarkerTouched) for e in board.events())
