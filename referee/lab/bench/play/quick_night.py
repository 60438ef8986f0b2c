"""One short live night with every part in it, to see whether all of it still works."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from referee.core.clock import MS_NS
from referee.lab.bench.play.bench_night import bench_night
from referee.lab.bench.play.latency import PowerOffLatency
from referee.lab.bench.play.open_page import page_open
from referee.lab.bench.play.trial import Trial, Trouble
from referee.lab.bench.play.trouble_trials import run_trial
from referee.sim.live.setup import SimSetup
from referee.system_clock import clock_s

FPS, FIRST_S = 30.0, 60.0
# Both are over at once, and the play goes on: nothing is waited for.
QUICK_TROUBLE = (Trouble.SILENT, Trouble.UNPLUGGED)


def quick_night(seed: int, folder: Path) -> tuple[PowerOffLatency, list[Trial]]:
    """From the start to the play that goes on after the last trouble, page and record on."""
    cv2.setNumThreads(1)
    rng, began_s = np.random.default_rng(seed), clock_s()
    game, found = folder / "quick", PowerOffLatency(FPS)
    with bench_night(SimSetup(seed=seed, fps=FPS), folder=game) as seat, page_open(seat.evening):
        seat.wait(lambda: seat.board.power().closed, FIRST_S)
        trials = [run_trial(seat, trouble, game, rng) for trouble in QUICK_TROUBLE]
        numbers = seat.now.performance
        found.answers = [ns / MS_NS for ns in seat.switch.answers_ns]
        found.dropped, found.rate = numbers.dropped, numbers.fps
        found.plays, found.seconds = seat.now.state.plays, round(clock_s() - began_s)
    return found, trials
