"""Pictures for viewers: the newest frame as JPEG, made only while somebody looks."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass

import cv2

from referee.camera.source import CameraLost, FrameSource, NoFrame

QUALITY = 82
WAIT_S = 0.5


@dataclass(frozen=True, slots=True)
class Shown:
    """One encoded picture."""

    sequence: int
    t_ns: int
    jpeg: bytes


class FramePump:
    """A thread between the camera and the viewers. Slow viewers skip frames and delay nobody."""

    def __init__(self, camera: FrameSource) -> None:
        self._camera = camera
        self._newest: Shown | None = None
        self._viewers: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._changed = threading.Condition()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
        self._thread.start()

    def join(self) -> asyncio.Event:
        """A new viewer's bell: it rings whenever there is a newer picture."""
        bell = asyncio.Event()
        with self._changed:
            self._viewers[bell] = asyncio.get_running_loop()
            self._changed.notify()
        return bell

    def leave(self, bell: asyncio.Event) -> None:
        """The viewer has gone."""
        with self._changed:
            self._viewers.pop(bell, None)

    @property
    def newest(self) -> Shown | None:
        """The newest picture."""
        return self._newest

    def close(self) -> None:
        """Stop the thread."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join(2 * WAIT_S + 1.0)

    def _run(self) -> None:
        while self._wait_for_viewers():
            try:
                frame = self._camera.newest(WAIT_S)
            except NoFrame:
                continue
            except CameraLost:
                return
            jpeg = frame.jpeg or _encoded(frame.image)
            self._newest = Shown(frame.sequence, frame.t_ns, jpeg)
            with self._changed:
                for bell, loop in self._viewers.items():
                    if not loop.is_closed():
                        loop.call_soon_threadsafe(bell.set)

    def _wait_for_viewers(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._viewers or not self._open)
            return self._open


def _encoded(image: cv2.typing.MatLike) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError(f"a picture of shape {image.shape} cannot be a JPEG")
    return data.tobytes()
