"""A short look at what a camera really delivers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from referee.camera.frame_source import CameraLost, FrameSource, NoFrame
from referee.core.clock import MS_NS, S_NS

SampleClock = Callable[[], int]
FRAMES = 60
SKIPPED = 5  # cameras need a few pictures to find their exposure
LONGEST_NS = 6_000_000_000
WAIT_S = 2.0
STEP = 8
BURNT, DARK = 250, 24


@dataclass(frozen=True, slots=True)
class CameraSample:
    """What the pictures said; ``lost`` is why there are none."""

    count: int
    width_px: int
    height_px: int
    fps: float
    longest_gap_ms: float
    lag_ms: float
    burnt: float
    brightest: float
    repeated: float
    lost: str | None = None


def take_sample(source: FrameSource, clock: SampleClock, frames: int = FRAMES) -> CameraSample:
    """Look at pictures for a few seconds; ``clock`` is the one the source stamps with."""
    times: list[int] = []
    lags: list[int] = []
    digests: list[int] = []
    burnt: list[float] = []
    bright: list[float] = []
    size = (0, 0)
    began_ns = clock()
    try:
        while len(times) < frames + SKIPPED and clock() - began_ns < LONGEST_NS:
            frame = source.newest(WAIT_S)
            lags.append(clock() - frame.t_ns)
            times.append(frame.t_ns)
            thin = frame.image[::STEP, ::STEP]
            burnt.append(float((thin >= BURNT).mean()))
            bright.append(float(np.percentile(thin.max(axis=2), 99.0)))
            digests.append(hash(thin.tobytes()))
            size = frame.image.shape[1], frame.image.shape[0]
    except (NoFrame, CameraLost) as error:
        if len(times) <= SKIPPED + 1:
            return CameraSample(0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, str(error))
    keep = slice(min(SKIPPED, len(times) - 2), None)
    steps = np.diff(np.array(times[keep], dtype=float))
    same = np.mean([a == b for a, b in zip(digests[1:], digests, strict=False)])
    return CameraSample(
        count=len(times),
        width_px=size[0],
        height_px=size[1],
        fps=float(S_NS * len(steps) / steps.sum()) if steps.sum() > 0 else 0.0,
        longest_gap_ms=float(steps.max() / MS_NS),
        lag_ms=float(np.median(lags[keep]) / MS_NS),
        burnt=float(np.mean(burnt[keep])),
        brightest=float(np.mean(bright[keep])),
        repeated=float(same),
    )
