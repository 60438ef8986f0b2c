"""A piece stands on the board, hangs from a hand, or lies with its base on edge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.figures.placement import piece_transform
from referee.sim.board_state import PieceState
from referee.sim.look import TeamLook

SHAPE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
BASE = base_mesh(SHAPE, TeamLook((1, 0, 0), (1, 1, 1), (1, 0, 0), (1, 1, 1)))


def test_an_upright_piece_has_its_corners_where_its_pose_says() -> None:
    pose = Pose(120.0, 80.0, 33.0)
    matrix = piece_transform(PieceState("H1", pose), SHAPE)
    corners = np.column_stack([SHAPE.corners_mm, np.full(4, SHAPE.height_mm), np.ones(4)])
    placed = corners @ matrix.T
    assert np.allclose(placed[:, :2], pose.to_board(SHAPE.corners_mm))
    assert np.allclose(placed[:, 2], SHAPE.height_mm)


def test_a_lifted_piece_hangs_by_its_lift() -> None:
    matrix = piece_transform(PieceState("H1", Pose(0.0, 0.0, 0.0), lift_mm=25.0), SHAPE)
    assert BASE.transformed(matrix).bounds_mm[0][2] == pytest.approx(25.0, abs=0.01)


@given(toward=st.floats(0.0, 360.0), heading=st.floats(0.0, 360.0))
def test_a_fallen_piece_rests_on_the_board_with_its_head_the_right_way(
    toward: float, heading: float
) -> None:
    state = PieceState("H1", Pose(10.0, 20.0, heading), fallen=True, fall_toward_deg=toward)
    matrix = piece_transform(state, SHAPE)
    assert BASE.transformed(matrix).bounds_mm[0][2] == pytest.approx(0.0, abs=0.15)
    head = matrix @ np.array([0.0, 0.0, SHAPE.height_mm + 27.0, 1.0])
    lies_toward = np.degrees(np.arctan2(head[1] - 20.0, head[0] - 10.0))
    assert (lies_toward - toward + 180.0) % 360.0 - 180.0 == pytest.approx(0.0, abs=0.5)
    assert 0.0 < head[2] < 9.0
