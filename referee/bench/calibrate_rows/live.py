"""The simulated board as it plays, through its own camera, calibrated as a coach would."""

from __future__ import annotations

from functools import partial

from referee.bench.calibrate_cases import Outcome, tried
from referee.sim.live.board import LiveBoard
from referee.sim.live.devices import SimulatedCamera
from referee.sim.live.setup import SimSetup
from referee.sim.live.warm import build_stage

LIVE_CAMERA = "simulated camera, live"
SEED, TILT_DEG = 7_701, 6.0
PICTURES, EVERY = 8, 5  # pictures that are taken, one in so many
TIMEOUT_S = 5.0


def try_live_camera() -> Outcome:
    """Pictures out of a running board, each the newest there is."""
    setup = SimSetup(seed=SEED, tilt_deg=TILT_DEG, fps=15.0)
    with LiveBoard(
        partial(build_stage, setup=setup), setup.width_px, setup.height_px, setup.fps
    ) as board:
        ready = board.wait_ready(lambda _: None)
        camera = SimulatedCamera(board)
        shots = [camera.newest(TIMEOUT_S).image.copy() for _ in range(PICTURES * EVERY)][::EVERY]
        truth = board.camera
        field = ready.profile
    return tried(0, LIVE_CAMERA, shots[0], field, truth, more=shots[1:])
