"""A hand laid over a board that runs: how soon the power is off after it is in a frame."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np

from referee.core.clock import MS_NS
from referee.lab.bench.play.bench_night import BenchNight, bench_night
from referee.lab.bench.play.hand_patch import HandPatch, hand_patches
from referee.lab.bench.play.kept_parts import RowOrNote
from referee.lab.bench.play.open_page import page_open
from referee.lab.bench.play.trial import OFF_MS
from referee.lab.bench.report import Row
from referee.lab.bench.tools.busy_computer import busy_computer
from referee.night.gate import PowerReasonKind
from referee.sim.live.setup import SimSetup
from referee.system_clock import clock_ns

LOOK_S = 0.003
# The hand comes at a random moment of so long after the power came on.
EARLIEST_S, LATEST_S = 0.15, 0.7
RUNS_S, LASTS_S, GOES_ON_S = 90.0, 3.0, 60.0
# A trial whose play was over too soon for the hand is made again, so often for each.
TRIES = 4


class HandCut(StrEnum):
    """What the power went off for while the hand was there."""

    HAND = "the hand"
    NOT_WATCHING = "not watching"
    PLAY_OVER = "the play was over by itself, the hand had not been noticed"
    NOTHING = "nothing: it never went off"


@dataclass(frozen=True, slots=True)
class HandTrial:
    """``off_ms`` counts from the first frame with the hand in it."""

    off_ms: float
    cut: HandCut


def lay_hands(count: int, busy: int, seed: int, told: Callable[[], None]) -> list[HandTrial]:
    """One hand after the other in one night, with so many other processes that never rest."""
    cv2.setNumThreads(1)
    rng, setup = np.random.default_rng(seed), SimSetup(seed=seed)
    patches = hand_patches(setup, count, rng)
    trials: list[HandTrial] = []
    with (
        tempfile.TemporaryDirectory() as name,
        bench_night(setup, folder=Path(name) / "game") as seat,
        page_open(seat.evening),
        busy_computer(busy),
    ):
        for patch in patches:
            for _ in range(TRIES):
                trial = lay_hand(seat, patch, rng)
                if trial is not None:
                    trials.append(trial)
                    break
            told()
    return trials


def lay_hand(seat: BenchNight, patch: HandPatch, rng: np.random.Generator) -> HandTrial | None:
    """One hand, until the power is off; None: the play was over before the hand could matter."""
    if seat.wait(lambda: seat.board.power().closed, RUNS_S) is None:
        return None
    time.sleep(float(rng.uniform(EARLIEST_S, LATEST_S)))
    if not seat.board.power().closed:
        return None
    seat.camera.lay_hand(patch)
    try:
        return _watched(seat)
    finally:
        seat.camera.lay_hand(None)


def _watched(seat: BenchNight) -> HandTrial | None:
    end_ns = clock_ns() + round(LASTS_S * 1e9)
    while clock_ns() < end_ns:
        seat.check()
        state, first_ns = seat.board.power(), seat.camera.hand_ns
        if not state.closed:
            time.sleep(0.1)  # until a moment of the night tells why
            cut = _why(seat)
            if first_ns is None or state.since_ns < first_ns:
                return None
            off_ms = (state.since_ns - first_ns) / MS_NS
            # Over by itself within the bar: nobody can say what the hand would have done.
            return None if cut is HandCut.PLAY_OVER and off_ms <= OFF_MS else HandTrial(off_ms, cut)
        time.sleep(LOOK_S)
    return HandTrial(LASTS_S * 1e3, HandCut.NOTHING)


def _why(seat: BenchNight) -> HandCut:
    """A play that waits was interrupted; by what, the page says first."""
    now = seat.now
    kinds = [reason.kind for reason in now.reasons]
    if now.phase.value != "broken off":
        return HandCut.PLAY_OVER
    if PowerReasonKind.HANDS in kinds:
        return HandCut.HAND
    return HandCut.NOT_WATCHING


def hand_rows(busy: int, trials: Sequence[HandTrial]) -> list[RowOrNote]:
    """Worst, median and how many were late, for one number of other processes."""
    at = f"a hand over a running board, load {busy}"
    if not trials:
        return [(None, f"{at}: no trial in which the board ran on")]
    offs = sorted(trial.off_ms for trial in trials)
    late = sum(off_ms > OFF_MS for off_ms in offs)
    cuts = {cut: sum(trial.cut is cut for trial in trials) for cut in HandCut}
    why = "; ".join(f"{count} for {cut.value}" for cut, count in cuts.items() if count)
    return [
        (Row(f"{at}: off, worst of {len(offs)}", offs[-1], "ms", OFF_MS), ""),
        (Row(f"{at}: off, median", offs[len(offs) // 2], "ms"), ""),
        (Row(f"{at}: later than {OFF_MS:g} ms", late, "", 0.0), f"{at}: off {why}"),
    ]
