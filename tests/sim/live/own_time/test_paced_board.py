"""A board in step in its own process: every picture, in order, with orders at their instants."""

from __future__ import annotations

import pytest

from referee.camera.frame_source import CameraLost, NoFrame
from referee.power.switch import PowerLost, PowerRefused
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.own_time.pace import Pace
from referee.sim.live.own_time.paced_board import ANSWER_NS, CAMERA_NS, PacedBoard
from tests.sim.live.fake_stage import SPEED_MM_S, build_broken, build_fake
from tests.sim.live.own_time.test_pace import Wall

MS = 1_000_000
S = 1_000_000_000


@pytest.fixture
def table(request):
    """A board of so many frames a second whose pace is kept by a clock that is data."""
    wall = Wall()
    fps = getattr(request, "param", 30.0)
    with PacedBoard(build_fake, 64, 48, fps, Pace(wall, wall.wait)) as board:
        board.wait_ready(lambda step: None, 60.0)
        yield board, SimulatedCamera(board), SimulatedPower(board)


def taken(board, camera):
    """The next picture, answered as eyes do."""
    frame = camera.newest(60.0)
    board.answered()
    return frame


@pytest.mark.parametrize("table", [15.0, 30.0, 60.0], indirect=True)
def test_every_picture_comes_in_order_at_its_own_instant(table):
    board, camera, _ = table
    board.begin()
    frames = [taken(board, camera) for _ in range(8)]
    assert [f.sequence for f in frames] == list(range(1, 9))
    assert [f.t_ns for f in frames] == [round(k * S / board.fps) for k in range(1, 9)]
    assert all((f.image == f.t_ns // MS % 251).all() for f in frames)


def test_the_clock_is_the_tables_and_never_steps_back(table):
    board, camera, _ = table
    board.begin()
    before = board.now_ns
    for _ in range(5):
        frame = camera.newest(60.0)
        assert board.now_ns == frame.t_ns + CAMERA_NS > before
        board.answered()
        assert board.now_ns == frame.t_ns + CAMERA_NS + ANSWER_NS
        before = board.now_ns


@pytest.mark.parametrize("table", [15.0, 30.0, 60.0], indirect=True)
def test_an_order_counts_from_its_own_instant_whatever_was_drawn_ahead(table):
    board, camera, power = table
    board.begin()
    taken(board, camera)
    on_ns = board.now_ns
    power.on(5_000 * MS)
    assert power.state().closed
    for _ in range(6):
        frame = taken(board, camera)
        moved_mm = max(0, frame.t_ns - on_ns) / S * SPEED_MM_S
        assert board.places["H22"][0] == pytest.approx(100.0 + moved_mm)


def test_a_lease_ends_by_the_tables_clock_and_needs_a_person_then(table):
    board, camera, power = table
    board.begin()
    taken(board, camera)
    on_ns = board.now_ns
    power.on(100 * MS)
    while (state := power.state()).closed:
        assert board.now_ns < on_ns + 100 * MS
        taken(board, camera)
    assert state.since_ns == on_ns + 100 * MS
    with pytest.raises(PowerRefused):
        power.on(100 * MS)
    power.clear()
    power.on(100 * MS)
    assert power.state().closed


def test_time_stands_after_one_picture_until_the_people_are_there_who_then_act_with_each(table):
    board, camera, _ = table
    assert taken(board, camera).sequence == 1
    with pytest.raises(NoFrame):
        camera.newest(0.0)
    acted = []
    board.begin(lambda: acted.append(board.now_ns))
    frames = [taken(board, camera) for _ in range(3)]
    assert acted == [frame.t_ns + CAMERA_NS for frame in frames]


def test_a_board_that_is_closed_is_lost_to_camera_and_switch(table):
    board, camera, power = table
    board.begin()
    taken(board, camera)
    board.close()
    with pytest.raises(CameraLost, match="closed"):
        camera.newest(60.0)
    with pytest.raises(PowerLost, match="closed"):
        power.on(100 * MS)
    with pytest.raises(PowerLost, match="closed"):
        power.state()


def test_a_board_that_cannot_be_built_is_no_camera():
    with (
        PacedBoard(build_broken, 64, 48) as board,
        pytest.raises(CameraLost, match="the board is bent"),
    ):
        SimulatedCamera(board).newest(60.0)
