"""Markers, hands and clutter: solid, of believable size, where they are asked to be."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.roster import Roster
from referee.sim.art.props.clutter import clutter_mesh
from referee.sim.art.props.hands import hand_mesh
from referee.sim.art.props.markers import marker_mesh
from referee.sim.board_state import HandState, MarkerKind
from referee.sim.look import Clutter, ClutterKind, FieldLook, SceneLook
from tests.sim.art.boards import SMALL_FIELD, overhead
from tests.sim.art.closed import disagreeing_normals, open_edges, volume_mm3

LOOK = SceneLook(
    roster=Roster(()),
    camera=overhead(SMALL_FIELD),
    field=FieldLook(),
    teams={},
    figures={},
    lamps=(),
)


@pytest.mark.parametrize("kind", MarkerKind)
def test_markers_lie_on_the_board_and_are_small(kind: MarkerKind) -> None:
    low, high = marker_mesh(kind).bounds_mm
    assert low[2] == pytest.approx(0.0, abs=0.01)
    assert 5.0 < max(high - low) < 14.0


@pytest.mark.parametrize("kind", MarkerKind)
def test_markers_face_outward(kind: MarkerKind) -> None:
    mesh = marker_mesh(kind)
    assert volume_mm3(mesh) > 0.0
    assert disagreeing_normals(mesh) == 0


@pytest.mark.parametrize(
    "kind", [MarkerKind.FELT_BALL, MarkerKind.RED_MAGNET, MarkerKind.ORANGE_PYLON]
)
def test_markers_of_one_piece_are_closed(kind: MarkerKind) -> None:
    assert open_edges(marker_mesh(kind)) == 0


@pytest.mark.parametrize("kind", [MarkerKind.BALL_MAGNET, MarkerKind.FELT_BALL])
def test_balls_are_long_along_their_heading(kind: MarkerKind) -> None:
    low, high = marker_mesh(kind).bounds_mm
    assert high[0] - low[0] > 1.3 * (high[1] - low[1])


@pytest.mark.parametrize("kind", ClutterKind)
def test_clutter_stands_where_it_is_put(kind: ClutterKind) -> None:
    mesh = clutter_mesh(Clutter(kind, 100.0, 50.0, 30.0, (0.5, 0.5, 0.5)), ground_mm=-45.0)
    low, high = mesh.bounds_mm
    assert low[2] == pytest.approx(-45.0, abs=0.3)
    assert low[0] < 100.0 < high[0]
    assert low[1] < 50.0 < high[1]
    assert disagreeing_normals(mesh) == 0


@pytest.mark.parametrize("grip", [6.0, 20.0, 40.0])
def test_thumb_and_fingers_leave_the_grip_free(grip: float) -> None:
    mesh = hand_mesh(HandState(0.0, 0.0, 0.0, 180.0, grip), LOOK)
    flesh = mesh.vertices_mm
    low_ones = flesh[(np.abs(flesh[:, 0]) < 12.0) & (flesh[:, 2] < 8.0)]
    thumb, fingers = low_ones[low_ones[:, 1] > 0.0], low_ones[low_ones[:, 1] < 0.0]
    free = thumb[:, 1].min() - fingers[:, 1].max()
    assert free == pytest.approx(grip, abs=9.0)


@pytest.mark.parametrize("heading", [0.0, 90.0, 200.0])
def test_the_arm_leaves_along_its_heading(heading: float) -> None:
    mesh = hand_mesh(HandState(50.0, 60.0, 30.0, heading, 20.0), LOOK)
    out = np.array([np.cos(np.radians(heading)), np.sin(np.radians(heading))])
    along = (mesh.vertices_mm[:, :2] - (50.0, 60.0)) @ out
    assert along.max() > 350.0
    assert along.min() > -30.0


def test_a_left_hand_is_the_mirror_of_a_right_one() -> None:
    right = hand_mesh(HandState(0.0, 0.0, 0.0, 180.0, 20.0), LOOK)
    left = hand_mesh(HandState(0.0, 0.0, 0.0, 180.0, 20.0, left=True), LOOK)
    assert np.allclose(right.vertices_mm * (1.0, -1.0, 1.0), left.vertices_mm, atol=1e-4)
    assert disagreeing_normals(left) == disagreeing_normals(right)
