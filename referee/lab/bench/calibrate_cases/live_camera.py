"""The simulated board as it plays, through its own camera, calibrated as a coach would."""

from __future__ import annotations

from functools import partial

from referee.lab.bench.calibrate_cases.rendered_views import ViewOutcome, try_view
from referee.sim.live.devices import SimulatedCamera
from referee.sim.live.live_board import LiveBoard
from referee.sim.live.setup import SimSetup
from referee.sim.live.warm_up import build_simulated_board

LIVE_CAMERA = "simulated camera, live"
SEED, TILT_DEG = 7_701, 6.0
PICTURES, EVERY = 8, 5  # pictures that are taken, one in so many
TIMEOUT_S = 5.0


def try_live_camera() -> ViewOutcome:
    """Pictures out of a running board, each the newest there is."""
    setup = SimSetup(seed=SEED, tilt_deg=TILT_DEG, fps=15.0)
    with LiveBoard(
        partial(build_simulated_board, setup=setup), setup.width_px, setup.height_px, setup.fps
    ) as board:
        ready = board.wait_ready(lambda _: None)
        camera = SimulatedCamera(board)
        shots = [camera.newest(TIMEOUT_S).image.copy() for _ in range(PICTURES * EVERY)][::EVERY]
        truth = board.camera
        field = ready.profile
    return try_view(0, LIVE_CAMERA, shots[0], field, truth, more=shots[1:])
