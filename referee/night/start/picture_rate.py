"""How many pictures a second a night looks at, where its plan leaves that to the computer.

The camera is asked for many and measured for what it gives; the eyes are timed while they warm up.
What they cannot take is passed over, every second picture or two of three, never so many that the
board is looked at too rarely. The size stays that of the calibration: a camera's mode of another
size may show another part of the scene, and then every millimetre would be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from referee.camera.frame_source import CameraLost, Frame, FrameSource, NoFrame
from referee.core.clock import MS_NS, S_NS

QUICK_FPS = 60.0  # asked of a camera first
SHARE = 0.6  # of the time between two pictures that the eyes may take: the rest has to fit in too
# Fewer would be no picture for `night.loop.BLIND_NS` as soon as one is late.
LEAST_FPS = 20.0
MOST_PASSED = 4
# For what a camera really gives.
SKIPPED = 5  # pictures, until its exposure has found itself
SAMPLE = 40  # pictures
SAMPLE_NS = 2 * S_NS
WAIT_S = 0.5
# So long the computer has to be too busy, and what it can leave out left out, before it is slowed.
PATIENCE_NS = 5 * S_NS


@runtime_checkable
class PacedCamera(FrameSource, Protocol):
    """A camera that can pass pictures over: it gives every so many."""

    every: int


def delivered_fps(camera: FrameSource, clock: Callable[[], int]) -> float:
    """The pictures a second that a camera really gives; 0 where it gave none."""
    began_ns = clock()
    taken: list[Frame] = []
    try:
        while len(taken) < SKIPPED + SAMPLE and clock() - began_ns < SAMPLE_NS:
            taken.append(camera.newest(WAIT_S))
    except (NoFrame, CameraLost):
        pass
    taken = taken[SKIPPED:] if len(taken) > SKIPPED + 1 else taken
    if len(taken) < 2 or taken[-1].t_ns <= taken[0].t_ns:
        return 0.0
    return S_NS * (taken[-1].sequence - taken[0].sequence) / (taken[-1].t_ns - taken[0].t_ns)


@dataclass(frozen=True, slots=True)
class ChosenRate:
    """Every so many pictures are looked at, ``fps`` a second; ``trouble`` says what is too slow."""

    every: int
    fps: float
    words: str
    trouble: str = ""


def chosen_rate(delivered: float, eyes_ns: int, size_px: tuple[int, int]) -> ChosenRate:
    """The most pictures a second that the eyes can take; ``eyes_ns`` is what one costs them."""
    size = f"{size_px[0]} x {size_px[1]}"
    cost = f"the eyes take {eyes_ns / MS_NS:.0f} ms for one"
    every = next((n for n in _passed(delivered) if _keeps_up(delivered / n, eyes_ns)), 0)
    slow_eyes = every == 0
    every = every or max(_passed(delivered))
    fps = delivered / every
    words = f"{size}, {fps:.0f} pictures a second: the camera gives {delivered:.0f}, {cost}"
    trouble = ""
    if delivered < LEAST_FPS:
        trouble = (
            f"The camera is too slow: it gives {delivered:.0f} pictures a second. More light or a "
            "shorter fixed exposure helps."
        )
    elif slow_eyes:
        trouble = (
            f"This computer is too slow for {fps:.0f} pictures of {size} a second: {cost}. More "
            "calls will be flagged. Close other programs, or calibrate with smaller pictures."
        )
    return ChosenRate(every, fps, words, trouble)


def _passed(delivered: float) -> list[int]:
    """Of how many one is looked at: of one, of two, and so on, as long as enough are left."""
    return [1, *(n for n in range(2, MOST_PASSED + 1) if delivered / n >= LEAST_FPS)]


def _keeps_up(fps: float, eyes_ns: int) -> bool:
    return fps > 0.0 and eyes_ns <= SHARE * S_NS / fps


class PictureRate:
    """Slows a camera down while a night runs, when the computer stays too busy; never under power.

    ``delivered`` is what the camera gives, all of it.
    """

    def __init__(self, camera: PacedCamera, delivered: float) -> None:
        self._camera, self._delivered = camera, delivered
        self._since_ns: int | None = None

    def begin(self, eyes_ns: int) -> ChosenRate:
        """Choose by what a picture costs the eyes, and pass over what is too much."""
        rate = chosen_rate(self._delivered, eyes_ns, self._camera.size)
        self._camera.every = rate.every
        return rate

    def frame(self, now_ns: int, *, strained: bool, powered: bool) -> str:
        """Told of every frame; a sentence when fewer pictures come from now on, else empty."""
        if not strained:
            self._since_ns = None
            return ""
        if self._since_ns is None:
            self._since_ns = now_ns
        if powered or now_ns - self._since_ns < PATIENCE_NS:
            return ""
        more = [n for n in _passed(self._delivered) if n > self._camera.every]
        if not more:
            return ""
        before = self._delivered / self._camera.every
        self._camera.every, self._since_ns = more[0], None
        after = self._delivered / more[0]
        return (
            f"This computer is too slow for {before:.0f} pictures a second: from now on "
            f"{after:.0f} are looked at."
        )
