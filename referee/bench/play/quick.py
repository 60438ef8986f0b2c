"""One short live night that has everything in it: for a look whether it all still works."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from referee.bench.play.faults import trial
from referee.bench.play.latency import Latency
from referee.bench.play.page import page_open
from referee.bench.play.seat import seated
from referee.bench.play.trials import Trial, Trouble
from referee.core.clock import MS_NS
from referee.machine.clock import clock_s
from referee.sim.live.setup import SimSetup

FPS, FIRST_S = 30.0, 60.0
# Both are over at once, and the play goes on: nothing is waited for.
QUICK_TROUBLE = (Trouble.SILENT, Trouble.UNPLUGGED)


def one_night(seed: int, folder: Path) -> tuple[Latency, list[Trial]]:
    """From the start to the play that goes on after the last trouble, page and record on."""
    cv2.setNumThreads(1)
    rng, began_s = np.random.default_rng(seed), clock_s()
    game, found = folder / "quick", Latency(FPS)
    with seated(SimSetup(seed=seed, fps=FPS), folder=game) as seat, page_open(seat.evening):
        seat.wait(lambda: seat.board.power().closed, FIRST_S)
        trials = [trial(seat, trouble, game, rng) for trouble in QUICK_TROUBLE]
        numbers = seat.now.numbers
        found.answers = [ns / MS_NS for ns in seat.switch.answers_ns]
        found.dropped, found.rate = numbers.dropped, numbers.fps
        found.plays, found.seconds = seat.now.state.plays, round(clock_s() - began_s)
    return found, trials
