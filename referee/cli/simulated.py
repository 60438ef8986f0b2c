"""The simulated board's camera as a camera to choose, with a bar while the board is prepared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from referee.camera.devices.settings import Request
from referee.cli.show import progress_bar, sayer
from referee.sim.live.board import LiveBoard
from referee.sim.live.devices import SimulatedCamera
from referee.sim.live.setup import SimSetup
from referee.sim.live.warm import build_stage


@contextmanager
def simulated_camera(request: Request) -> Iterator[SimulatedCamera]:
    """A board that plays by itself, seen from above."""
    setup = SimSetup(width_px=request.width_px, height_px=request.height_px, fps=request.fps)
    build = partial(build_stage, setup=setup)
    with LiveBoard(build, setup.width_px, setup.height_px, setup.fps) as board:
        with progress_bar() as bar:
            say = sayer(bar)
            board.wait_ready(lambda p: say(p.doing, p.done))
        yield SimulatedCamera(board)
