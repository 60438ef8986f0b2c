"""The simulated board's camera as a camera to choose, with a bar while the board is prepared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from referee.apps.terminal.progress import progress_bar, start_up_progress
from referee.camera.devices.camera_settings import CameraRequest
from referee.sim.live.devices import SimulatedCamera
from referee.sim.live.live_board import LiveBoard
from referee.sim.live.setup import SimSetup
from referee.sim.live.warm_up import build_simulated_board


@contextmanager
def simulated_camera(request: CameraRequest, *, plays: bool = True) -> Iterator[SimulatedCamera]:
    """A board seen from above, that plays by itself or only stands there."""
    setup = SimSetup(
        width_px=request.width_px,
        height_px=request.height_px,
        fps=request.fps,
        coach_switches=plays,
    )
    build = partial(build_simulated_board, setup=setup)
    with LiveBoard(build, setup.width_px, setup.height_px, setup.fps) as board:
        with progress_bar() as bar:
            say = start_up_progress(bar)
            board.wait_ready(lambda p: say(p.doing, p.done))
        yield SimulatedCamera(board)
