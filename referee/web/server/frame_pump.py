"""Pictures for viewers: the newest frame as JPEG, made only while a page shows it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from referee.camera.frame_source import CameraLost, Frame, FrameSource, NoFrame
from referee.record.thread_priority import lower_thread_priority
from referee.system_clock import clock_s

QUALITY = 82
WAIT_S = 0.5
MIN_WIDTH_PX = 480
# More pictures a second than eyes need would take processor time from judging.
EACH_S = 1 / 15
# The same while the computer is too busy; they are of the least width then.
SPARING_EACH_S = 1 / 5


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture as JPEG; ``sequence`` is its frame's number."""

    sequence: int
    t_ns: int
    jpeg: bytes


@dataclass(slots=True, eq=False)
class PictureViewer:
    """One viewer: an event that is set for every new picture, and its width on the page."""

    loop: asyncio.AbstractEventLoop
    bell: asyncio.Event
    width_px: int = 1280


class FramePump:
    """A thread between camera and viewers. A slow viewer skips frames and delays no other.

    ``sparing``: whether the computer is too busy, so that pictures are fewer and smaller.
    """

    def __init__(self, camera: FrameSource, sparing: Callable[[], bool] = lambda: False) -> None:
        self._camera, self._sparing = camera, sparing
        self._newest: EncodedPicture | None = None
        self._seats: list[PictureViewer] = []
        self._changed = threading.Condition()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
        self._thread.start()

    def join(self) -> PictureViewer:
        """Add a viewer; pictures are made as long as there is one."""
        seat = PictureViewer(asyncio.get_running_loop(), asyncio.Event())
        with self._changed:
            self._seats.append(seat)
            self._changed.notify()
        return seat

    def leave(self, seat: PictureViewer) -> None:
        """Take a viewer away."""
        with self._changed:
            self._seats.remove(seat)

    @property
    def newest(self) -> EncodedPicture | None:
        """The newest picture; None before the first."""
        return self._newest

    async def newer(self, seat: PictureViewer, than: int) -> EncodedPicture:
        """Wait for a picture with another number than this one."""
        while True:
            seat.bell.clear()
            shown = self.newest
            if shown is not None and shown.sequence != than:
                return shown
            await seat.bell.wait()

    def close(self) -> None:
        """Stop the thread."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join(2 * WAIT_S + 1.0)

    def _run(self) -> None:
        lower_thread_priority()
        due_s = 0.0
        while self._wait_for_viewers():
            time.sleep(max(0.0, due_s - clock_s()))
            due_s = clock_s() + (SPARING_EACH_S if self._sparing() else EACH_S)
            try:
                frame = self._camera.newest(WAIT_S)
            except NoFrame:
                continue
            except CameraLost:
                return
            self._newest = EncodedPicture(
                frame.sequence, frame.t_ns, _encoded(frame, self._width_px())
            )
            with self._changed:
                for seat in self._seats:
                    if not seat.loop.is_closed():
                        seat.loop.call_soon_threadsafe(seat.bell.set)

    def _width_px(self) -> int:
        """The width at the widest viewer: a smaller picture is made and shown faster."""
        if self._sparing():
            return MIN_WIDTH_PX
        with self._changed:
            return max((seat.width_px for seat in self._seats), default=MIN_WIDTH_PX)

    def _wait_for_viewers(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._seats or not self._open)
            return self._open


def _encoded(frame: Frame, wanted_px: int) -> bytes:
    height_px, width_px = frame.image.shape[:2]
    image: cv2.typing.MatLike = frame.image
    if max(MIN_WIDTH_PX, wanted_px) < width_px:
        scale = max(MIN_WIDTH_PX, wanted_px) / width_px
        size = (round(width_px * scale), round(height_px * scale))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    elif frame.jpeg is not None:
        return frame.jpeg
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError(f"a picture of shape {frame.image.shape} cannot be a JPEG")
    return data.tobytes()
