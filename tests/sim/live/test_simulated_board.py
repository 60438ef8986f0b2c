"""The whole simulated board in told time: the true physics obeys the switch and the coach plays."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.power.switch import PowerCause
from referee.sim.live.coach.series import PlayEnding
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.live.simulated_board import WAITING, SimulatedBoard
from referee.sim.live.stepped_board import CoachOrder, CoachVerb
from referee.sim.physics import MotionStopped

MS = 1_000_000
S = 1000 * MS
SMALL = {"width_px": 320, "height_px": 180}


@pytest.fixture(scope="module")
def scene():
    """One scene for all, as painting it takes longest."""
    setup = SimSetup(seed=4, coach_switches=False, offence="i-formation", defence="4-3", **SMALL)
    return SimulatedBoard(setup, build_scene(setup))


@pytest.fixture
def board(scene):
    """A new game on the same board; the coach sets figures up, the test holds the switch."""
    board = LockstepBoard(scene)
    board.give(CoachOrder(CoachVerb.LEAVE_SWITCH, board.now_ns))
    board.give(CoachOrder(CoachVerb.NEW_GAME, board.now_ns, seed=4))
    while scene.coach().doing != WAITING:
        board.advance_to(board.now_ns + 100 * MS)
    return board


def fastest_mm_s(board):
    return max(abs(p.vx_mm_s) + abs(p.vy_mm_s) for p in board.stage.state().pieces)


def test_cutting_the_power_stops_the_figures_within_the_coast(board):
    power, world = SimulatedPower(board), board.stage.world
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
    before = board.stage.state().pieces
    board.advance_to(board.now_ns + 3 * S)
    assert board.stage.state().pieces == before


def test_the_camera_sees_every_figure_where_the_physics_has_it(board):
    frame = SimulatedCamera(board).newest(1.0)
    truth = board.truth_of(frame.sequence)
    assert frame.image.shape == (180, 320, 3)
    where = {p.player_id: p.pose for p in board.stage.state().pieces}
    assert {b.id for b in truth.seen.bases} == set(where)
    for base in truth.seen.bases:
        assert base.x_mm == pytest.approx(where[base.id].x_mm, abs=1e-6)


def test_the_coach_who_works_the_switch_plays_by_himself(board):
    stage = board.stage
    board.give(CoachOrder(CoachVerb.TAKE_SWITCH, board.now_ns))
    while not stage.coach_player.plays:
        board.advance_to(board.now_ns + 500 * MS)
    assert not board.power().closed
    kinds = [h.kind for h in board.happenings]
    assert {"play", "power on", "power off", "rest"} <= set(kinds)


def test_a_paused_coach_lets_everything_rest(board):
    stage = board.stage
    board.give(CoachOrder(CoachVerb.TAKE_SWITCH, board.now_ns))
    while not board.power().closed:
        board.advance_to(board.now_ns + 100 * MS)
    board.give(CoachOrder(CoachVerb.PAUSE, board.now_ns))
    assert not board.power().closed
    board.advance_to(board.now_ns + 5 * S)
    assert fastest_mm_s(board) == 0.0
    assert not board.power().closed
    board.give(CoachOrder(CoachVerb.RESUME, board.now_ns))
    board.advance_to(board.now_ns + 20 * S)
    assert stage.coach_player.plays or board.power().closed


def test_next_play_gives_up_this_one_and_takes_the_wished_formations(board):
    stage = board.stage
    board.give(CoachOrder(CoachVerb.TAKE_SWITCH, board.now_ns))
    while stage.coach().doing != "play is on":
        board.advance_to(board.now_ns + 50 * MS)
    board.give(
        CoachOrder(CoachVerb.NEXT_PLAY, board.now_ns, offence="shotgun-spread", defence="nickel")
    )
    while not stage.coach_player.plays:
        board.advance_to(board.now_ns + 100 * MS)
    assert stage.coach_player.plays[0].ending is PlayEnding.CUT
    assert (stage.coach().offence, stage.coach().defence) == ("shotgun-spread", "nickel")


def test_the_same_seed_is_the_same_game(board):
    stage = board.stage

    def played():
        board.give(CoachOrder(CoachVerb.NEW_GAME, board.now_ns, seed=9))
        board.give(CoachOrder(CoachVerb.TAKE_SWITCH, board.now_ns))
        board.advance_to(stage.now_ns + 8 * S - stage.world.now_ns)
        return [e.to_json() for e in stage.world.events()]

    first = played()
    assert first
    assert played() == first


WRONG = {
    "seed": {"seed": -1},
    "width_px": {"width_px": 321},
    "fps": {"fps": 0.0},
    "quality": {"quality": "best"},
    "camera tilt": {"tilt_deg": 60.0},
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
