"""The night's pictures as a camera for the pump, with what was seen in each of them."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from referee.camera.frame_source import Frame, NoFrame
from referee.night.interface import NightInterface, ObservedFrame
from referee.system_clock import clock_s

# Seconds between two looks for a new picture, and how many pictures are remembered.
ASK_S = 0.006
KEPT = 4


class NightCamera:
    """A frame source that shows what the night has looked at already."""

    name = "the night's eyes"

    def __init__(self, desk: NightInterface) -> None:
        self._desk = desk
        self._given = -1
        self._kept: OrderedDict[int, ObservedFrame] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        about = self._desk.about
        return (0, 0) if about is None else (about.camera.width_px, about.camera.height_px)

    @property
    def fps(self) -> float:
        """The camera's own rate."""
        about = self._desk.about
        return 0.0 if about is None else about.fps

    def newest(self, timeout_s: float) -> Frame:
        """The newest picture that was not given yet."""
        until_s = clock_s() + timeout_s
        while True:
            shot = self._desk.shot
            if shot is not None and shot.frame.sequence != self._given:
                self._given = shot.frame.sequence
                with self._lock:
                    self._kept[self._given] = shot
                    while len(self._kept) > KEPT:
                        self._kept.popitem(last=False)
                return shot.frame
            if clock_s() >= until_s:
                raise NoFrame(f"no picture within {timeout_s:g} s")
            time.sleep(ASK_S)

    def shot_of(self, sequence: int) -> ObservedFrame | None:
        """The picture of a number with what was seen in it, if it is one of the last few."""
        with self._lock:
            return self._kept.get(sequence)

    def close(self) -> None:
        """Nothing is held that must be closed."""
