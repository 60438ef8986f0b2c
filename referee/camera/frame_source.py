"""What every camera offers: the newest frame, with the instant it was taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


class CameraLost(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The camera is gone for good; the message says what to look at."""


class NoFrame(TimeoutError):  # noqa: N818 - it is caught and shown as a sentence
    """No new frame came in the time allowed."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. ``t_ns`` is the middle of its exposure on the monotonic clock.

    ``sequence`` counts the camera's frames, so a gap in it is a dropped frame. ``jpeg`` holds the
    camera's own bytes where it delivered some.
    """

    t_ns: int
    image: Image
    sequence: int
    jpeg: bytes | None = None


@runtime_checkable
class FrameSource(Protocol):
    """A camera, a file or the simulator."""

    @property
    def name(self) -> str:
        """The name that is shown to people."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def fps(self) -> float:
        """Frames per second that the source says it delivers."""

    def newest(self, timeout_s: float) -> Frame:
        """The newest frame not given yet, waiting for it at most ``timeout_s``.

        Older frames are skipped, never queued. Raises `NoFrame` when none
        came in time and `CameraLost` when none will come any more.
        """

    def close(self) -> None:
        """Release the device; a second call does nothing."""
