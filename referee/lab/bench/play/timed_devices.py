"""A camera and a switch that note the time of everything, and fail when they are told to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np

from referee.camera.frame_source import CameraLost, Frame, FrameSource, Image, NoFrame
from referee.lab.bench.play.hand_patch import HandPatch
from referee.power.efl.device import LEASE_MS
from referee.power.switch import PowerLost, PowerState, PowerSwitch
from referee.system_clock import clock_ns

# The thread that sees and cuts; another one's orders follow from no frame.
EYES = "eyes"


class CameraFault(StrEnum):
    """What goes wrong with a device."""

    NONE = "none"
    SILENT = "no frames come"
    UNPLUGGED = "unplugged"
    FROZEN = "the same picture again and again"
    MOVED = "knocked aside"
    HAND = "a hand over the board"


class FaultyCamera:
    """Passes the frames of another camera on; ``arrived_ns`` is when the last one came."""

    def __init__(self, camera: FrameSource) -> None:
        self._camera = camera
        self.fault, self.arrived_ns = CameraFault.NONE, 0
        self.moved_px = (0.0, 0.0)
        self.hand: HandPatch | None = None
        # When the first frame with the hand was taken; None: there was none yet.
        self.hand_ns: int | None = None
        self._last: Image | None = None

    def lay_hand(self, hand: HandPatch | None) -> None:
        """From the next frame on there is a hand in it, or no longer."""
        self.hand, self.hand_ns = hand, None
        self.fault = CameraFault.NONE if hand is None else CameraFault.HAND

    @property
    def name(self) -> str:
        """What people call it."""
        return self._camera.name

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._camera.size

    @property
    def fps(self) -> float:
        """Frames per second it means to deliver."""
        return self._camera.fps

    def newest(self, timeout_s: float) -> Frame:
        """The newest frame, or what the fault makes of it."""
        if self.fault is CameraFault.UNPLUGGED:
            raise CameraLost("the camera was unplugged: plug it in again")
        frame = self._camera.newest(timeout_s)
        if self.fault is CameraFault.SILENT:
            raise NoFrame("no frame came")
        if self.fault is CameraFault.FROZEN and self._last is not None:
            frame = replace(frame, image=self._last, jpeg=None)
        elif self.fault is CameraFault.MOVED:
            frame = replace(frame, image=shifted(frame.image, self.moved_px), jpeg=None)
        elif self.fault is CameraFault.HAND and self.hand is not None:
            frame = replace(frame, image=self.hand.over(frame.image), jpeg=None)
            self.hand_ns = frame.t_ns if self.hand_ns is None else self.hand_ns
        self._last = frame.image
        self.arrived_ns = clock_ns()
        return frame

    def close(self) -> None:
        """Let the device go."""
        self._camera.close()


def shifted(image: Image, by_px: tuple[float, float]) -> Image:
    """The picture of a camera that was knocked a little aside."""
    matrix = np.array([[1.0, 0.0, by_px[0]], [0.0, 1.0, by_px[1]]])
    size = (image.shape[1], image.shape[0])
    moved = cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


@dataclass
class TimedSwitch:
    """Passes orders on; ``answers_ns`` is the time from each frame in memory to its order."""

    switch: PowerSwitch
    arrived_ns: Callable[[], int]
    answers_ns: list[int] = field(default_factory=list)
    gone: bool = False
    _answered: int = 0

    def unplug(self) -> None:
        """Nobody reaches it any more. A board on a supply of its own opens when its lease ends,
        in the middle of a pulse too; one that is fed by the cable opens at once.
        """
        self.gone = True
        alone = threading.Timer(LEASE_MS / 1000.0, self.lapse)
        alone.daemon = True
        alone.start()

    def lapse(self) -> None:
        """End the lease: the relay opens, and stays open until a person clears it."""
        if self.switch.state().closed:
            self.switch.panic()

    def on(self, lease_ns: int) -> None:
        """Close, or stay closed."""
        self._do(lambda: self.switch.on(lease_ns))

    def pulse(self, duration_ns: int) -> None:
        """Close for one short time."""
        self._do(lambda: self.switch.pulse(duration_ns))

    def off(self) -> None:
        """Open."""
        self._do(self.switch.off)

    def panic(self) -> None:
        """Open for good."""
        self._do(self.switch.panic)

    def clear(self) -> None:
        """May close again."""
        self._do(self.switch.clear)

    def state(self) -> PowerState:
        """What the device last said."""
        self._there()
        return self.switch.state()

    def _do(self, order: Callable[[], None]) -> None:
        self._there()
        order()
        arrived_ns = self.arrived_ns()
        if threading.current_thread().name == EYES and arrived_ns != self._answered:
            self._answered = arrived_ns
            self.answers_ns.append(clock_ns() - arrived_ns)

    def _there(self) -> None:
        if self.gone:
            raise PowerLost("the power switch was unplugged")
