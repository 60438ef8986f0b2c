"""Twenty-two bases followed live on two cores: frames a second, and how long a frame takes."""

from __future__ import annotations

import gc
import math
import time
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from referee.core.geometry.pose import apart_mm
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.live_clip import LiveClip, render_clip
from referee.lab.bench.tools.machine import load_average, load_note
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator
from referee.vision.watch.line_up.watch_start import watcher_of
from referee.vision.watch.watcher import WatchedFrame

SEED = 31_337
FRAMES, QUICK_FRAMES = 150, 60
ROUNDS, QUICK_ROUNDS = 6, 2
RATE_BAR, MEDIAN_BAR_MS, P99_BAR_MS = 60.0, 12.0, 35.0
# In a dim room a webcam gives no more than this: every second frame of the clip.
DIM_FPS, EVERY = 15.0, 2
WARM_UP = 8
FPS = 30.0


@dataclass
class _WatchRun:
    """Seconds for each frame, of the clock and of the core, and what came out."""

    clock_s: list[float] = field(default_factory=list)
    core_s: list[float] = field(default_factory=list)
    looks: set[int] = field(default_factory=set)
    spent_s: float = 0.0
    measured: int = 0
    wanted: int = 0
    miss_mm: list[float] = field(default_factory=list)


def run(quick: bool) -> Report:
    """A clip of simulated play: as fast as it goes, then at the pace of a camera."""
    cv2.setNumThreads(1)
    clip = render_clip(SEED, QUICK_FRAMES if quick else FRAMES)
    locator = open_locator(clip.calibration, threads=1)
    _watch(clip, locator, _WatchRun(), paced=False, background=True)  # compiles
    before = load_average()
    alone, beside, paced, dim = _WatchRun(), _WatchRun(), _WatchRun(), _WatchRun()
    gc.collect()
    for _ in range(QUICK_ROUNDS if quick else ROUNDS):
        _watch(clip, locator, alone, paced=False, background=False)
        _watch(clip, locator, beside, paced=False, background=True)
        _watch(clip, locator, paced, paced=True, background=True)
    _watch(slower_clip(clip, EVERY), locator, dim, paced=False, background=False)
    median, p99 = (1e3 * float(np.percentile(paced.clock_s, p)) for p in (50, 99))
    return Report(
        "watch",
        rows=[
            Row("22 bases refined and tracked", _rate(alone), "frames/s", RATE_BAR, "higher"),
            Row("the same, detector beside it", _rate(beside), "frames/s", RATE_BAR, "higher"),
            Row("frame to sightings, median", median, "ms", MEDIAN_BAR_MS),
            Row("frame to sightings, 99 %", p99, "ms", P99_BAR_MS),
            Row("a core's time for a frame", 1e3 * float(np.median(alone.core_s)), "ms"),
            Row("detector beside it", len(paced.looks) / paced.spent_s, "looks/s"),
            Row("measured in a frame", 100.0 * paced.measured / paced.wanted, "%"),
            Row(
                f"the same at {DIM_FPS:g} frames/s, no detector",
                100.0 * dim.measured / dim.wanted,
                "%",
            ),
            Row("position, median", float(np.median(paced.miss_mm)), "mm"),
        ],
        notes=[
            f"1920 x 1080, {len(clip.frames)} frames of simulated play, frames wait in memory",
            (
                f"frames/s: one after the other; ms: at {FPS:g} frames/s, the detector flat out "
                "on one thread in the background"
            ),
            load_note(before),
        ],
    )


def slower_clip(clip: LiveClip, every: int) -> LiveClip:
    """One of so many frames, as a slower camera gives them."""
    frames, truths, power = clip.frames[::every], clip.truths[::every], clip.power[::every]
    return replace(clip, frames=frames, truths=truths, power=power)


def _watch(
    clip: LiveClip, locator: Locator, out: _WatchRun, *, paced: bool, background: bool
) -> None:
    """Follow the clip once; without a background the detector does not run."""
    watcher = watcher_of(locator, clip.opening(), clip.frames[0].t_ns, live=background)
    if not background:
        watcher.look_each_s = math.inf
    looks: set[int] = set()
    with watcher:
        began = time.perf_counter()
        for k, (frame, power) in enumerate(zip(clip.frames, clip.power, strict=True)):
            if paced:
                time.sleep(max(0.0, began + k / FPS - time.perf_counter()))
            clock, core = time.perf_counter(), time.thread_time()
            watched = watcher.update(frame, power)
            clock, core = time.perf_counter() - clock, time.thread_time() - core
            if watched.looked_ns is not None:
                looks.add(watched.looked_ns)
            if k >= WARM_UP:
                out.clock_s.append(clock)
                out.core_s.append(core)
                _score(clip, k, watched, out)
        out.spent_s += time.perf_counter() - began
    out.looks |= {len(out.looks) * 10**12 + t for t in looks}


def _score(clip: LiveClip, k: int, watched: WatchedFrame, out: _WatchRun) -> None:
    truth = {p.player_id: p for p in clip.truths[k].pieces}
    out.wanted += len(truth)
    for seen in watched.roster.seen:
        if seen is not None:
            piece = truth[seen.player]
            out.measured += 1
            out.miss_mm.append(apart_mm(seen.pose, piece))


def _rate(run: _WatchRun) -> float:
    return len(run.clock_s) / sum(run.clock_s)
