"""The whole simulated board in told time: the true physics obeys the switch and a script plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.errors import BadValue
from referee.power.switch import PowerCause
from referee.sim.live import simulated_board
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.script.play_script import ScriptPhase
from referee.sim.live.script.series import ScriptedEnding
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.live.simulated_board import SimulatedBoard, picture_truth
from referee.sim.physics import MotionStopped, PowerCommanded
from referee.sim.render import Renderer

MS = 1_000_000
S = 1000 * MS
SMALL = {"width_px": 320, "height_px": 180}


SETUP = SimSetup(seed=4, coach_switches=False, offence="i-formation", defence="4-3", **SMALL)


@pytest.fixture(scope="module")
def scene():
    return build_scene(SETUP)


@pytest.fixture(scope="module")
def painted(scene):
    """One painted board for all, as painting takes longest."""
    return Renderer(scene[0], scene[2], SETUP.rendering)


@pytest.fixture
def played(scene, painted, monkeypatch):
    """Makes boards of a setup."""
    monkeypatch.setattr(simulated_board, "Renderer", lambda *_: painted)
    return lambda setup: LockstepBoard(SimulatedBoard(setup, scene))


@pytest.fixture
def board(played):
    """The script has set the figures up; the test holds the switch."""
    board = played(SETUP)
    while board.simulated.script.phase is not ScriptPhase.SNAP:
        board.advance_to(board.now_ns + 100 * MS)
    return board


def fastest_mm_s(board):
    return max(abs(p.vx_mm_s) + abs(p.vy_mm_s) for p in board.simulated.state().pieces)


def test_cutting_the_power_stops_the_figures_within_the_coast(board):
    power, world = SimulatedPower(board), board.simulated.world
    power.on(2 * S)
    board.advance_to(board.now_ns + S)
    assert fastest_mm_s(board) > 10.0
    power.off()
    cut_ns = world.now_ns
    board.advance_to(board.now_ns + S)
    assert fastest_mm_s(board) == 0.0
    stopped = [e.t_ns for e in world.events() if isinstance(e, MotionStopped)]
    settings = world.settings
    within_ms = settings.cut_delay_ms + settings.coast_ms + 25.0
    assert cut_ns < stopped[-1] <= cut_ns + within_ms * MS


def test_a_forgotten_lease_stops_the_figures_too(board):
    power = SimulatedPower(board)
    power.on(300 * MS)
    board.advance_to(board.now_ns + 3 * S)
    assert power.state().cause is PowerCause.LEASE_ENDED
    assert fastest_mm_s(board) == 0.0


def test_nothing_moves_before_somebody_switches_on(board):
    before = board.simulated.state().pieces
    board.advance_to(board.now_ns + 3 * S)
    assert board.simulated.state().pieces == before


def test_the_camera_sees_every_figure_where_the_physics_has_it(board):
    frame = SimulatedCamera(board).newest(1.0)
    assert frame.image.shape == (180, 320, 3)
    state = board.simulated.state()
    truth = board.simulated.renderer.render(state).truth
    where = {p.player_id: p.pose for p in state.pieces}
    seen = picture_truth(truth, frame.sequence, power=False)
    assert {b.player for b in seen.bases} == set(where)
    for base in seen.bases:
        assert base.x_mm == pytest.approx(where[base.player].x_mm, abs=1e-6)


def test_a_script_that_works_the_switch_plays_by_itself(played):
    board = played(replace(SETUP, coach_switches=True))
    while not board.simulated.script.plays:
        board.advance_to(board.now_ns + 500 * MS)
    assert not board.power().closed
    play = board.simulated.script.plays[0]
    assert (play.offence, play.defence) == ("i-formation", "4-3")
    commands = [e.on for e in board.simulated.world.events() if isinstance(e, PowerCommanded)]
    assert commands == [True, False, True, False], "the snap and the run"


def test_where_somebody_else_cuts_the_power_the_play_is_cut(board):
    script = board.simulated.script
    while not script.plays:
        if script.phase in {ScriptPhase.SNAP, ScriptPhase.RUN} and not board.power().closed:
            SimulatedPower(board).pulse(60 * MS)
        board.advance_to(board.now_ns + 50 * MS)
    assert script.plays[0].ending is ScriptedEnding.CUT


def test_the_same_seed_is_the_same_game(played):
    def game():
        board = played(replace(SETUP, coach_switches=True, seed=9))
        board.advance_to(8 * S)
        return [e.to_json() for e in board.simulated.world.events()]

    first = game()
    assert first
    assert game() == first


WRONG = {
    "seed": {"seed": -1},
    "width_px": {"width_px": 321},
    "fps": {"fps": 0.0},
    "quality": {"quality": "best"},
    "camera tilt": {"tilt_deg": 60.0},
    "substitutes of each team": {"substitutes": 5},
}


@pytest.mark.parametrize(("key", "values"), WRONG.items())
def test_a_setup_that_makes_no_sense_is_refused(key, values):
    with pytest.raises(BadValue, match=key):
        SimSetup(**values)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("field", {"field": "621"}),
        ("formation", {"offence": "wishbone"}),
        ("offence", {"offence": "4-3"}),
        ("defence", {"defence": "i-formation"}),
    ],
)
def test_names_nobody_knows_are_refused_before_anything_is_built(key, values):
    with pytest.raises(BadValue, match=key):
        SimSetup(**values).check_names()


@pytest.mark.parametrize("toward_deg", [0.0, 90.0, 200.0])
def test_a_tilted_camera_still_sees_the_whole_board(toward_deg):
    setup = SimSetup(tilt_deg=12.0, tilt_toward_deg=toward_deg, **SMALL)
    profile, _, look = build_scene(setup)
    corners = [
        (x, y, 0.0)
        for x in (profile.metal_left_x_mm, profile.metal_right_x_mm)
        for y in (profile.metal_near_y_mm, profile.metal_far_y_mm)
    ]
    px = look.camera.project(corners)
    assert (px > 0).all()
    assert (px < (320, 180)).all()
